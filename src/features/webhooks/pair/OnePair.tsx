import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useController, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import { createStore } from 'zustand/vanilla';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { choiceOf } from '#src/storage/local.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import type { Change, ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/mutations.ts';
import {
  isSamePair,
  pairOfLink,
  pairSchema,
  toPair,
  type PairValues,
} from '#src/features/webhooks/change/pair.ts';
import { IdField } from '#src/features/webhooks/names/IdSuggestions.tsx';
import { AnswerSection } from './AnswerSection.tsx';
import { InRunNote, LastAcceptedNote } from './PairNotes.tsx';
import styles from './Pair.module.css';

/** Whether the campaign ID stays for the next pair. */
const keepCampaignChoice = choiceOf('console.webhooks.keepCampaign');

const NO_PAIR: PairValues = { campaignId: '', webhookId: '' };

/**
 * What a person has typed and not seen accepted: it stays while another area is shown. `link` is the query that filled in last,
 * `kept` the campaign that stayed of an accepted pair.
 */
const typedPairOf = perWorkspace(() => createStore(() => ({ values: NO_PAIR, link: '', kept: '' })));

const OTHER = { campaignId: 'webhookId', webhookId: 'campaignId' } as const;

/** One of the two IDs. A fault goes as soon as it is corrected, and comes only with the next attempt. */
const PairField = ({
  form: { control, setFocus, trigger },
  name,
  kind,
  label,
  onType,
}: {
  form: UseFormReturn<PairValues>;
  name: keyof PairValues;
  kind: 'campaign' | 'webhook';
  label: string;
  onType: (name: keyof PairValues) => void;
}) => {
  const { field, fieldState } = useController({ control, name });
  const type = (id: string) => {
    onType(name);
    field.onChange(id);
    if (fieldState.error) void trigger(name);
  };
  return (
    <IdField
      {...field}
      label={label}
      kind={kind}
      error={fieldState.error?.message}
      onChange={(event) => type(event.target.value)}
      onUse={(id) => {
        type(id);
        setFocus(name);
      }}
    />
  );
};

/**
 * The form of one pair, what this browser last saw accepted for it, and the latest answer. The next pair begins with the first
 * change after an accepted answer.
 */
export const OnePair = ({
  latest,
  running,
  onSend,
}: {
  latest: SentChange | undefined;
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const typedPair = typedPairOf(useWorkspace());
  const form = useForm({
    resolver: zodResolver(pairSchema),
    defaultValues: typedPair.getState().values,
    reValidateMode: 'onSubmit',
  });
  const { control, handleSubmit, setValue, setValues } = form;
  const [campaignId, webhookId] = useWatch({ control, name: ['campaignId', 'webhookId'] });
  const pair = toPair({ campaignId, webhookId });
  const [keeps, setKeeps] = useState(keepCampaignChoice.isOn);
  const element = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLElement>(null);
  const effectsId = useId();
  const busy = running.find((change) => isSamePair(change, pair))?.operation;
  const isAccepted = latest?.result?.outcome.kind === 'accepted';
  const isDone = isAccepted && isSamePair(latest.change, pair);

  useEffect(() => {
    const kept = keeps ? campaignId : '';
    typedPair.setState(
      isDone ? { values: { campaignId: kept, webhookId: '' }, kept } : { values: { campaignId, webhookId } },
    );
  }, [typedPair, isDone, keeps, campaignId, webhookId]);

  // Not the router's own `useSearch`, which takes the percent signs out of values.
  const search = useSearch();
  // Also of another link, opened while the page stands; with Back, the same one would change what was typed since.
  useEffect(() => {
    if (search === '' || search === typedPair.getState().link) return;
    typedPair.setState({ link: search });
    setValues(pairOfLink(search));
  }, [search, typedPair, setValues]);

  const asked = useHistoryState<unknown>();
  useEffect(() => {
    if (isRecord(asked) && asked['focus'] === 'campaignId')
      element.current?.querySelector<HTMLInputElement>('[name="campaignId"]')?.focus();
  }, [asked]);

  // Ready for the next pair, but only where the keyboard is in a field already.
  const selectNext = useEffectEvent(() => {
    const inputs = [...(element.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])];
    const next = inputs.find(({ name }) => name === (keeps ? 'webhookId' : 'campaignId'));
    if (!isDone || !inputs.some((input) => input === document.activeElement)) return;
    // At once: what the form library selects later would take what is typed meanwhile.
    next?.focus();
    next?.select();
  });
  useEffect(() => {
    if (latest) selectNext();
  }, [latest]);

  // Where nothing was accepted, the message takes the keyboard; and where the button that had it has gone.
  const isRunning = latest?.isRunning;
  const wasRunning = useRef(false);
  const follow = useEffectEvent((runs: boolean | undefined) => {
    const at = document.activeElement;
    const isRefused = wasRunning.current && runs === false && !isAccepted;
    wasRunning.current = runs === true;
    const isInForm = at?.closest('form') && isSamePair(latest?.change, pair);
    if (at === document.body || (isRefused && isInForm)) answer.current?.focus();
  });
  useEffect(() => follow(isRunning), [isRunning]);

  const begunAfter = useRef<SentChange>(undefined);
  const beginNext = (name: keyof PairValues) => {
    if (!isDone || begunAfter.current === latest) return;
    begunAfter.current = latest;
    if (!keeps) setValue(OTHER[name], '');
  };

  const change = (operation: ChangeOperation) => {
    if (busy) return;
    void handleSubmit((checked) => {
      setValues(checked);
      onSend({ operation, ...checked });
    })();
  };
  const button = { size: 'lg', 'aria-disabled': busy && true, 'aria-describedby': effectsId } as const;

  return (
    <>
      <form
        className={styles['pair']}
        noValidate
        ref={element}
        onSubmit={(event) => {
          event.preventDefault();
          change('attach');
        }}
      >
        <PairField form={form} name="campaignId" kind="campaign" label="Campaign ID" onType={beginNext} />
        <PairField form={form} name="webhookId" kind="webhook" label="Webhook ID" onType={beginNext} />
        <div className={styles['acts']}>
          <Button
            {...button}
            variant="primary"
            type="submit"
            busy={busy === 'attach'}
            onClick={(event) => isFirstClick(event) || event.preventDefault()}
          >
            {busy === 'attach' ? 'Attaching…' : 'Attach'}
          </Button>
          <Button
            {...button}
            busy={busy === 'detach'}
            onClick={(event) => isFirstClick(event) && change('detach')}
          >
            {busy === 'detach' ? 'Detaching…' : 'Detach'}
          </Button>
          <Checkbox
            className={styles['keep']}
            checked={keeps}
            onChange={(event) => {
              setKeeps(event.target.checked);
              keepCampaignChoice.switchTo(event.target.checked);
            }}
          >
            Keep campaign ID for the next pair
          </Checkbox>
        </div>
        <p className={`hint ${styles['effects']}`} id={effectsId}>
          While attached, the webhook triggers actions on campaign-specific events. Once detached, it no
          longer triggers actions for that campaign.
        </p>
      </form>
      {pair && (
        <>
          <InRunNote pair={pair} />
          <LastAcceptedNote pair={pair} answered={latest?.result?.entryId} />
        </>
      )}
      {latest && <AnswerSection sent={latest} formPair={pair} onSend={onSend} ref={answer} />}
    </>
  );
};
