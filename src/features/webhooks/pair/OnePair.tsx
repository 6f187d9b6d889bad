import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/client.ts';
import type { PairOperation, PairRow } from '#src/log/entry.ts';
import { logQueries } from '#src/log/queries.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { isSendable } from '#src/lib/ids.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { OutcomeAlert, Waiting } from '#src/outcomes/Outcome.tsx';
import { describeOutcome, formatOutcome, OUTCOMES } from '#src/outcomes/messages.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { useWarnings } from '#src/ui/forms/warnings.ts';
import {
  reverse,
  useChanges,
  VERBS,
  createKindFinder,
  describePairDoubt,
  findTypedPair,
  formatPairPath,
  getIdPatterns,
  isSamePair,
  PAIR_FIELDS,
  pairSchema,
  readPairLink,
  readPastedPair,
  toPair,
  type SentChange,
} from '#src/features/webhooks/change/change.ts';
import { focusInvalid, IdField } from '#src/features/webhooks/names/IdField.tsx';
import { NameEdit, Named } from '#src/features/webhooks/names/NameEdit.tsx';
import { useNameBook } from '#src/features/webhooks/names/names.ts';
import { formatAt } from '#src/features/webhooks/run/describe-run.ts';
import styles from './Pair.module.css';

const LastAcceptedNote = ({ last, nowMs }: { last: PairRow; nowMs: number }) => {
  const words = VERBS[last.operation];
  const accepted = formatOutcome(last) + (last.withMessage ? ',' : '');
  const what = last.checked ? OUTCOMES.checked.sentence(words).join('') : `${words.capital} ${accepted}`;
  return (
    <p className="second">
      {what} {formatAt(last.at, nowMs)}.
    </p>
  );
};

const Answer = ({
  change,
  at,
  result: { entryId, outcome },
}: Pick<SentChange, 'change' | 'at'> & { result: NonNullable<SentChange['result']> }) => {
  const { send } = useChanges();
  const { origins } = useWorkspace().service;
  const { operation, campaignId, webhookId, undoOf } = change;
  const { done, capital, preposition } = VERBS[operation];
  const message = describeOutcome(outcome, VERBS[operation], origins);
  const isAccepted = outcome.kind === 'accepted';
  const canUndo = isAccepted && undoOf === undefined;
  return (
    <OutcomeAlert
      message={canUndo ? { ...message, action: 'Undo' } : message}
      outcome={outcome}
      about={
        <>
          {message.title !== done && `${capital} `}
          <Named kind="webhook" id={webhookId} /> {preposition} <Named kind="campaign" id={campaignId} />,{' '}
          {formatTime(at)}
        </>
      }
      onAct={() => send(canUndo ? reverse(change, entryId) : change)}
    />
  );
};

const AnswerSection = ({ sent: { change, at, isRunning, result } }: { sent: SentChange }) => {
  const section = useRef<HTMLElement>(null);
  const wasRunning = useRef(isRunning);
  // On a phone a new answer would be cut by the bar below.
  useEffect(() => {
    if (wasRunning.current && !isRunning) section.current?.scrollIntoView({ block: 'nearest' });
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <section aria-label="Answer" ref={section}>
      {isRunning ? (
        <div className="delayed" key={at}>
          <Alert tone="info" icon="wait" title={`${VERBS[change.operation].doing}…`} live="status">
            <Waiting since={at} />
          </Alert>
        </div>
      ) : (
        result && <Answer change={change} at={at} result={result} />
      )}
    </section>
  );
};

/**
 * Keeps what was typed and not accepted yet for the next visit. `link`: the query that last filled in the form.
 * `editedAfter`: the change whose answer went when the form was edited.
 */
const getTypedPair = perWorkspace(() =>
  createStore(() => ({ values: { campaignId: '', webhookId: '' }, link: '', editedAfter: 0 })),
);

/** Attach or detach one pair. The answer goes when a field is edited. */
export const OnePair = () => {
  const { latest, findRunning, send } = useChanges();
  const typedPair = getTypedPair(useWorkspace());
  const { clearErrors, control, getValues, handleSubmit, setError, setFocus, setValues, trigger } = useForm({
    resolver: zodResolver(pairSchema),
    defaultValues: typedPair.getState().values,
    reValidateMode: 'onSubmit',
  });
  const [campaignId, webhookId] = useWatch({ control, name: ['campaignId', 'webhookId'] });
  const pair = toPair({ campaignId, webhookId });
  const { data: used } = useQuery({
    ...logQueries.usedIds(useWorkspace()),
    enabled: campaignId !== '' || webhookId !== '',
  });
  const names = useNameBook();
  const findKind = useMemo(() => createKindFinder(used?.attached ?? [], names), [used, names]);
  const pairDoubt = describePairDoubt(getIdPatterns(useWorkspace()), pair, findKind);
  const { data: last, dataUpdatedAt } = useQuery({
    ...logQueries.lastAccepted(useWorkspace(), pair ?? { campaignId, webhookId }),
    enabled: pair !== undefined,
  });
  const form = useRef<HTMLFormElement>(null);
  const warnings = useWarnings(form);
  const effectsId = useId();
  const busy = findRunning(pair)?.operation;
  const editedAfter = useStore(typedPair, (typed) => typed.editedAfter);
  const isDone = latest?.result?.outcome.kind === 'accepted' && isSamePair(latest.change, pair);
  const hideAnswer = () => {
    if (latest?.result) typedPair.setState({ editedAfter: latest.at });
  };
  const fillIn = useEffectEvent((linked: Partial<WebhookPair>) => {
    hideAnswer();
    setValues(linked);
  });

  useEffect(() => {
    typedPair.setState({ values: { campaignId, webhookId: isDone ? '' : webhookId } });
  }, [typedPair, isDone, campaignId, webhookId]);

  // The browser's own query: the router's `useSearch` decodes percent signs.
  const search = useSearch();
  // Each link fills in once: going back to it must not replace what was typed since.
  useEffect(() => {
    if (search === '' || search === typedPair.getState().link) return;
    typedPair.setState({ link: search });
    fillIn(readPairLink(search));
  }, [search, typedPair]);

  const historyState = useHistoryState<unknown>();
  useEffect(() => {
    if (isRecord(historyState) && historyState['focus'] === 'campaignId') setFocus('campaignId');
  }, [historyState, setFocus]);

  // The focus goes to where the next act is: after an accepted change the next webhook, else what is to be corrected.
  const focusNext = useEffectEvent(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || focused === null;
    const field = form.current?.elements.namedItem('webhookId');
    const begins = isDone && form.current?.contains(focused);
    if (!(field instanceof HTMLInputElement) || !(isLost || begins)) return;
    // `setFocus` would select later, and so replace what is typed meanwhile.
    field.focus();
    if (isDone) field.select();
  });
  useEffect(() => {
    if (latest) focusNext();
  }, [latest]);

  const takePair = (found: WebhookPair) => {
    hideAnswer();
    setValues(found);
    clearErrors();
  };
  const splitTyped = () => {
    const typed = findTypedPair(getValues(), used);
    if (typed?.isFree) takePair(typed.pair);
  };

  const submit = (operation: PairOperation) => {
    if (busy || focusInvalid(form.current)) return;
    // IDs that were accepted together are no pair in one field.
    const typed = last ? undefined : findTypedPair(getValues(), used);
    // What was just split is sent only once the user has seen it.
    if (typed?.isFree) takePair(typed.pair);
    else if (typed) setError(typed.name, { message: 'These are two IDs.' }, { shouldFocus: true });
    else void handleSubmit((checked) => warnings.holdsBack() || send({ operation, ...checked }))();
  };

  const button = { size: 'lg', 'aria-disabled': busy && true, 'aria-describedby': effectsId } as const;
  return (
    <>
      <form
        className={styles['pair']}
        noValidate
        ref={form}
        {...warnings.listeners}
        onSubmit={(event) => {
          event.preventDefault();
          submit('attach');
        }}
      >
        {PAIR_FIELDS.map(({ name, kind, label }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { onChange, ...field }, fieldState: { error } }) => (
              <IdField
                {...field}
                label={label}
                kind={kind}
                doubt={kind === 'webhook' ? pairDoubt : undefined}
                attempt={warnings.attempt}
                error={error?.message}
                listAdvice=" Paste it in Bulk."
                onPaste={(event) => {
                  const pasted = readPastedPair(event.clipboardData.getData('text'));
                  if (!pasted) return;
                  takePair(pasted);
                  event.preventDefault();
                }}
                onBlur={({ relatedTarget }) => {
                  field.onBlur();
                  // What is typed into the other field next would be joined to its filled-in ID.
                  if (!(relatedTarget instanceof HTMLInputElement)) splitTyped();
                }}
                // An error goes away as soon as it is corrected. A new one appears only on the next attempt to send.
                onValue={(id) => {
                  hideAnswer();
                  onChange(id);
                  if (error) void trigger(name);
                }}
              />
            )}
          />
        ))}
        <div className={classes('btns', styles['acts'])}>
          <Button {...button} variant="primary" type="submit" busy={busy === 'attach'}>
            {busy === 'attach' ? 'Attaching…' : 'Attach'}
          </Button>
          <Button {...button} busy={busy === 'detach'} onClick={() => submit('detach')}>
            {busy === 'detach' ? 'Detaching…' : 'Detach'}
          </Button>
          <Button
            variant="bare"
            size="lg"
            icon="link"
            disabled={!pair}
            onClick={() => pair && void copyText(location.origin + formatPairPath(pair), 'Link')}
          >
            Copy link
          </Button>
        </div>
        {/* Drawn below the fields, but after the buttons in tab order: most pairs are sent without a name. */}
        {PAIR_FIELDS.map(({ name, kind }) => {
          const id = { campaignId, webhookId }[name];
          return (
            <div key={name} className={`hint ${styles[kind]}`}>
              {isSendable(id) && <NameEdit key={id} kind={kind} id={id} />}
            </div>
          );
        })}
        <p className={`hint ${styles['effects']}`} id={effectsId}>
          While attached, the webhook triggers actions on campaign-specific events.
        </p>
      </form>
      {latest && latest.at !== editedAfter && <AnswerSection sent={latest} />}
      {last && last.id !== latest?.result?.entryId && <LastAcceptedNote last={last} nowMs={dataUpdatedAt} />}
    </>
  );
};
