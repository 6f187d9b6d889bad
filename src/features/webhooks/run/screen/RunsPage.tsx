import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { Status } from '#src/ui/Status.tsx';
import { usePages } from '#src/ui/table/pages.ts';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import { PairTable, type PairHead } from '#src/features/webhooks/run/PairTable.tsx';
import {
  formatAct,
  describeResult,
  describeOrigin,
  getRunLook,
} from '#src/features/webhooks/run/describe-run.ts';
import list from '#src/features/webhooks/run/PairList.module.css';

const HEADS: readonly PairHead[] = [
  { column: 'first', text: 'Run' },
  { column: 'status', text: 'State' },
  { column: 'second', text: 'Result' },
  { column: 'note', text: 'Started' },
];

const RunCells = ({ run, runs, nowMs }: { run: Run; runs: readonly Run[]; nowMs: number }) => {
  const { id, title } = run;
  const act = formatAct(run);
  return (
    <>
      <td className={list['first']}>
        <Link {...linkToRun(id)} data-opens-row>
          {title ?? act}
        </Link>{' '}
        <span className="quiet">
          {[title === undefined ? '' : act, describeOrigin(run)].filter(Boolean).join(', ')}
        </span>
      </td>
      <td className={list['status']}>
        <Status {...getRunLook(run)} />
      </td>
      <td className={list['second']}>{describeResult(run, runs)}</td>
      <td className={list['note']}>{formatMoment(run.at, nowMs)}</td>
    </>
  );
};

export const RunsPage = () => {
  const { data, dataUpdatedAt, isError, isPending } = useQuery(logQueries.runs(useWorkspace()));
  const runs = data?.runs ?? [];
  const pages = usePages();
  return (
    <section className={list['screen']} aria-labelledby="runs-title">
      <div className={list['head']}>
        <div>
          <h2 id="runs-title">{runs.length === 0 ? 'Runs' : formatCount(runs.length, 'run')}</h2>
          <p className="second">
            {isError
              ? 'This browser’s storage could not be read. Reload the page.'
              : isPending || runs.length > 0
                ? 'Sent from this browser, newest first.'
                : 'No runs yet. Check a list of pairs, then send it.'}
          </p>
        </div>
      </div>
      {runs.length > 0 && (
        <PairTable
          label="Runs"
          caption="Runs and their results"
          heads={HEADS}
          rowKeys={runs.map(({ id }) => id)}
          pages={pages}
          renderRow={(index) => {
            const run = runs[index];
            return { cells: run && <RunCells run={run} runs={runs} nowMs={dataUpdatedAt} /> };
          }}
        />
      )}
    </section>
  );
};
