import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { READ_FAILURES, readText, type ReadFailure } from '#src/lists/list-text.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { counted, number } from '#src/lib/count.ts';
import { readNames, type BadLine, type ReadNames } from './names-csv.ts';
import { LONGEST_NAME, MOST_NAMES, type GivenName, type NameBook } from './names.ts';
import styles from './Names.module.css';

type Failure = ReadFailure | 'no-columns';

const FAILURES: Record<Failure, { title: string; text: string }> = {
  ...READ_FAILURES,
  'no-columns': {
    title: 'The columns can’t be told apart',
    text: 'The first line has to name them: kind, id and name; or campaign and name; or webhook and name.',
  },
};

const WHY: Record<BadLine['why'], string> = {
  kind: 'neither campaign nor webhook',
  id: 'no ID that can be sent',
  name: 'no name',
  long: `name longer than ${LONGEST_NAME} characters`,
  'other-name': 'another name for an ID of an earlier line',
  stray: 'a quote within a value',
  quote: 'a quote that is never closed; nothing after it was read',
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

const read = async (file: File, book: NameBook, signal: AbortSignal): Promise<ReadNames | Failure> => {
  const content = await readText({ kind: 'file', file }, signal);
  return content.ok ? readNames(content.text, book, { signal }) : content.why;
};

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
    queryFn: ({ signal }) => read(file, book, signal),
    gcTime: 0,
  });
  const found = typeof data === 'object' ? data : undefined;
  const failure = isError ? 'unreadable' : typeof data === 'string' ? data : undefined;

  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (found) primary.current?.focus();
  }, [found]);

  const count = found?.given.length ?? 0;
  return (
    <section className={styles['import']} aria-label="Import">
      <h3>From {file.name}</h3>
      <div role="status">
        {isPending && <p className="second">Reading…</p>}
        {found && <p>{readInWords(found)}</p>}
      </div>
      {failure && (
        <Alert tone="bad" title={FAILURES[failure].title} live="alert">
          {FAILURES[failure].text}
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
