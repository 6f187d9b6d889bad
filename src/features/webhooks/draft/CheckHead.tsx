import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { counted } from '#src/lib/count.ts';
import { ColumnPicker } from '#src/lists/ColumnPicker.tsx';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { invisibleInWords, sameInWords } from './check-words.ts';
import type { Draft } from './draft.ts';
import { WANTED } from './draft-columns.ts';

/** What was read and how; `children` is what can be done with it. */
export const CheckHead = ({ draft, children }: { draft: Draft; children: ReactNode }) => {
  const {
    operation,
    source,
    earlier,
    notes,
    counts,
    list: read,
    picked,
    isGuessed,
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
              <Link href={getRunPath(earlier.run)}>
                {earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run'}
              </Link>
            </span>
          )}
        </h2>
        {notes.length > 0 && <p className="late">{notes.join(' ')}</p>}
        {read && <ColumnPicker list={read} wanted={WANTED} picked={picked} onPick={draft.pick} />}
        {isGuessed && (
          <p className="quiet">
            Read as Windows-1252, since it is not UTF-8. IDs with other letters than A to Z may be wrong.
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
