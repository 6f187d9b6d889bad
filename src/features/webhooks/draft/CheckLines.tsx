import { useMemo, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { WebhookPair } from '#src/api/client.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { findPage, usePages } from '#src/ui/table/pages.ts';
import { findTableRow } from '#src/ui/table/Table.tsx';
import { describeCheck } from './describe-check.ts';
import { matchesFilter, type Draft, type DraftFilter, type DraftLine } from './draft.ts';
import { isSamePair, PAIR_FIELDS, swapPair } from '#src/features/webhooks/change/change.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { listPairHeads, PairTable, type RowContent, NamedId } from '#src/features/webhooks/run/PairTable.tsx';
import { cutText } from '#src/lib/cut-text.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { AS_TYPED } from '#src/ui/forms/Field.tsx';
import field from '#src/ui/forms/Field.module.css';
import { Status } from '#src/ui/Status.tsx';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
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

const CheckCells = ({
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
  const isSwapped = line.warnings.includes('swapped');
  const isLong = text.length > MAX_ONE_LINE;
  const action = isInvalid ? 'Fix' : 'Edit';
  const hidden = findHiddenText(line);
  return (
    <>
      <td className={list['number']}>{formatNumber(line.line)}</td>
      {PAIR_FIELDS.map(({ name, kind }) => (
        <td key={name} className={classes(list[PLACES[kind]], 'mono')}>
          {line[name] === '' ? (
            <span className="quiet">{(kind === 'campaign' && cutText(hidden, MAX_SHOWN)) || 'empty'}</span>
          ) : (
            <NamedId kind={kind} id={line[name]} />
          )}
        </td>
      ))}
      <td className={list['check']} title={hidden || (isLong ? text : undefined)}>
        <span className={classes(styles['fix'], isLong && styles['long'], isSwapped && styles['two'])}>
          {look ? (
            <span className={isInvalid ? undefined : styles['plain']}>
              <Status {...look} word={text} />
            </span>
          ) : (
            <span className="quiet">{text}</span>
          )}
          {isSwapped && (
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
  <td className={list[PLACES[kind]]}>
    <input
      className={classes(field['in'], field['code'], styles['in'])}
      aria-label={`${label} of line ${formatNumber(line)}`}
      aria-describedby={hintId}
      placeholder={label}
      {...AS_TYPED}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  </td>
);

const EditCells = ({
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
      <td className={list['number']}>{formatNumber(line.line)}</td>
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
      <td className={list['check']}>
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

const LABEL = 'Lines';

export const CheckLines = ({
  draft,
  filter,
  editing,
  onEdit,
  offerUndo,
}: {
  draft: Draft;
  filter: DraftFilter;
  editing: number | undefined;
  onEdit: (index: number | undefined) => void;
  offerUndo: (text: string, undo: () => void) => void;
}) => {
  const { lines: all } = useStore(draft);
  const [announced, setAnnounced] = useState('');
  const [epochMs] = useState(() => Date.now());
  const pages = usePages(filter);
  const lines = useMemo(() => all.filter((line) => matchesFilter(line, filter)), [all, filter]);

  const [initial, setInitial] = useState<WebhookPair>();
  /** `values`: what was typed before Escape, if the editor is open again. */
  const edit = (line: DraftLine, position: number, values: WebhookPair = line) => {
    flushSync(() => {
      setInitial(values);
      onEdit(line.index);
      pages.go(findPage(position));
    });
    const fields = findTableRow(LABEL, position)?.querySelectorAll('input');
    const isWebhookAtFault = line.fault?.includes('webhook') ?? false;
    const first = fields?.[isWebhookAtFault ? 1 : 0];
    first?.focus();
    first?.select();
  };

  /** Focuses the line, or the one in its place. */
  const focusLine = (position: number) => {
    const at = Math.min(position, draft.lines(filter).length - 1);
    flushSync(() => pages.go(findPage(at)));
    findTableRow(LABEL, at)?.querySelector('button')?.focus();
  };
  const findPosition = (index: number) => {
    const after = draft.lines(filter).findIndex((line) => line.index >= index);
    return after === -1 ? Infinity : after;
  };
  const closeEditor = (index: number) => {
    flushSync(() => onEdit(undefined));
    focusLine(findPosition(index));
  };
  const goToNextInvalid = (index: number) => {
    const invalid = draft.lines('invalid');
    const next = invalid.find((line) => line.index > index) ?? invalid[0];
    const isShown = draft.lines(filter).some((line) => line.index === next?.index);
    closeEditor(isShown && next ? next.index : index);
  };

  const announce = (index: number) => {
    const line = draft.lines('all').find((one) => one.index === index);
    if (line) setAnnounced(`Line ${line.line}: ${describeCheck(line, epochMs).text}`);
  };

  const save = ({ index, line, status }: DraftLine, values: WebhookPair) => {
    offerUndo(`Line ${formatNumber(line)} edited`, draft.edit(index, values));
    if (status === 'invalid') goToNextInvalid(index);
    else closeEditor(index);
    announce(index);
  };

  const discard = (line: DraftLine, typed: WebhookPair) => {
    closeEditor(line.index);
    if (isSamePair(line, typed)) return;
    // Not saved, since half an ID may be ready to be sent.
    const undo = () => {
      const position = draft.lines(filter).findIndex(({ index }) => index === line.index);
      if (position !== -1) edit(line, position, typed);
    };
    offerUndo(`Edit of line ${formatNumber(line.line)} discarded`, undo);
  };
  const remove = ({ index, line }: DraftLine) => {
    offerUndo(`Line ${formatNumber(line)} removed`, draft.remove(index));
    goToNextInvalid(index);
  };

  const swap = (line: DraftLine) => {
    offerUndo(`Line ${formatNumber(line.line)} swapped`, draft.swap([line]));
    focusLine(findPosition(line.index));
    announce(line.index);
  };

  const renderRow = (position: number): RowContent => {
    const line = lines[position];
    if (!line) return { cells: null };
    const cells =
      line.index === editing ? (
        <EditCells
          line={line}
          initial={initial ?? line}
          onSave={(values) => save(line, values)}
          onCancel={() => closeEditor(line.index)}
          onEscape={(typed) => discard(line, typed)}
          onRemove={() => remove(line)}
        />
      ) : (
        <CheckCells
          line={line}
          epochMs={epochMs}
          onEdit={() => edit(line, position)}
          onSwap={() => swap(line)}
        />
      );
    const isDim = ['header', 'duplicate', 'omitted'].includes(line.status);
    return { cells, className: classes(isDim && list['dim']) };
  };

  return (
    <>
      <PairTable
        label={LABEL}
        caption="Lines to check"
        heads={[...listPairHeads(draft.pairList.isNumbered), { column: 'check', text: 'Check' }]}
        rowKeys={useMemo(() => lines.map(({ index }) => String(index)), [lines])}
        pages={pages}
        renderRow={renderRow}
        tallAt={editing === undefined ? undefined : lines.findIndex(({ index }) => index === editing)}
      />
      <p className="vh" role="status">
        {announced}
      </p>
    </>
  );
};
