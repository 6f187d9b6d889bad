import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import type { SearchResult } from '#src/log/sent-pairs.ts';
import type { SentPair } from '#src/log/views.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatNumber } from '#src/lib/count.ts';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { useNameBook } from '#src/features/webhooks/names/names.ts';
import { createTextFilter, listSentTexts } from '#src/features/webhooks/names/sent-filter.ts';
import type { SendProps } from '#src/features/webhooks/change/change.ts';
import { PairItem, SentDays } from './SentRows.tsx';
import styles from './SentList.module.css';

const MAX_SHOWN = 200;

const LineOfRun = ({ sent: { run: runId, line = 0 }, runs }: { sent: SentPair; runs: readonly Run[] }) => {
  const run = runs.find(({ id }) => id === runId);
  if (!run) return null;
  return (
    <p className="quiet">
      <Link href={`${getRunPath(run.id)}?line=${line + 1}`}>
        line {formatNumber(line + 1)} of {run.source === '' ? 'a run' : `the run from ${run.source}`}
      </Link>
    </p>
  );
};

const describeMatches = ({ data, isError }: UseQueryResult<SearchResult>): string => {
  if (isError) return 'This browser’s storage could not be read. Reload the page.';
  if (!data) return '';
  if (data.found.length === 0) return 'No match.';
  const count = formatNumber(data.found.length);
  return data.more ? `The newest ${count} are shown. There are more.` : `${count} found, newest first`;
};

export const SentMatches = ({ text, runs, ...send }: SendProps & { text: string; runs: readonly Run[] }) => {
  const names = useNameBook();
  const filter = createTextFilter(text);
  const matches = (sent: SentPair) => filter(listSentTexts(sent, names));
  const answer = useQuery(logQueries.search(useWorkspace(), { text, limit: MAX_SHOWN, matches }));
  return (
    <>
      <p className={styles['sum']} role="status">
        {describeMatches(answer)}
      </p>
      {answer.data && (
        <SentDays sent={answer.data.found} nowMs={answer.dataUpdatedAt}>
          {(sent) => (
            <PairItem key={sent.id} entry={sent} entries={answer.data.found} {...send}>
              <LineOfRun sent={sent} runs={runs} />
            </PairItem>
          )}
        </SentDays>
      )}
    </>
  );
};
