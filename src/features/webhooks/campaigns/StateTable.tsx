import { useMemo } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeId } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import type { PairState } from '#src/log/sent-pairs.ts';
import type { SentPair } from '#src/log/views.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { usePages } from '#src/ui/table/pages.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { useChanges, toUndo, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import { ID_NAMES, OTHER_KIND } from '#src/features/webhooks/names/names.ts';
import { getLineLook } from '#src/features/webhooks/run/describe-run.ts';
import { NamedId } from '#src/features/webhooks/run/PairTable.tsx';
import type { Planned } from './PlanDialog.tsx';
import type { CampaignsView, Row } from './rows.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './Campaigns.module.css';

/** `Attach, 14:21:07` */
const describeSent = ({ operation, at }: SentPair, nowMs: number): string =>
  `${VERBS[operation].capital}, ${formatMoment(at, nowMs)}`;

const LastOutcome = ({ pair: { accepted, last, unknown }, nowMs }: { pair: PairState; nowMs: number }) => {
  const sent = unknown ?? last;
  return (
    <span className={styles['last']}>
      <Status {...getLineLook(sent.outcome, sent.withMessage)} />
      {sent !== accepted && <span className="quiet">{describeSent(sent, nowMs)}</span>}
    </span>
  );
};

/** Detach what was last attached; undo what was last detached. */
const getAction = ({
  accepted,
  campaignId,
  webhookId,
}: PairState): { label: string; change: Change } | undefined => {
  if (!accepted) return undefined;
  const pair = { campaignId, webhookId };
  if (accepted.operation === 'attach') return { label: 'Detach', change: { operation: 'detach', ...pair } };
  return accepted.undoOf === undefined
    ? { label: 'Undo', change: toUndo(accepted, accepted.id) }
    : { label: 'Attach', change: { operation: 'attach', ...pair } };
};

type TableProps = {
  rows: readonly Row[];
  view: CampaignsView;
  nowMs: number;
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[], isOn: boolean) => void;
  onPlan: (planned: Planned) => void;
};

type CellsProps = Omit<TableProps, 'rows'>;

const SelectBox = ({
  label,
  keys,
  selected,
  onSelect,
}: Pick<TableProps, 'selected' | 'onSelect'> & { label: string; keys: readonly string[] }) => {
  const count = keys.filter((key) => selected.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      onChange={() => onSelect(keys, !isAll)}
    />
  );
};

const GroupCells = ({
  row: { group, shown },
  view,
  selected,
  onSelect,
  onPlan,
}: CellsProps & { row: Row }) => {
  const { id, attached, pairs } = group;
  const kind = view.by;
  const otherKind = OTHER_KIND[kind];
  const ids = attached.map((pair) => pair[ID_NAMES[otherKind]]);
  const detached = pairs.filter(({ accepted }) => accepted?.operation === 'detach').length;
  const unknown = pairs.filter((pair) => pair.unknown).length;
  const [action, planned] =
    kind === 'campaign'
      ? (['Set webhooks', { kind: 'webhooks', campaignId: id }] as const)
      : (['Replace', { kind: 'replace', webhookId: id }] as const);
  return (
    <>
      <td className={styles['box']}>
        <SelectBox
          label={`Select all shown of ${kind} ${escapeId(id)}`}
          keys={shown.map(({ key }) => key)}
          selected={selected}
          onSelect={onSelect}
        />
      </td>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its buttons have labels */}
      <td colSpan={4}>
        <div className={styles['about']}>
          <span className="mono">
            <NamedId kind={kind} id={id} />
          </span>
          <span className={styles['sum']}>
            {formatNumber(attached.length)} attached
            {unknown > 0 && <span className="late">, {formatNumber(unknown)} unknown</span>}
            {detached > 0 && <span className="quiet">, {formatNumber(detached)} detached</span>}
          </span>
          <span className={styles['acts']}>
            {attached.length > 0 && (
              <TextButton
                aria-label={`Copy the ${formatCount(ids.length, `${otherKind} ID`)} of ${escapeId(id)}`}
                onClick={() => void copyText(ids.join('\n'), formatCount(ids.length, 'ID'))}
              >
                Copy IDs
              </TextButton>
            )}
            <TextButton
              aria-label={`${action} ${kind === 'campaign' ? 'of ' : ''}${escapeId(id)}…`}
              onClick={() => onPlan(planned)}
            >
              {action}…
            </TextButton>
          </span>
        </div>
      </td>
    </>
  );
};

const PairCells = ({ pair, view, nowMs, selected, onSelect }: CellsProps & { pair: PairState }) => {
  const { findRunning, send } = useChanges();
  const otherKind = OTHER_KIND[view.by];
  const { accepted, campaignId, webhookId } = pair;
  const isBusy = findRunning(pair) !== undefined;
  const action = getAction(pair);
  return (
    <>
      <td className={styles['box']}>
        <SelectBox
          label={`Select ${escapeId(webhookId)} of ${escapeId(campaignId)}`}
          keys={[pair.key]}
          selected={selected}
          onSelect={onSelect}
        />
      </td>
      <td className={classes(styles['of'], 'mono')}>
        <NamedId kind={otherKind} id={pair[ID_NAMES[otherKind]]} />
      </td>
      <td className={styles['accepted']}>
        {accepted ? describeSent(accepted, nowMs) : <span className="quiet">Nothing</span>}
      </td>
      <td className={styles['outcome']}>
        <LastOutcome pair={pair} nowMs={nowMs} />
      </td>
      <td className={styles['acts']}>
        {action && (
          <TextButton
            aria-disabled={isBusy || undefined}
            aria-label={`${action.label}: ${escapeId(webhookId)} of ${escapeId(campaignId)}`}
            onClick={() => !isBusy && send(action.change)}
          >
            {action.label}
          </TextButton>
        )}
      </td>
    </>
  );
};

export const StateTable = ({ rows, ...props }: TableProps) => {
  const { view, selected, onSelect } = props;
  const allKeys = rows.flatMap(({ pair }) => pair?.key ?? []);
  return (
    <Table
      label="Pairs"
      caption={`Pairs by ${view.by}, as last accepted from this browser`}
      className={list['scroll']}
      tableProps={{ className: classes(list['table'], styles['table']) }}
      rowKeys={useMemo(() => rows.map(({ key }) => key), [rows])}
      pages={usePages(view)}
      hasArrowKeys
      head={
        <tr aria-rowindex={1}>
          <th scope="col" className={styles['box']} aria-label="Selection">
            <SelectBox
              label={`Select all ${formatNumber(allKeys.length)}`}
              keys={allKeys}
              selected={selected}
              onSelect={onSelect}
            />
          </th>
          <th scope="col">{view.by === 'campaign' ? 'Campaign, webhooks' : 'Webhook, campaigns'}</th>
          <th scope="col" className={styles['accepted']}>
            Last accepted
          </th>
          <th scope="col" className={styles['outcome']}>
            Last outcome
          </th>
          <th scope="col" className={styles['acts']}>
            <span className="vh">Actions</span>
          </th>
        </tr>
      }
      renderRow={(index) => {
        const row = rows[index];
        if (!row) return null;
        const { pair } = row;
        return (
          <tr
            aria-rowindex={index + 2}
            className={classes(
              !pair && styles['group'],
              pair?.accepted?.operation === 'detach' && list['dim'],
            )}
            data-picked={(pair && selected.has(pair.key)) || undefined}
          >
            {pair ? <PairCells pair={pair} {...props} /> : <GroupCells row={row} {...props} />}
          </tr>
        );
      }}
    />
  );
};
