import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { WebhookPair } from '#src/api/operations.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible, describeInvisible } from '#src/lib/invisible.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { Status } from '#src/ui/Status.tsx';
import { describeCheck, MEND_LOOKS } from './describe-check.ts';
import { MENDABLE, type DraftLine, type Mendable } from './draft.ts';
import { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
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

export const CheckCells = ({
  line,
  epochMs,
  onEdit,
  onMend,
}: {
  line: DraftLine;
  epochMs: number;
  onEdit: () => void;
  onMend: ((warning: Mendable) => void) | undefined;
}) => {
  const { text, look } = describeCheck(line, epochMs);
  const isInvalid = line.status === 'invalid';
  const isLong = text.length > MAX_ONE_LINE;
  const action = isInvalid ? 'Fix' : 'Edit';
  const mendable = MENDABLE.find((warning) => line.warnings.includes(warning));
  return (
    <>
      <td className={table['number']}>{formatNumber(line.line)}</td>
      {PAIR_FIELDS.map(({ name, kind }) => (
        <td key={name} className={classes(table[PLACES[kind]], 'mono')}>
          {line[name] === '' ? (
            <span className="quiet">{(kind === 'campaign' && line.asRead) || 'empty'}</span>
          ) : (
            <NamedId kind={kind} id={line[name]} />
          )}
        </td>
      ))}
      <td className={table['check']} title={isLong ? text : undefined}>
        <span className={classes(styles['fix'], isLong && styles['long'])}>
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
          {onMend && mendable && (
            <TextButton
              aria-label={`${MEND_LOOKS[mendable].action} line ${formatNumber(line.line)}`}
              onClick={() => onMend(mendable)}
            >
              {MEND_LOOKS[mendable].action}
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
  onPaste,
}: {
  kind: NameKind;
  label: string;
  line: number;
  value: string;
  hintId: string | undefined;
  onChange: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const hidden = describeInvisible(value);
  const name = `${label} of line ${formatNumber(line)}`;
  const clean = () => {
    onChange(cleanInvisible(value));
    input.current?.focus();
  };
  return (
    <td className={table[PLACES[kind]]}>
      <span className={styles['field']}>
        <input
          ref={input}
          className={classes(field['in'], field['code'], styles['in'])}
          aria-label={name}
          aria-describedby={hintId}
          placeholder={label}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {hidden && (
          <Button
            size="sm"
            className={styles['clean']}
            aria-label={`Clean ${name}: ${hidden}`}
            title={hidden}
            onClick={clean}
          >
            Clean
          </Button>
        )}
      </span>
    </td>
  );
};

export const EditCells = ({
  line,
  initial,
  readPasted,
  onSave,
  onCancel,
  onEscape,
  onRemove,
}: {
  line: DraftLine;
  initial: WebhookPair;
  readPasted: (text: string) => WebhookPair | undefined;
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
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else onSave(values);
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent) => {
    const pair = readPasted(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    setValues(pair);
  };
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
          hintId={line.asRead && HINT_ID}
          onChange={(id) => setValues({ ...values, [name]: id })}
          onKeyDown={press}
          onPaste={paste}
        />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its buttons have labels */}
      <td className={table['check']}>
        <span className={styles['acts']}>
          <TextButton onClick={() => onSave(values)}>Save</TextButton>
          <TextButton onClick={onCancel}>Cancel</TextButton>
          <TextButton onClick={onRemove}>Remove line</TextButton>
        </span>
        {line.asRead && (
          <p className={classes('hint', styles['asRead'])} id={HINT_ID}>
            The line as read: <bdi className="mono">{cutText(line.asRead, MAX_SHOWN)}</bdi>
          </p>
        )}
      </td>
    </>
  );
};
