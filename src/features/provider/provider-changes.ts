import { useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import { escapeId } from '#src/lib/invisible.ts';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import type { ServiceOrigins, Outcome, Problem } from '#src/api/outcome.ts';
import type { Config } from '#src/config.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { describeOutcome, joinSentences, type OutcomeMessage } from '#src/outcomes/messages.ts';
import { FIELDS, lowerFirst, type FieldName } from './fields.ts';

/** `since` is in epoch milliseconds. */
type ProviderChange = ({ operation: 'save'; update: ProviderUpdate } | { operation: 'delete' }) & {
  since: number;
};

export type SettledChange = ProviderChange & { outcome: Outcome };

const PROVIDER_WRITES = { mutationKey: ['provider'] };

type ProviderWrite = Mutation<Outcome, Error, ProviderUpdate | undefined>;

const toChange = ({ variables: update, submittedAt: since }: ProviderWrite['state']): ProviderChange =>
  update ? { operation: 'save', update, since } : { operation: 'delete', since };

/** Includes changes of earlier visits to the page. At most one runs at a time. */
export const useProviderChanges = () => {
  const client = useQueryClient();
  const writes = useMutationState({ filters: PROVIDER_WRITES, select: ({ state }: ProviderWrite) => state });
  const running = writes.find(({ status }) => status === 'pending');
  const settled = writes.findLast(({ data }) => data);
  return {
    running: running && toChange(running),
    settled: settled?.data && { ...toChange(settled), outcome: settled.data },
    /** Reads the cache, since a second press can come before the next render. */
    isRunning: () => client.isMutating(PROVIDER_WRITES) > 0,
  };
};

/** How operations on the provider are spoken of. */
export const PROVIDER_WORDS = {
  save: { capital: 'Save', done: 'Saved', doing: 'Saving' },
  delete: { capital: 'Deletion', done: 'Deletion accepted', doing: 'Deleting' },
};

/** What users read. Of an entry, the configuration may have changed since. */
export const nameVoiceProvider = ({ voiceProviders }: Config['provider'], value: string): string =>
  voiceProviders.find((one) => one.value === value)?.label ?? value;

const describeSent = (update: ProviderUpdate, at: number, provider: Config['provider']): string => {
  const voiceProvider = update.voiceProvider && nameVoiceProvider(provider, update.voiceProvider);
  const values: { [Name in FieldName]?: string | undefined } = { ...update, voiceProvider };
  const sent = FIELDS.filter(({ name }) => name in values).map(({ name, shortLabel }) => {
    const value = values[name];
    return value ? `${shortLabel} ${escapeId(value)}` : `no ${shortLabel}`;
  });
  return `Sent at ${formatTime(at)}: ${sent.join(', ')}.`;
};

/** What CORS must allow beyond what a read needs. A page can't find out itself why the browser stopped a request. */
const describeCors = (
  { kind, status }: Problem,
  operation: keyof typeof PROVIDER_WORDS,
  { serviceOrigin, pageOrigin }: ServiceOrigins,
): string => {
  if (kind !== 'network' || status !== undefined || serviceOrigin === pageOrigin) return '';
  const [which, what] =
    operation === 'save' ? ['save', 'the header Content-Type'] : ['deletion', 'the method DELETE'];
  return `If every ${which} ends so, the service may not allow ${pageOrigin} ${what} (CORS).`;
};

/** The message above the form. A deletion's message has no action: the delete button is still there. */
export const describeChange = (
  change: SettledChange,
  origins: ServiceOrigins,
  provider: Config['provider'],
  /** The page was left since: what was sent is no longer in the form. */
  isFormCleared = false,
): OutcomeMessage => {
  const { operation, outcome } = change;
  const isSave = operation === 'save';
  const words = isSave
    ? { done: 'Configuration accepted', check: 'watch a call', notFound: 'The account may be unknown' }
    : { done: 'Accepted', check: 'watch a call', notFound: 'It may be deleted already' };
  const message = describeOutcome(outcome, words, origins);
  if (!isSave) message.title = `Deletion ${lowerFirst(message.title)}`;
  if (outcome.kind === 'accepted') {
    const { answer, notes } = outcome;
    const sent = isSave
      ? describeSent(change.update, change.since, provider)
      : `Sent at ${formatTime(change.since)}.`;
    const unexpected = notes.includes('expected-200')
      ? `The service answered ${answer.status}; expected 200.`
      : '';
    return { ...message, text: joinSentences(message.text, sent, unexpected) };
  }
  // The cause that an administrator can mend is in sight.
  const cors = describeCors(outcome.problem, operation, origins);
  if (!isSave) {
    const next =
      outcome.kind === 'unknown' ? `It may be deleted. Delete again, or ${words.check}.` : message.text;
    return { ...message, action: undefined, text: joinSentences(next, cors) };
  }
  message.text = joinSentences(message.text, cors);
  if (outcome.kind === 'refused') message.action = undefined;
  if (!isFormCleared) return message;
  const again = 'Enter the values again to save';
  const text =
    outcome.kind === 'unknown'
      ? joinSentences(`It may be saved. ${again}, or ${words.check}.`, cors)
      : joinSentences(message.text, `${again}.`);
  return { ...message, action: undefined, text };
};
