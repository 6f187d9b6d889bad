import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import type { OutcomeKind } from '#src/api/outcome.ts';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import type { SearchHit, SearchResult, SentQuery } from '#src/log/views.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { getDayBounds } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { SentDays, SentPair } from './SentRows.tsx';
import styles from './SentList.module.css';

const MAX_SHOWN = 200;

const OUTCOMES: readonly (readonly [value: OutcomeKind, label: string])[] = [
  ['accepted', 'Accepted'],
  ['with-message', WITH_MESSAGE.word],
  ['refused', 'Refused'],
  ['unknown', 'Unknown'],
  ['not-sent', 'Not sent'],
];

type SearchFields = { campaign: string; webhook: string; outcome: OutcomeKind | ''; day: string };

const EMPTY: SearchFields = { campaign: '', webhook: '', outcome: '', day: '' };

const toQuery = ({ campaign, webhook, outcome, day }: SearchFields): SentQuery => ({
  campaign,
  webhook,
  ...(outcome && { outcome }),
  ...(day && { span: getDayBounds(day) }),
  limit: MAX_SHOWN,
});

const LineOfRun = ({ sent: { run: runId, line = 0 }, runs }: { sent: SearchHit; runs: readonly Run[] }) => {
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

const describeSearch = ({ data, isFetching, isError }: UseQueryResult<SearchResult>): string => {
  if (isFetching) return 'Searching…';
  if (isError) return 'This browser’s storage could not be read. Reload the page.';
  if (!data) return '';
  if (data.found.length === 0) return 'No match.';
  const count = formatNumber(data.found.length);
  return data.more ? `The newest ${count} are shown. There are more.` : `${count} found, newest first`;
};

export const SearchSent = ({ onClose }: { onClose: () => void }) => {
  const workspace = useWorkspace();
  const { register, handleSubmit, setFocus } = useForm({ defaultValues: EMPTY });
  const [query, setQuery] = useState<SentQuery>();
  const answer = useQuery({
    ...logQueries.search(workspace, query ?? toQuery(EMPTY)),
    enabled: query !== undefined,
  });
  useEffect(() => setFocus('campaign'), [setFocus]);
  const search = handleSubmit((fields) => {
    const next = toQuery(fields);
    // The same query again finds what was sent since.
    if (JSON.stringify(next) === JSON.stringify(query)) void answer.refetch();
    setQuery(next);
  });

  return (
    <section className={styles['list']}>
      <SidePanelHeader>
        <h2>Sent from this browser</h2>
        <Button variant="bare" size="sm" icon="x" onClick={onClose}>
          Close search
        </Button>
      </SidePanelHeader>
      <form className={styles['form']} role="search" onSubmit={(event) => void search(event)}>
        <TextField label="Campaign contains" code {...register('campaign')} />
        <TextField label="Webhook contains" code {...register('webhook')} />
        <SelectField label="Outcome" isLabelShown {...register('outcome')}>
          <option value="">Any</option>
          {OUTCOMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label="Day" type="date" {...register('day')} />
        <div className={classes(styles['acts'], 'btns')}>
          <Button type="submit" icon="search">
            Search
          </Button>
        </div>
      </form>
      <p className={styles['sum']} role="status">
        {describeSearch(answer)}
      </p>
      {answer.data && !answer.isFetching && (
        <SentDays sent={answer.data.found} nowMs={answer.dataUpdatedAt}>
          {(sent) => (
            <SentPair key={sent.id} entry={sent}>
              <LineOfRun sent={sent} runs={answer.data.runs} />
            </SentPair>
          )}
        </SentDays>
      )}
    </section>
  );
};
