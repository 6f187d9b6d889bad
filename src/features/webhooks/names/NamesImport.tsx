import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { logQueries } from '#src/log/queries.ts';
import { ColumnPicker } from '#src/lists/ColumnPicker.tsx';
import { READ_FAILURES, readList } from '#src/lists/read-list.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { getIdPatterns } from '#src/features/webhooks/change/change.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { guessNameColumns, readNames, WANTED } from './names-csv.ts';
import type { NameBook, NameChange } from './names.ts';
import styles from './Names.module.css';

/** Of the lines left out. */
const MAX_LISTED = 5;

/** In characters. */
const MAX_TEXT = 120;

const focusFirst = (element: HTMLElement | null) => element?.focus();

export const NamesImport = ({
  file,
  book,
  onCancel,
  onImport,
}: {
  file: File;
  book: NameBook;
  onCancel: () => void;
  onImport: (changes: readonly NameChange[]) => void;
}) => {
  const id = useId();
  const { data, isPending, isError } = useQuery({
    queryKey: ['names-import', id],
    queryFn: ({ signal }) => readList({ kind: 'file', file }, WANTED, signal),
    gcTime: 0,
  });
  const workspace = useWorkspace();
  const used = useQuery(logQueries.usedIds(workspace));
  const [picked, setPicked] = useState<ReturnType<typeof guessNameColumns>>();
  const list = typeof data === 'object' ? data : undefined;
  const known = {
    campaign: new Set([...book.campaign.keys(), ...(used.data?.campaign ?? [])]),
    webhook: new Set([...book.webhook.keys(), ...(used.data?.webhook ?? [])]),
  };
  const guess = list && !used.isPending && guessNameColumns(list, known, getIdPatterns(workspace));
  const columns = picked ?? (guess || undefined);
  const mustChoose = columns?.columns.kind === '';
  const found = list && columns && !mustChoose ? readNames(list, columns, book) : undefined;
  const failure = isError ? 'unreadable' : typeof data === 'string' ? data : undefined;
  const count = found?.changes.length ?? 0;
  const changed = found?.changes.filter(({ kind, id: one }) => book[kind].has(one)).length ?? 0;

  return (
    <section className={styles['import']} aria-label="Import">
      <h3>From {file.name}</h3>
      {list && columns && <ColumnPicker list={list} wanted={WANTED} picked={columns} onPick={setPicked} />}
      <div role="status">
        {isPending && <p className="second">Reading…</p>}
        {mustChoose && <p>Are these campaigns or webhooks? Choose the kind.</p>}
        {found && (
          <p>
            {formatCount(count - changed, 'new name')}, {formatNumber(changed)} changed
          </p>
        )}
      </div>
      {failure && (
        <Alert tone="bad" title={READ_FAILURES[failure].title} live="alert">
          {READ_FAILURES[failure].text}
        </Alert>
      )}
      {found && found.bad.length > 0 && (
        <div className="late">
          <p>{formatCount(found.bad.length, 'line')} left out</p>
          <ul>
            {found.bad.slice(0, MAX_LISTED).map(({ line, reason, text }) => (
              <li key={line}>
                Line {formatNumber(line)}, {reason}: <bdi className="mono">{cutText(text, MAX_TEXT)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="btns">
        <Button onClick={onCancel}>Cancel</Button>
        {found && count > 0 && (
          <Button variant="primary" ref={focusFirst} onClick={() => onImport(found.changes)}>
            Import {formatCount(count, 'name')}
          </Button>
        )}
      </div>
    </section>
  );
};
