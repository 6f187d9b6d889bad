import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Run } from '#src/log/runs/run.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runSentences, runTitle, settledOf, spokenWords } from '#src/features/webhooks/run/run-words.ts';
import { useCurrentRun } from '#src/features/webhooks/run/runner-of.ts';
import { RunButtons } from './RunButtons.tsx';
import { useRun, type Why } from './run-hooks.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';
import { refusalWords } from '#src/features/webhooks/run/refusal.ts';

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

const Other = () => {
  const { run } = useRun();
  const other = useCurrentRun()?.record.run().id;
  if (other === undefined || other === run.id) {
    return 'This browser was about to send already, so nothing was begun by this. Try again once nothing is being sent.';
  }
  return (
    <>
      This browser is sending <Link href={pathOfRun(other)}>another run</Link>. Only one is sent at a time:
      wait until it is over, or pause it.
    </>
  );
};

/** Says near the buttons why what was asked for could not be begun. */
const RunWhy = ({ why }: { why: Why }) => {
  switch (why) {
    case 'busy':
      return <Other />;
    case 'changed':
      return 'This run has gone on or was called off meanwhile, so nothing was begun. It is shown as it stands now.';
    case 'unreadable':
      return 'This browser’s storage does not say what another tab has sent of this run, so nothing was sent. Try again; where its storage was cleared, this run can’t go on.';
    case 'unwritten':
      return 'This browser’s storage takes nothing at present. What came back last is known to this tab alone: keep it open until it is written down, or export what is known.';
    case 'gone':
      return 'This run is not in this browser’s storage any more, as where somebody has cleared it, so it can’t go on. Export what is known: the file can be read as a new list.';
    case 'refused':
    case 'full':
      return refusalWords(why);
  }
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

/**
 * What a run does, and how far it is; beside it what can be done about it. `why` what was asked for could not be begun, or what
 * to know before.
 */
export const RunHead = ({ why }: { why: Why | undefined }) => {
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
            <RunWhy why={why} />
          </p>
        )}
      </div>
      <div className="btns">
        <RunButtons />
      </div>
      <Spoken />
    </div>
  );
};
