import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Run } from '#src/log/run.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { runSentences, runTitle, settledOf, spokenWords } from '#src/features/webhooks/run/run-words.ts';
import type { Asked } from '#src/features/webhooks/run/runner.ts';
import { useRunUnderWay } from '#src/features/webhooks/run/runner-of.ts';
import { RunButtons } from './RunButtons.tsx';
import { useResume, useRun } from './run-hooks.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

const Origin = ({ run: { source, earlier } }: { run: Run }) => {
  if (earlier) {
    return (
      <span className="quiet">
        ,{' '}
        <Link href={getRunPath(earlier.run)}>
          {earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run'}
        </Link>
      </span>
    );
  }
  return source === '' ? null : <span className="quiet"> from {source}</span>;
};

/** Says near the buttons why the run could not be resumed. */
const RefusedResume = ({ why }: { why: Exclude<Asked, 'running'> }) => {
  const other = useRunUnderWay();
  switch (why) {
    case 'busy':
      return other === undefined ? (
        'This browser was about to send already, so nothing was begun. Try again once nothing is being sent.'
      ) : (
        <>
          This browser is sending <Link href={getRunPath(other)}>another run</Link>. Only one is sent at a
          time: wait until it is over, or pause it.
        </>
      );
    case 'changed':
      return 'This run has gone on meanwhile, so nothing was begun. It is shown as it is now.';
    case 'unwritten':
      return 'This browser’s storage takes nothing, so nothing was sent. Reload the page, then try again.';
  }
};

/** Speaks when a run begins, at each quarter, and when it stops; never its lines. */
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
export const RunHead = () => {
  const { run, moment } = useRun();
  const { why, ...resuming } = useResume(run.id);
  const { status, counts, total } = run;
  const isOver = status === 'finished';
  return (
    <div className={list['head']}>
      <div>
        <h2 className={styles['title']} id="run-title" tabIndex={-1}>
          {isOver && counts.accepted === total && run.messages === 0 && <StatusIcon tone="ok" />}{' '}
          {runTitle(run, moment.hasFailed)}
          {!moment.hasFailed && <Origin run={run} />}
        </h2>
        <p
          className={classes(moment.hasFailed ? 'late' : 'second', styles['now'])}
          role={moment.hasFailed ? 'alert' : undefined}
        >
          {!isOver && !moment.hasFailed && (
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
            <RefusedResume why={why} />
          </p>
        )}
      </div>
      <div className="btns">
        <RunButtons {...resuming} />
      </div>
      <Spoken />
    </div>
  );
};
