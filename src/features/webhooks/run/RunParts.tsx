import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import type { NewRun, Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount } from '#src/lib/count.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { InlineEdit } from '#src/ui/forms/InlineEdit.tsx';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import { describeProgress, formatAt } from './describe-run.ts';
import type { NotSentReason } from './runner.ts';
import list from './PairList.module.css';

// What the check of a run and the run itself show alike.

type Origin = Pick<NewRun, 'source' | 'earlier'>;

export const SourceFile = ({ source, earlier }: Origin) =>
  !earlier && source !== '' && <span className="quiet"> from {source}</span>;

/** `isNumbered`: its lines have the numbers of the user's own list. */
export const EarlierRun = ({ earlier, isNumbered }: Origin & { isNumbered: boolean }) =>
  earlier && (
    <p className="hint">
      <Link {...linkToRun(earlier.run)}>
        {earlier.isUndo ? 'Undo of an earlier run' : 'From an earlier run'}
      </Link>
      {isNumbered && ', with its line numbers'}
    </p>
  );

const MAX_RUN_TITLE = 120;

export const RunTitle = ({
  value = '',
  onSave,
}: {
  value?: string | undefined;
  onSave: (typed: string) => void;
}) => (
  <div className={list['runTitle']}>
    <InlineEdit
      aria-label="Title of the run"
      placeholder="Add a title, such as a ticket"
      maxLength={MAX_RUN_TITLE}
      value={value}
      onSave={onSave}
    />
  </div>
);

/** In place of a button that sends: one run is sent at a time. */
export const UnderWay = ({ runId }: { runId: string }) => (
  <p className="second">
    Another run is under way. <Link {...linkToRun(runId)}>Open run</Link>
  </p>
);

const ADVICE: Readonly<Record<NotSentReason, string>> = {
  busy: 'This browser was sending another run. Try again when it’s over.',
  elsewhere: 'Another tab resumed this run.',
  changed: 'It changed meanwhile. Check it, then try again.',
  unwritten: 'This browser’s storage is full or blocked. Free some space, then reload this page.',
};

export const NotSentAlert = ({ reason }: { reason: NotSentReason }) => (
  <Alert tone="warn" title="Nothing was sent" live="alert">
    {ADVICE[reason]}
  </Alert>
);

const MAX_OPEN_RUNS = 3;

const describeOpenRun = ({ total, status, pause, source, title }: Run, epochMs: number): string => {
  const run = `${title === undefined ? 'Run' : `${title}: run`} of ${formatCount(total, 'pair')}${source === '' ? '' : ` from ${source}`}`;
  if (status === 'running') return `${run} under way`;
  return pause ? `${run} paused ${formatAt(pause.at, epochMs)}` : `${run} paused`;
};

export const OpenRuns = () => {
  const { data, dataUpdatedAt } = useQuery(logQueries.runs(useWorkspace()));
  const open = (data?.runs ?? []).filter(({ status }) => status !== 'finished');
  if (open.length === 0) return null;
  return (
    <div className={list['openRuns']}>
      {open.slice(0, MAX_OPEN_RUNS).map((run) => (
        <Alert
          key={run.id}
          tone="info"
          icon={run.status === 'running' ? 'live' : 'paused'}
          title={describeOpenRun(run, dataUpdatedAt)}
          actions={<Link {...linkToRun(run.id)}>Open run</Link>}
        >
          {describeProgress({ run })}
        </Alert>
      ))}
    </div>
  );
};
