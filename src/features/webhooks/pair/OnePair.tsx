import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSearch } from 'wouter/use-browser-location';
import { journalQueries } from '#src/journal/queries.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import type { Change } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/mutations.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import {
  isSamePair,
  pairOfLink,
  pairSchema,
  toPair,
  type PairValues,
} from '#src/features/webhooks/change/pair.ts';
import { AnswerSection } from './AnswerSection.tsx';
import { InRunAlert } from './InRunAlert.tsx';
import { PairForm } from './PairForm.tsx';
import styles from './Pair.module.css';

/** What this browser last saw accepted for the pair in the form. The answer beside it needs no repetition. */
const LastAccepted = ({ pair, answeredEntry }: { pair: PairValues; answeredEntry: string | undefined }) => {
  const { data: last, dataUpdatedAt } = useQuery(journalQueries.lastAccepted(useWorkspace(), pair));
  if (!last || ('entry' in last.by && last.by.entry === answeredEntry)) return null;
  const { plain, capital } = VERBS[last.operation];
  const day = formatDay(last.at, dataUpdatedAt);
  const when = `${day === 'Today' ? '' : `${day}, `}${formatTime(last.at)}`;
  return (
    <div className={styles['note']}>
      <Alert tone="info" title={`${capital} accepted at ${when}`}>
        This browser’s last accepted operation for this pair was {plain}, at {when.replace(/:\d\d$/, '')}.
        What a second {plain} does is not documented.
      </Alert>
    </div>
  );
};

/** The form, what this browser last saw accepted for its pair, and the latest answer. */
export const OnePair = ({
  latest,
  running,
  onSend,
}: {
  latest: SentChange | undefined;
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const form = useForm({
    resolver: zodResolver(pairSchema),
    defaultValues: { campaignId: '', webhookId: '' },
    reValidateMode: 'onSubmit',
  });
  const { control, setValues } = form;
  const [campaignId, webhookId] = useWatch({ control, name: ['campaignId', 'webhookId'] });
  const pair = toPair({ campaignId, webhookId });
  const answer = useRef<HTMLElement>(null);

  // Not the router's own `useSearch`, which takes the percent signs out of values.
  const search = useSearch();
  // Also of another link, opened while the page stands.
  useEffect(() => setValues(pairOfLink(search)), [search, setValues]);

  // Where nothing was accepted, the message takes the keyboard; and where the button that had it has gone.
  const isRunning = latest?.isRunning;
  const wasRunning = useRef(false);
  const follow = useEffectEvent((runs: boolean | undefined) => {
    const at = document.activeElement;
    const isRefused = wasRunning.current && runs === false && latest?.result?.outcome.kind !== 'accepted';
    wasRunning.current = runs === true;
    const isInForm = at !== null && at.closest('form') !== null && isSamePair(latest?.change, pair);
    if (at === document.body || (isRefused && isInForm)) answer.current?.focus();
  });
  useEffect(() => follow(isRunning), [isRunning]);

  return (
    <>
      <PairForm form={form} pair={pair} latest={latest} running={running} onSend={onSend} />
      {pair && (
        <>
          <InRunAlert pair={pair} />
          <LastAccepted pair={pair} answeredEntry={latest?.result?.entryId} />
        </>
      )}
      {latest && <AnswerSection sent={latest} formPair={pair} onSend={onSend} ref={answer} />}
    </>
  );
};
