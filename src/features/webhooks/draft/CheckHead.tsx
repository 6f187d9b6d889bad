import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { counted, number } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { invisibleInWords, sameInWords } from './check-words.ts';
import type { Draft, DraftView } from './draft.ts';
import styles from './CheckView.module.css';

type DraftColumns = NonNullable<DraftView['columns']>;

/** Which columns are read, and the way to change that. */
const CheckColumns = ({ draft, columns }: { draft: Draft; columns: DraftColumns }) => {
  const options = Array.from({ length: columns.count }, (_, column) => {
    const name = columns.names[column]?.trim() ?? '';
    const label = `Column ${column + 1}${name === '' ? '' : `: ${name}`}`;
    return (
      <option key={label} value={column}>
        {label}
      </option>
    );
  });
  return (
    <div className={styles['columns']}>
      {(['campaign', 'webhook'] as const).map((which) => (
        <SelectField
          key={which}
          label={which === 'campaign' ? 'Campaign ID column' : 'Webhook ID column'}
          value={columns[which]}
          onChange={(event) => draft.setColumn(which, Number(event.target.value))}
        >
          {options}
        </SelectField>
      ))}
    </div>
  );
};

/** What was read and how; `children` is what can be done with it. */
export const CheckHead = ({ draft, children }: { draft: Draft; children: ReactNode }) => {
  const {
    operation,
    source,
    earlier,
    notes,
    counts,
    columns,
    isGuessed,
    openQuote,
    invisible,
    leavesOutSame,
  } = useStore(draft);
  const title = useRef<HTMLHeadingElement>(null);
  // What had the keyboard may have gone with the input.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  const them = counts.same === 1 ? 'it' : 'them';
  return (
    <div className={list['head']}>
      <div>
        <h2 ref={title} tabIndex={-1}>
          Check {counted(counts.all, 'line')}
          {source !== '' && <span className="quiet"> from {source}</span>}
          {earlier && (
            <span className="quiet">
              {', '}
              <Link href={pathOfRun(earlier.run)}>
                {earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run'}
              </Link>
            </span>
          )}
        </h2>
        {notes.length > 0 && <p className="late">{notes.join(' ')}</p>}
        {columns && <CheckColumns draft={draft} columns={columns} />}
        {isGuessed && (
          <p className="quiet">
            Read as Windows-1252, since it is not UTF-8. IDs with other letters than A to Z may be wrong.
          </p>
        )}
        {openQuote !== undefined && (
          <p className="quiet">
            Line {number(openQuote)} opens a quote that is never closed. Quotes in this line were read like
            any other character.
          </p>
        )}
        {invisible && <p className="quiet">{invisibleInWords(invisible)}</p>}
        {counts.same > 0 && (
          <p className="quiet">
            {sameInWords(operation, counts.same)}{' '}
            <TextButton onClick={() => draft.leaveOutSame(!leavesOutSame)}>
              {leavesOutSame ? `Send ${them} too` : `Leave ${them} out`}
            </TextButton>
          </p>
        )}
      </div>
      {children}
    </div>
  );
};
