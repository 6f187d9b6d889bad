import { useState, type KeyboardEvent } from 'react';
import { number } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { checkInWords, isInvalid } from './check-words.ts';
import type { DraftLine } from './draft.ts';
import { useIdSuggestions } from '#src/features/webhooks/names/IdField.tsx';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { PairCell } from '#src/features/webhooks/run/PairTable.tsx';
import table from '#src/features/webhooks/run/PairTable.module.css';
import styles from './CheckView.module.css';

/** The row of a line: what is read in it, and what is wrong with it. */
export const CheckCells = ({
  line,
  nowMs,
  onEdit,
}: {
  line: DraftLine;
  /** Epoch milliseconds. */
  nowMs: number;
  onEdit: () => void;
}) => {
  const { text, look } = checkInWords(line, nowMs);
  const isBad = isInvalid(line.check);
  const lineNumber = number(line.line);
  return (
    <>
      <td className={table['number']}>{lineNumber}</td>
      <PairCell kind="campaign" id={line.campaignId} />
      <PairCell kind="webhook" id={line.webhookId} />
      <td className={table['check']}>
        <span className={styles['fix']}>
          {look ? (
            <span className={isBad ? undefined : styles['plain']}>
              <Status {...look} word={text} />
            </span>
          ) : (
            <span className={styles['quiet']}>{text}</span>
          )}
          {line.check.kind !== 'header' && (
            <TextButton
              className={isBad ? undefined : styles['edit']}
              aria-label={`${isBad ? 'Fix' : 'Edit'} line ${lineNumber}`}
              onClick={onEdit}
            >
              {isBad ? 'Fix' : 'Edit'}
            </TextButton>
          )}
        </span>
      </td>
    </>
  );
};

const FIELDS = [
  { key: 'campaignId', kind: 'campaign', column: 'campaign', label: 'Campaign ID' },
  { key: 'webhookId', kind: 'webhook', column: 'webhook', label: 'Webhook ID' },
] as const;

const EditField = ({
  kind,
  label,
  line,
  value,
  onValue,
  onKeyDown,
}: {
  kind: NameKind;
  label: string;
  line: string;
  value: string;
  onValue: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}) => {
  const { list, options } = useIdSuggestions(kind, value);
  return (
    <>
      <input
        className={styles['in']}
        list={list}
        aria-label={`${label} of line ${line}`}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {options}
    </>
  );
};

/** The row of a line while its IDs are typed anew. Enter saves it, Escape leaves it. */
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
  const [values, setValues] = useState<PairValues>(line);
  const save = () => onSave({ campaignId: values.campaignId, webhookId: values.webhookId });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else if (!event.repeat) save();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <td className={table['number']}>{number(line.line)}</td>
      {FIELDS.map(({ key, kind, column, label }) => (
        <td key={key} className={table[column]}>
          <EditField
            kind={kind}
            label={label}
            line={number(line.line)}
            value={values[key]}
            onValue={(id) => setValues({ ...values, [key]: id })}
            onKeyDown={press}
          />
        </td>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell, whose buttons have their words */}
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
