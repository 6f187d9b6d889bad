import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PairState } from '#src/log/sent-pairs.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible, escapeId } from '#src/lib/invisible.ts';
import { splitSeveral } from '#src/lists/marks.ts';
import { Checkbox } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { focusInvalid, IdField } from '#src/features/webhooks/names/IdField.tsx';
import { Named } from '#src/features/webhooks/names/NameEdit.tsx';
import { formatReplacement, preparePlan, type FollowUp } from '#src/features/webhooks/run/follow-up.ts';
import { countWebhooks, describePlan, describeWithout, planWebhooks } from './plan.ts';
import field from '#src/ui/forms/Field.module.css';
import styles from './Campaigns.module.css';

/** `webhookId`: to replace. */
export type Planned = { campaignIds: readonly string[]; webhookId?: string | undefined };

/** In characters. */
const MAX_QUOTED = 60;
const MAX_LISTED = 100;

/** `10 campaigns, 2 uncertain` */
const describeCount = ({ count, uncertain }: { count: number; uncertain: number }, isOne: boolean): string =>
  [
    !isOne && formatCount(count, 'campaign'),
    uncertain > 0 && (isOne ? 'uncertain' : `${formatNumber(uncertain)} uncertain`),
  ]
    .filter(Boolean)
    .join(', ');

export const PlanDialog = ({
  pairs,
  planned,
  onCheck,
  onClose,
}: {
  pairs: readonly PairState[];
  planned: Planned;
  onCheck: (followUp: FollowUp) => void;
  onClose: () => void;
}) => {
  const fields = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState(
    () => new Set(planned.webhookId === undefined ? [] : [planned.webhookId]),
  );
  const [typed, setTyped] = useState('');
  // The dialog focuses its first field, which is ticked already.
  useLayoutEffect(() => {
    if (ticked.size > 0) fields.current?.querySelector<HTMLElement>('input:not([type])')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as it opens
  }, []);

  const campaignIds = useMemo(() => new Set(planned.campaignIds), [planned]);
  const webhooks = useMemo(() => countWebhooks(pairs, campaignIds), [pairs, campaignIds]);
  // What was sent before stays as it was, also with a space at an end.
  const isSent = useMemo(() => pairs.some(({ webhookId }) => webhookId === typed), [pairs, typed]);
  const next = isSent ? [typed] : splitSeveral(cleanInvisible(typed), '').filter((id) => id !== '');
  const isSame = next.some((id) => ticked.has(id));
  const plan = planWebhooks(pairs, campaignIds, ticked, next);
  const isEmpty = isSame || plan.attach.length + plan.detach.length === 0;
  // The attaches are a run of their own, and come first.
  const action =
    plan.attach.length > 0
      ? `Check ${formatNumber(plan.attach.length)} to attach`
      : `Check ${formatNumber(plan.detach.length)} to detach`;
  const [only = ''] = planned.campaignIds;
  const isOne = planned.campaignIds.length === 1;
  const title = `Set webhooks of ${isOne ? cutText(escapeId(only), MAX_QUOTED) : formatCount(campaignIds.size, 'campaign')}`;
  const runTitle = ticked.size > 0 && next.length > 0 ? formatReplacement([...ticked], next) : title;

  const tick = (id: string, isOn: boolean) => {
    const all = new Set(ticked);
    if (isOn) all.add(id);
    else all.delete(id);
    setTicked(all);
  };

  return (
    <ConfirmDialog
      title={title}
      action={isEmpty ? 'Check pairs' : action}
      variant="primary"
      disabled={isEmpty}
      onBack={onClose}
      onConfirm={() => {
        if (!focusInvalid(fields.current)) onCheck(preparePlan(plan, runTitle, describeWithout(plan)));
      }}
    >
      <div className={styles['form']} ref={fields}>
        {webhooks.length > 0 && (
          <fieldset className={field['field']}>
            <legend>Detach</legend>
            <div className={styles['webhooks']}>
              {webhooks.slice(0, MAX_LISTED).map((webhook) => (
                <Checkbox
                  key={webhook.id}
                  checked={ticked.has(webhook.id)}
                  onChange={({ target }) => tick(webhook.id, target.checked)}
                >
                  <span>
                    <Named kind="webhook" id={webhook.id} />{' '}
                    <span className="quiet">{describeCount(webhook, isOne)}</span>
                  </span>
                </Checkbox>
              ))}
            </div>
            {webhooks.length > MAX_LISTED && (
              <p className="hint">
                These {formatNumber(MAX_LISTED)} of {formatNumber(webhooks.length)} are on the most campaigns.
              </p>
            )}
          </fieldset>
        )}
        <IdField label="Attach webhook ID" kind="webhook" mayBeSeveral value={typed} onValue={setTyped} />
        <p className="second" role="status">
          {isSame ? 'Both are the same webhook.' : describePlan(plan)}
        </p>
      </div>
    </ConfirmDialog>
  );
};
