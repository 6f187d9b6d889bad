import { useEffect, useEffectEvent, useId, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Choice.tsx';
import type { Change, ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { SentChange } from '#src/features/webhooks/change/mutations.ts';
import { IdField } from '#src/features/webhooks/names/IdSuggestions.tsx';
import { keepCampaign, readKeepCampaign } from './keep-campaign.ts';
import {
  checkPair,
  isSamePair,
  toPair,
  type PairFaults,
  type PairValues,
} from '#src/features/webhooks/change/pair.ts';
import { isFirstClick } from '#src/ui/forms/first-click.ts';
import styles from './PairForm.module.css';

/** The form of one pair. The next pair begins with the first change after an accepted answer. */
export const PairForm = ({
  values,
  onValues,
  latest,
  running,
  onSend,
}: {
  values: PairValues;
  onValues: (values: PairValues) => void;
  latest: SentChange | undefined;
  running: readonly Change[];
  onSend: (change: Change) => void;
}) => {
  const [keeps, setKeeps] = useState(readKeepCampaign);
  const [faults, setFaults] = useState<PairFaults>({});
  const fields = { campaignId: useRef<HTMLInputElement>(null), webhookId: useRef<HTMLInputElement>(null) };
  const effectsId = useId();
  const pair = toPair(values);
  const busy = running.find((change) => isSamePair(change, pair))?.operation;
  const isHeldBack = busy !== undefined || undefined;
  const isDone = latest?.result?.outcome.kind === 'accepted' && isSamePair(latest.change, pair);

  const begunAfter = useRef<SentChange>(undefined);

  // Ready for the next pair, but only where the keyboard is in a field already.
  const selectNext = useEffectEvent(() => {
    const isTyping = Object.values(fields).some(({ current }) => current === document.activeElement);
    if (!isDone || !isTyping) return;
    const next = fields[keeps ? 'webhookId' : 'campaignId'].current;
    next?.focus();
    next?.select();
  });
  useEffect(() => {
    if (latest) selectNext();
  }, [latest]);

  const type = (field: keyof PairValues, text: string) => {
    const next = { ...values, [field]: text };
    if (isDone && begunAfter.current !== latest) {
      begunAfter.current = latest;
      if (!keeps) next[field === 'campaignId' ? 'webhookId' : 'campaignId'] = '';
    }
    onValues(next);
    // A fault goes as soon as it is mended, and comes only with the next attempt.
    const checked = checkPair(next);
    const isMended = 'pair' in checked || checked.faults[field] === undefined;
    if (isMended && faults[field] !== undefined) setFaults({ ...faults, [field]: undefined });
  };

  const change = (operation: ChangeOperation) => {
    if (busy) return;
    const checked = checkPair(values);
    if ('faults' in checked) {
      setFaults(checked.faults);
      fields[checked.faults.campaignId === undefined ? 'webhookId' : 'campaignId'].current?.focus();
      return;
    }
    setFaults({});
    onValues(checked.pair);
    onSend({ operation, ...checked.pair });
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change('attach');
  };

  const input = (field: keyof PairValues) => ({
    name: field,
    ref: fields[field],
    value: values[field],
    error: faults[field],
    onChange: (event: { target: HTMLInputElement }) => type(field, event.target.value),
    onUse: (id: string) => {
      type(field, id);
      fields[field].current?.focus();
    },
  });

  return (
    <form className={styles['pair']} noValidate onSubmit={submit}>
      <IdField label="Campaign ID" kind="campaign" {...input('campaignId')} />
      <IdField label="Webhook ID" kind="webhook" {...input('webhookId')} />
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
            keepCampaign(event.target.checked);
          }}
        >
          Keep campaign ID for the next pair
        </Checkbox>
      </div>
      <p className={`hint ${styles['effects']}`} id={effectsId}>
        Attached, the webhook will trigger actions on campaign-specific events. Detached, it no longer
        triggers actions for that campaign.
      </p>
    </form>
  );
};
