import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ColumnPicker } from '#src/lists/ColumnPicker.tsx';
import { READ_FAILURES } from '#src/lists/list-text.ts';
import { readList } from '#src/lists/read-list.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { counted, number } from '#src/lib/count.ts';
import { guessNameColumns, readNames, WANTED, type BadLine, type ReadNames } from './names-csv.ts';
import { LONGEST_NAME, MOST_NAMES, type GivenName, type NameBook } from './names.ts';
import styles from './Names.module.css';

const WHY: Record<BadLine['why'], string> = {
  kind: 'neither campaign nor webhook',
  id: 'no ID that can be sent',
  name: 'no name',
  long: `name longer than ${LONGEST_NAME} characters`,
  'other-name': 'another name for an ID of an earlier line',
  quote: 'a quote is out of place or never closed',
  full: `more than ${number(MOST_NAMES)} names`,
};

/** What a file comes to: "312 names: 300 new, 12 changed". */
const readInWords = ({ fresh, changed, same }: ReadNames): string => {
  const parts = [
    [fresh, 'new'],
    [changed, 'changed'],
    [same, 'as they are'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`);
  return `${counted(fresh + changed + same, 'name')}${said.length > 0 ? `: ${said.join(', ')}` : ''}`;
};

/** So many lines that are left out are listed. */
const MOST_LISTED = 20;

/** What a file would bring: nothing is taken before the person says so. */
export const NamesImport = ({
  file,
  book,
  onCancel,
  onTake,
}: {
  file: File;
  book: NameBook;
  onCancel: () => void;
  onTake: (given: readonly GivenName[], text: string) => void;
}) => {
  const id = useId();
  const { data, isPending, isError } = useQuery({
    queryKey: ['names-import', id],
    queryFn: ({ signal }) => readList({ kind: 'file', file }, signal),
    gcTime: 0,
  });
  const list = typeof data === 'object' ? data : undefined;
  const [chosen, choose] = useState<ReturnType<typeof guessNameColumns>>();
  const picked = useMemo(() => chosen ?? (list && guessNameColumns(list)), [chosen, list]);
  const found = useMemo(() => list && picked && readNames(list, picked, book), [list, picked, book]);
  const failure = isError ? 'unreadable' : typeof data === 'string' ? data : undefined;

  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (list) primary.current?.focus();
  }, [list]);

  const count = found?.given.length ?? 0;
  return (
    <section className={styles['import']} aria-label="Import">
      <h3>From {file.name}</h3>
      {list && picked && <ColumnPicker list={list} wanted={WANTED} picked={picked} onPick={choose} />}
      <div role="status">
        {isPending && <p className="second">Reading…</p>}
        {found && <p>{readInWords(found)}</p>}
      </div>
      {failure && (
        <Alert tone="bad" title={READ_FAILURES[failure].title} live="alert">
          {READ_FAILURES[failure].text}
        </Alert>
      )}
      {found && found.bad.length > 0 && (
        <>
          <p className="late">{counted(found.bad.length, 'line')} left out</p>
          <ul className="second">
            {found.bad.slice(0, MOST_LISTED).map(({ line, why }) => (
              <li key={line}>
                Line {number(line)}: {WHY[why]}
              </li>
            ))}
            {found.bad.length > MOST_LISTED && <li>and {number(found.bad.length - MOST_LISTED)} more</li>}
          </ul>
        </>
      )}
      <div className="btns">
        <Button onClick={onCancel}>Cancel</Button>
        {count > 0 && (
          <Button
            variant="primary"
            ref={primary}
            onClick={() => found && onTake(found.given, `Imported ${counted(count, 'name')}.`)}
          >
            Import {counted(count, 'name')}
          </Button>
        )}
      </div>
    </section>
  );
};
