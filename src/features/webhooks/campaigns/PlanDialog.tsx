import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PairState } from '#src/log/sent-pairs.ts';
import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { ListField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { focusInvalid, IdField } from '#src/features/webhooks/names/IdField.tsx';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import {
  describePlan,
  listWebhookIds,
  planReplacement,
  planWebhooks,
  readWebhookIds,
  type Plan,
} from './plan.ts';
import { compareIds } from './pair-groups.ts';
import field from '#src/ui/forms/Field.module.css';
import styles from './Campaigns.module.css';

export type Planned = { kind: 'webhooks'; campaignId: string } | { kind: 'replace'; webhookId: string };

const TITLES: Record<Planned['kind'], string> = {
  webhooks: 'Set the webhooks of a campaign',
  replace: 'Replace a webhook everywhere',
};

/** In characters. */
const MAX_QUOTED = 60;

const EMPTY_PLAN: Plan = { attach: [], detach: [], same: 0 };

export const PlanDialog = ({
  pairs,
  planned,
  onCheck,
  onClose,
}: {
  pairs: readonly PairState[];
  planned: Planned;
  onCheck: (plan: Plan, title: string) => void;
  onClose: () => void;
}) => {
  const fieldId = useId();
  const [campaignId, setCampaignId] = useState(planned.kind === 'webhooks' ? planned.campaignId : '');
  const [webhookId, setWebhookId] = useState(planned.kind === 'replace' ? planned.webhookId : '');
  const [newWebhookId, setNewWebhookId] = useState('');
  const [text, setText] = useState(() => listWebhookIds(pairs, campaignId).toSorted(compareIds).join('\n'));
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  // The dialog focuses its first field, but that one may be filled in already. Typing replaces the text of the last.
  useLayoutEffect(() => {
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
    ];
    const first = fields.find(({ value }) => value === '') ?? fields.at(-1);
    first?.focus();
    first?.select();
  }, []);

  const sent = useMemo(
    () => ({
      campaign: new Set(pairs.map((pair) => pair.campaignId)),
      webhook: new Set(pairs.map((pair) => pair.webhookId)),
    }),
    [pairs],
  );
  /** What was sent before stays as it was, also with a space at an end. */
  const readId = (kind: NameKind, typed: string) => (sent[kind].has(typed) ? typed : cleanInvisible(typed));
  const id = readId('campaign', campaignId);
  const old = readId('webhook', webhookId);
  const next = readId('webhook', newWebhookId);
  const { ids: wanted, unread, odd } = readWebhookIds(text, sent.webhook);
  const makePlan = (): Plan => {
    switch (planned.kind) {
      case 'webhooks': {
        const isMissing = id === '' || wanted.length === 0 || unread.length > 0;
        return isMissing ? EMPTY_PLAN : planWebhooks(pairs, id, wanted);
      }
      case 'replace':
        return old === '' || next === '' || old === next ? EMPTY_PLAN : planReplacement(pairs, old, next);
    }
  };
  const runTitle = planned.kind === 'webhooks' ? `Set webhooks of ${id}` : `Replace ${old} by ${next}`;
  const plan = makePlan();
  const isEmpty = plan.attach.length + plan.detach.length === 0;
  // The attaches are a run of their own, and come first.
  const action =
    plan.attach.length > 0
      ? `Check ${formatNumber(plan.attach.length)} to attach`
      : `Check ${formatNumber(plan.detach.length)} to detach`;
  const describe = (): string => {
    const isReplaceEmpty = old !== '' && next !== '' && isEmpty;
    if (!isReplaceEmpty) return describePlan(plan);
    return old === next ? 'Both are the same webhook.' : 'This browser attached this webhook to no campaign.';
  };

  return (
    <ConfirmDialog
      title={TITLES[planned.kind]}
      action={isEmpty ? 'Check pairs' : action}
      variant="primary"
      disabled={isEmpty}
      onBack={onClose}
      form={formId}
    >
      <form
        className={styles['form']}
        noValidate
        id={formId}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!focusInvalid(form.current)) onCheck(plan, runTitle);
        }}
      >
        {planned.kind === 'webhooks' && (
          <>
            <IdField label="Campaign ID" kind="campaign" value={campaignId} onValue={setCampaignId} />
            <div className={field['field']}>
              <label htmlFor={fieldId}>Webhooks that it should have</label>
              <ListField
                id={fieldId}
                rows={8}
                hintId={`${fieldId}-hint`}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
              <p className="hint" id={`${fieldId}-hint`}>
                When they are attached, a second run offers to detach the others.
              </p>
              {unread[0] !== undefined && (
                <p className="late" role="alert">
                  “{cutText(unread[0], MAX_QUOTED)}” isn’t read. Put each webhook ID on a line of its own.
                </p>
              )}
              {odd[0] !== undefined && (
                <p className="late">“{cutText(odd[0], MAX_QUOTED)}” is not like the others.</p>
              )}
            </div>
          </>
        )}
        {planned.kind === 'replace' && (
          <>
            <IdField label="Webhook ID" kind="webhook" value={webhookId} onValue={setWebhookId} />
            <IdField
              label="Replaced by webhook ID"
              kind="webhook"
              value={newWebhookId}
              onValue={setNewWebhookId}
            />
          </>
        )}
        <p className="second" role="status">
          {describe()}
        </p>
      </form>
    </ConfirmDialog>
  );
};
