import { useState, type KeyboardEvent } from 'react';
import type { WebhookPair } from '#src/api/operations.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { Status } from '#src/ui/Status.tsx';
import { describeCheck } from './describe-check.ts';
import type { DraftLine } from './draft.ts';
import { PAIR_FIELDS, swapPair } from '#src/features/webhooks/change/change.ts';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { NamedId } from '#src/features/webhooks/run/PairTable.tsx';
import table from '#src/features/webhooks/run/PairList.module.css';
import styles from './CheckView.module.css';

const PLACES = { campaign: 'first', webhook: 'second' } as const;

/** A longer check takes two smaller lines. In characters. */
const MAX_ONE_LINE = 40;

const HINT_ID = 'line-as-read';

/** Of the line as read, in characters. */
const MAX_SHOWN = 400;

/** The text of a line whose values are not all in sight. */
const findHiddenText = ({ text = '', status, warnings, campaignId, webhookId }: DraftLine): string => {
  const isWhole = status !== 'invalid' && status !== 'header' && !warnings.includes('joined');
  const shown = [campaignId, webhookId].join('').replaceAll(/\W/g, '');
  return isWhole || text.replaceAll(/\W/g, '') === shown ? '' : text;
};

export const CheckCells = ({
  line,
  epochMs,
  onEdit,
  onSwap,
}: {
  line: DraftLine;
  epochMs: number;
  onEdit: () => void;
  onSwap: () => void;
}) => {
  const { text, look } = describeCheck(line, epochMs);
  const isInvalid = line.status === 'invalid';
  const isLong = text.length > MAX_ONE_LINE;
  const action = isInvalid ? 'Fix' : 'Edit';
  const hidden = findHiddenText(line);
  return (
    <>
      <td className={table['number']}>{formatNumber(line.line)}</td>
      {PAIR_FIELDS.map(({ name, kind }) => (
        <td key={name} className={classes(table[PLACES[kind]], 'mono')}>
          {line[name] === '' ? (
            <span className="quiet">{(kind === 'campaign' && cutText(hidden, MAX_SHOWN)) || 'empty'}</span>
          ) : (
            <NamedId kind={kind} id={line[name]} />
          )}
        </td>
      ))}
      <td className={table['check']} title={hidden || (isLong ? text : undefined)}>
        <span className={classes(styles['fix'], isLong && styles['long'])}>
          {look ? (
            <span className={isInvalid ? undefined : styles['plain']}>
              <Status {...look} word={text} />
            </span>
          ) : (
            <span className="quiet">{text}</span>
          )}
          {line.warnings.includes('swapped') && (
            <TextButton aria-label={`Swap line ${formatNumber(line.line)}`} onClick={onSwap}>
              Swap
            </TextButton>
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
  hintId,
  onChange,
  onKeyDown,
}: {
  kind: NameKind;
  label: string;
  line: number;
  value: string;
  hintId: string | undefined;
  onChange: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) => (
  <td className={table[PLACES[kind]]}>
    <input
      className={classes(field['in'], field['code'], styles['in'])}
      aria-label={`${label} of line ${formatNumber(line)}`}
      aria-describedby={hintId}
      placeholder={label}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  </td>
);

export const EditCells = ({
  line,
  initial,
  onSave,
  onCancel,
  onEscape,
  onRemove,
}: {
  line: DraftLine;
  initial: WebhookPair;
  onSave: (pair: WebhookPair) => void;
  onCancel: () => void;
  onEscape: (typed: WebhookPair) => void;
  onRemove: () => void;
}) => {
  const [values, setValues] = useState<WebhookPair>({
    campaignId: initial.campaignId,
    webhookId: initial.webhookId,
  });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape(values);
    else if (event.key !== 'Enter') return;
    else onSave(values);
    event.preventDefault();
    event.stopPropagation();
  };
  const hidden = findHiddenText(line);
  return (
    <>
      <td className={table['number']}>{formatNumber(line.line)}</td>
      {PAIR_FIELDS.map(({ name, kind, label }) => (
        <EditField
          key={name}
          kind={kind}
          label={label}
          line={line.line}
          value={values[name]}
          hintId={hidden === '' ? undefined : HINT_ID}
          onChange={(id) => setValues({ ...values, [name]: id })}
          onKeyDown={press}
        />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its buttons have labels */}
      <td className={table['check']}>
        <span className={styles['acts']}>
          <TextButton onClick={() => onSave(values)}>Save</TextButton>
          <TextButton onClick={onCancel}>Cancel</TextButton>
          <TextButton onClick={() => setValues(swapPair(values))}>Swap</TextButton>
          <TextButton onClick={onRemove}>Remove line</TextButton>
        </span>
        {hidden !== '' && (
          <p className={classes('hint', styles['asRead'])} id={HINT_ID}>
            The line as read: <bdi className="mono">{cutText(hidden, MAX_SHOWN)}</bdi>
          </p>
        )}
      </td>
    </>
  );
};
