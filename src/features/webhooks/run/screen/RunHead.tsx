import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Run } from '#src/journal/runs/run.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runSentences, runTitle, settledOf, spokenWords } from '#src/features/webhooks/run/run-words.ts';
import { useRun } from './run-context.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

const FromWhere = ({ run: { source, undoOf } }: { run: Run }) => {
  if (undoOf !== undefined) {
    return (
      <span className="quiet">
        , <Link href={pathOfRun(undoOf)}>undo of an earlier run</Link>
      </span>
    );
  }
  return source === '' ? null : <span className="quiet"> from {source}</span>;
};

/** Speaks where a run begins, at each quarter, and where it stops; never its lines. */
const Spoken = () => {
  const { run, moment } = useRun();
  const [spoken, setSpoken] = useState('');
  const before = useRef<Run>(undefined);
  const speak = useEffectEvent((next: Run) => {
    const words = spokenWords(before.current, next, moment);
    before.current = next;
    if (words !== undefined) setSpoken(words);
  });
  useEffect(() => {
    // A region that has just come speaks only of what changes in it.
    const timer = setTimeout(() => speak(run));
    return () => clearTimeout(timer);
  }, [run]);
  return (
    <p className="vh" role="status" aria-label="Progress of the run">
      {spoken}
    </p>
  );
};

/** What a run does, and how far it is; beside it what can be done about it. */
export const RunHead = ({
  why,
  children,
}: {
  /** Why what was asked for could not be begun, or what to know before. */
  why?: ReactNode;
  children: ReactNode;
}) => {
  const { run, moment } = useRun();
  const { status, counts, total } = run;
  const isOver = status === 'finished';
  return (
    <div className={list['head']}>
      <div>
        <h2 className={styles['title']} id="run-title" tabIndex={-1}>
          {isOver && counts.accepted === total && <StatusIcon tone="ok" />} {runTitle(run)}
          {!isOver && <FromWhere run={run} />}
        </h2>
        <p className={classes('second', styles['now'])}>
          {!isOver && (
            <>
              <b>
                {number(settledOf(counts))} of {number(total)}
              </b>
              .{' '}
            </>
          )}
          {runSentences(run, moment).join(' ')}
        </p>
        {why && (
          <p className="late" role="alert">
            {why}
          </p>
        )}
      </div>
      <div className="btns">{children}</div>
      <Spoken />
    </div>
  );
};
