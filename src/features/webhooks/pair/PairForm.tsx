import { useEffect, useEffectEvent, useId, useRef, useState, type SubmitEvent } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import { choiceOf } from '#src/storage/local.ts';
import type { Change, ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/mutations.ts';
import { isSamePair, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { IdField } from '#src/features/webhooks/names/IdSuggestions.tsx';
import styles from './Pair.module.css';

/** Whether the campaign ID stays for the next pair. */
const keepCampaignChoice = choiceOf('console.webhooks.keepCampaign');

type PairFormApi = UseFormReturn<PairValues>;

/** One of the two IDs. A fault goes as soon as it is corrected, and comes only with the next attempt. */
const PairField = ({
  form: { control, setFocus, trigger },
  name,
  kind,
  label,
  onType,
}: {
  form: PairFormApi;
  name: keyof PairValues;
  kind: 'campaign' | 'webhook';
  label: string;
  onType: () => void;
}) => {
  const { field, fieldState } = useController({ control, name });
  const type = (id: string) => {
    onType();
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

/** The form of one pair. The next pair begins with the first change after an accepted answer. */
export const PairForm = ({
  form,
  pair,
  latest,
  running,
  onSend,
}: {
  form: PairFormApi;
  /** What the fields stand for; undefined where that can't be sent. */
  pair: PairValues | undefined;
  latest: SentChange | undefined;
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const { handleSubmit, setValue, setValues } = form;
  const [keeps, setKeeps] = useState(keepCampaignChoice.isOn);
  const element = useRef<HTMLFormElement>(null);
  const effectsId = useId();
  const busy = running.find((change) => isSamePair(change, pair))?.operation;
  const isHeldBack = busy !== undefined || undefined;
  const isDone = latest?.result?.outcome.kind === 'accepted' && isSamePair(latest.change, pair);

  // Ready for the next pair, but only where the keyboard is in a field already.
  const selectNext = useEffectEvent(() => {
    const inputs = element.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [];
    const next = [...inputs].find(({ name }) => name === (keeps ? 'webhookId' : 'campaignId'));
    if (!isDone || ![...inputs].some((input) => input === document.activeElement)) return;
    // At once: what the form library selects later would take what is typed meanwhile.
    next?.focus();
    next?.select();
  });
  useEffect(() => {
    if (latest) selectNext();
  }, [latest]);

  const begunAfter = useRef<SentChange>(undefined);
  const beginNext = (name: keyof PairValues) => {
    if (!isDone || begunAfter.current === latest) return;
    begunAfter.current = latest;
    if (!keeps) setValue(name === 'campaignId' ? 'webhookId' : 'campaignId', '');
  };

  const change = (operation: ChangeOperation) => {
    if (busy) return;
    void handleSubmit((checked) => {
      setValues(checked);
      onSend({ operation, ...checked });
    })();
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change('attach');
  };

  return (
    <form className={styles['pair']} noValidate onSubmit={submit} ref={element}>
      <PairField
        form={form}
        name="campaignId"
        kind="campaign"
        label="Campaign ID"
        onType={() => beginNext('campaignId')}
      />
      <PairField
        form={form}
        name="webhookId"
        kind="webhook"
        label="Webhook ID"
        onType={() => beginNext('webhookId')}
      />
      <div className={styles['acts']}>
        <Button
          variant="primary"
          size="lg"
          type="submit"
          onClick={(event) => isFirstClick(event) || event.preventDefault()}
          busy={busy === 'attach'}
          aria-disabled={isHeldBack}
          aria-describedby={effectsId}
        >
          {busy === 'attach' ? 'Attaching…' : 'Attach'}
        </Button>
        <Button
          size="lg"
          busy={busy === 'detach'}
          aria-disabled={isHeldBack}
          aria-describedby={effectsId}
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
        While attached, the webhook triggers actions on campaign-specific events. Once detached, it no longer
        triggers actions for that campaign.
      </p>
    </form>
  );
};
