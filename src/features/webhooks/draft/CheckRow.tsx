import { useState, type KeyboardEvent } from 'react';
import { formatNumber } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { describeCheck } from './describe-check.ts';
import type { DraftLine } from './draft.ts';
import { useIdSuggestions } from '#src/features/webhooks/names/IdField.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { PairCell } from '#src/features/webhooks/run/PairTable.tsx';
import table from '#src/features/webhooks/run/PairTable.module.css';
import styles from './CheckView.module.css';

export const CheckCells = ({
  line,
  epochMs,
  onEdit,
}: {
  line: DraftLine;
  epochMs: number;
  onEdit: () => void;
}) => {
  const { text, look } = describeCheck(line, epochMs);
  const isInvalid = line.status === 'invalid';
  const action = isInvalid ? 'Fix' : 'Edit';
  return (
    <>
      <td className={table['number']}>{formatNumber(line.line)}</td>
      <PairCell kind="campaign" id={line.campaignId} />
      <PairCell kind="webhook" id={line.webhookId} />
      <td className={table['check']}>
        <span className={styles['fix']}>
          {look ? (
            <span className={isInvalid ? undefined : styles['plain']}>
              <Status {...look} word={text} />
            </span>
          ) : (
            <span className="quiet">{text}</span>
          )}
          {line.status !== 'header' && (
            <TextButton
              className={isInvalid ? undefined : styles['edit']}
              aria-label={`${action} line ${formatNumber(line.line)}`}
              onClick={onEdit}
            >
              {action}
            </TextButton>
          )}
        </span>
      </td>
    </>
  );
};

const EditField = ({
  kind,
  label,
  line,
  value,
  onChange,
  onKeyDown,
}: {
  kind: 'campaign' | 'webhook';
  label: string;
  line: number;
  value: string;
  onChange: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) => {
  const { list, options } = useIdSuggestions(kind, value);
  return (
    <td className={table[kind]}>
      <input
        className={styles['in']}
        list={list}
        aria-label={`${label} of line ${formatNumber(line)}`}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      {options}
    </td>
  );
};

export const EditCells = ({
  line,
  onSave,
  onCancel,
  onRemove,
}: {
  line: DraftLine;
  onSave: (values: PairValues) => void;
  onCancel: () => void;
  onRemove: () => void;
}) => {
  const [campaignId, setCampaignId] = useState(line.campaignId);
  const [webhookId, setWebhookId] = useState(line.webhookId);
  const save = () => onSave({ campaignId, webhookId });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else if (!event.repeat) save();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <td className={table['number']}>{formatNumber(line.line)}</td>
      <EditField
        kind="campaign"
        label="Campaign ID"
        line={line.line}
        value={campaignId}
        onChange={setCampaignId}
        onKeyDown={press}
      />
      <EditField
        kind="webhook"
        label="Webhook ID"
        line={line.line}
        value={webhookId}
        onChange={setWebhookId}
        onKeyDown={press}
      />
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its buttons have labels */}
      <td className={table['check']}>
        <span className={styles['acts']}>
          <TextButton onClick={save}>Save</TextButton>
          <TextButton onClick={onCancel}>Cancel</TextButton>
          <TextButton onClick={onRemove}>Remove line</TextButton>
        </span>
      </td>
    </>
  );
};
