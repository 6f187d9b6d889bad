import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import type { OutcomeKind } from '#src/api/outcome.ts';
import { logQueries } from '#src/log/queries.ts';
import type { Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import type { SearchHit, SearchResult, SentQuery } from '#src/log/views.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { spanOfDay } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/Choice.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { SidePanelHeader } from '#src/ui/PageLayout.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { SentDays, SentPair } from './SentRows.tsx';
import styles from './SentList.module.css';

const MOST_SHOWN = 200;

const OUTCOMES: readonly (readonly [value: OutcomeKind, label: string])[] = [
  ['accepted', 'Attached or detached'],
  ['with-message', WITH_MESSAGE.word],
  ['refused', 'Failed'],
  ['unknown', 'Unknown'],
  ['not-sent', 'Not sent'],
];

type SearchFields = { campaign: string; webhook: string; outcome: OutcomeKind | ''; day: string };

const EMPTY: SearchFields = { campaign: '', webhook: '', outcome: '', day: '' };

const toQuery = ({ campaign, webhook, outcome, day }: SearchFields): SentQuery => ({
  campaign: campaign.trim(),
  webhook: webhook.trim(),
  ...(outcome && { outcome }),
  ...(day && { span: spanOfDay(day) }),
  limit: MOST_SHOWN,
});

const Found = ({ sent, runs }: { sent: SearchHit; runs: readonly Run[] }) => {
  const run = runs.find(({ id }) => id === sent.run);
  return (
    <SentPair sent={sent}>
      {run && sent.line !== undefined && (
        <p className="quiet">
          <Link href={`${pathOfRun(run.id)}?line=${sent.line + 1}`}>
            line {number(sent.line + 1)} of {run.source === '' ? 'a run' : `the run from ${run.source}`}
          </Link>
        </p>
      )}
    </SentPair>
  );
};

const stateInWords = ({ data, isFetching, isError }: UseQueryResult<SearchResult>): string => {
  if (isFetching) return 'Searching…';
  if (isError) return 'This browser did not let its storage be read, so nothing could be searched.';
  if (!data) return '';
  const { found, more } = data;
  return found.length === 0
    ? 'Nothing that this browser sent fits.'
    : `${more ? 'More than ' : ''}${number(found.length)} found, the newest first`;
};

/** Search in what this browser sent, single pairs and lines of runs alike. */
export const SearchSent = ({ onClose }: { onClose: () => void }) => {
  const workspace = useWorkspace();
  const { register, handleSubmit, setFocus } = useForm({ defaultValues: EMPTY });
  const [asked, setAsked] = useState<SearchFields>();
  const dayId = useId();
  const answer = useQuery({
    ...logQueries.search(workspace, toQuery(asked ?? EMPTY)),
    enabled: asked !== undefined,
  });
  useEffect(() => setFocus('campaign'), [setFocus]);
  // What was sent since is found by asking the same again.
  const search = handleSubmit((fields) => {
    if (JSON.stringify(fields) === JSON.stringify(asked)) void answer.refetch();
    setAsked(fields);
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
        <div>
          <span className={styles['label']} aria-hidden="true">
            Outcome
          </span>
          <SelectField label="Outcome" {...register('outcome')}>
            <option value="">Any</option>
            {OUTCOMES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField label="Day" id={dayId} type="date" {...register('day')} />
        <div className={classes(styles['acts'], 'btns')}>
          <Button type="submit" icon="search">
            Search
          </Button>
        </div>
      </form>
      <p className={styles['sum']} role="status">
        {stateInWords(answer)}
      </p>
      {answer.data && !answer.isFetching && (
        <SentDays sent={answer.data.found} now={answer.dataUpdatedAt} titlesToday>
          {(sent) => <Found key={sent.id} sent={sent} runs={answer.data.runs} />}
        </SentDays>
      )}
      {answer.data?.more && !answer.isFetching && (
        <p className={classes('hint', styles['sum'])}>Only the newest {MOST_SHOWN} are shown.</p>
      )}
    </section>
  );
};
