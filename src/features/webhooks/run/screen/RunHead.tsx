import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { countSettled } from '#src/log/run.ts';
import { StatusIcon } from '#src/ui/Status.tsx';
import { announceRun, describeRun, formatRunTitle } from '#src/features/webhooks/run/describe-run.ts';
import { EarlierRun, NotSentAlert, RunTitle, SourceFile } from '#src/features/webhooks/run/RunParts.tsx';
import { useRunner } from '#src/features/webhooks/run/workspace-runner.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { RunButtons } from './RunButtons.tsx';
import { RunFacts } from './RunFacts.tsx';
import { useResume, useRun } from './run-context.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

export const RunHead = () => {
  const { moment, ...view } = useRun();
  const { run } = view;
  const { reason, ...resuming } = useResume(run.id);
  const { hasFailed } = moment;
  const { status, counts, total } = run;
  const runner = useRunner();
  const saveTitle = (typed: string) =>
    void runner
      .retitle(run.id, typed.trim())
      .catch(() => showToast({ tone: 'bad', text: 'The title could not be saved. Reload, then try again.' }));
  const isOver = status === 'finished';
  const isElsewhere = status === 'running' && !moment.isHere;
  const tone = hasFailed ? 'late' : 'second';
  return (
    <div className={list['head']}>
      <div>
        <h2 className={styles['title']} id="run-title" tabIndex={-1}>
          {isOver && counts.accepted === total && run.messages === 0 && <StatusIcon tone="ok" />}{' '}
          {formatRunTitle(run, hasFailed)}
          {!hasFailed && <SourceFile {...run} />}
        </h2>
        <p className={classes(tone, styles['now'])}>
          {!isOver && (
            <>
              <b>
                {formatNumber(countSettled(counts))} of {formatNumber(total)}
              </b>
              .{' '}
            </>
          )}
          <span role={hasFailed ? 'alert' : undefined}>{describeRun(view, moment)}</span>
        </p>
        <EarlierRun {...run} isNumbered={view.lines[0]?.sourceLine !== undefined} />
        <RunFacts />
        {isElsewhere || hasFailed ? (
          run.title !== undefined && <p>{run.title}</p>
        ) : (
          <RunTitle value={run.title} onSave={saveTitle} />
        )}
        {reason && <NotSentAlert reason={reason} />}
      </div>
      <div className="btns">
        <RunButtons {...resuming} />
      </div>
      <p className="vh" role="status" aria-label="Progress of the run">
        {announceRun(view, moment)}
      </p>
    </div>
  );
};
