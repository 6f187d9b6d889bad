import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Run } from '#src/journal/runs/run.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runWords, type Moment } from '#src/features/webhooks/run/run-words.ts';

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

/** What a run does, and how far it is; beside it what can be done about it. */
export const RunHead = ({
  run,
  moment,
  why,
  children,
}: {
  run: Run;
  moment: Moment;
  /** Why what was asked for could not be begun, or what to know before. */
  why?: ReactNode;
  children: ReactNode;
}) => {
  const { title, isOfSource, strong, text } = runWords(run, moment);
  const isAllDone = run.status === 'finished' && run.counts.accepted === run.total;
  return (
    <div className="job">
      <div>
        <h2 className="run-title" id="run-title" tabIndex={-1}>
          {isAllDone && <StatusIcon tone="ok" />} {title}
          {isOfSource && <FromWhere run={run} />}
        </h2>
        <p className="second run-now">
          {strong !== '' && <b>{strong}</b>}
          {text}
        </p>
        {why && (
          <p className="late" role="alert">
            {why}
          </p>
        )}
      </div>
      <div className="btns">{children}</div>
    </div>
  );
};
