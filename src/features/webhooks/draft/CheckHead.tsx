import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button, isFirstClick, TextButton } from '#src/ui/forms/Button.tsx';
import { SegmentedChoice } from '#src/ui/forms/Choice.tsx';
import { CheckColumns } from './CheckColumns.tsx';
import { invisibleInWords, linesInWords, sameInWords, sendWords } from './check-words.ts';
import type { Draft, DraftView } from './draft.ts';
import { OPERATIONS } from '#src/features/webhooks/change/operations.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './CheckView.module.css';

const leaveWords = ({ leavesOutSame, counts }: DraftView): string => {
  const them = counts.same === 1 ? 'it' : 'them';
  return leavesOutSame ? `Send ${them} too` : `Leave ${them} out`;
};

/** What was read and how, what is done with it, and the button that does it. `children` are notes. */
export const CheckHead = ({
  draft,
  view,
  isBeginning,
  why,
  onSend,
  onDiscard,
  children,
}: {
  draft: Draft;
  view: DraftView;
  isBeginning: boolean;
  /** Why nothing can be sent at present. */
  why: string | undefined;
  onSend: () => void;
  onDiscard: () => void;
  children: ReactNode;
}) => {
  const { operation, source, counts, toSend, columns } = view;
  const whyId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // What had the keyboard may have gone with the input.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  return (
    <div className={list['head']}>
      <div>
        <h2 ref={title} tabIndex={-1}>
          Check {linesInWords(counts.all)}
          {source !== '' && <span className="quiet"> from {source}</span>}
        </h2>
        {columns && <CheckColumns draft={draft} columns={columns} />}
        {view.isGuessed && (
          <p className="quiet">
            Read as Windows-1252, since it is not UTF-8. IDs with other letters than A to Z may be wrong.
          </p>
        )}
        {view.openQuote !== undefined && (
          <p className="quiet">
            Line {view.openQuote.toLocaleString('en')} opens a quote that is never closed. Quotes were read
            like any other character.
          </p>
        )}
        {view.invisible && <p className="quiet">{invisibleInWords(view.invisible)}</p>}
        {counts.same > 0 && (
          <p className="quiet">
            {sameInWords(operation, counts.same)}{' '}
            <TextButton onClick={() => draft.leaveOutSame(!view.leavesOutSame)}>
              {leaveWords(view)}
            </TextButton>
          </p>
        )}
      </div>
      <div className="btns">
        <SegmentedChoice
          label="Action"
          choices={OPERATIONS}
          value={operation}
          onChoose={(chosen) => draft.setOperation(chosen)}
        />
        <Button onClick={onDiscard}>Discard</Button>
        <Button
          variant="primary"
          busy={isBeginning}
          {...(why !== undefined && {
            'aria-disabled': true,
            className: styles['off'],
            'aria-describedby': whyId,
          })}
          onClick={(event) => why === undefined && isFirstClick(event) && onSend()}
        >
          {sendWords(operation, toSend)}
        </Button>
        {why !== undefined && (
          <span className={styles['why']} id={whyId}>
            {why}
          </span>
        )}
      </div>
      {children}
    </div>
  );
};
