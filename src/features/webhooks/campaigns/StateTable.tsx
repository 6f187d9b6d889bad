import { useMemo, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeId } from '#src/lib/invisible.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import type { PairOperation } from '#src/log/entry.ts';
import { useLog } from '#src/log/log.ts';
import { getPairStatus, type PairState, type SentPair } from '#src/log/sent-pairs.ts';
import { getSentKind, OUTCOMES } from '#src/outcomes/messages.ts';
import { copyText, offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { Status } from '#src/ui/Status.tsx';
import { usePages } from '#src/ui/table/pages.ts';
import { Table } from '#src/ui/table/Table.tsx';
import { ACT_LABELS, OPPOSITE_OPERATION, useChanges, VERBS } from '#src/features/webhooks/change/change.ts';
import { ID_NAMES, OTHER_KIND } from '#src/features/webhooks/names/names.ts';
import { NamedId } from '#src/features/webhooks/run/PairTable.tsx';
import type { Planned } from './PlanDialog.tsx';
import { listCounts, type CampaignsView, type GroupedRow } from './pair-groups.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './Campaigns.module.css';

/** `Attach, 14:21:07`; nothing was sent for what the user checked. */
const describeSent = ({ operation, at, checked }: SentPair, nowMs: number): string =>
  checked
    ? OUTCOMES.checked.sentence(VERBS[operation]).join('')
    : `${VERBS[operation].capital}, ${formatMoment(at, nowMs)}`;

const LastOutcome = ({ pair: { accepted, last, unknown }, nowMs }: { pair: PairState; nowMs: number }) => {
  const sent = unknown ?? last;
  return (
    <span className={styles['last']}>
      <Status {...OUTCOMES[getSentKind(sent)].look} />
      {sent !== accepted && <span className="quiet cut">{describeSent(sent, nowMs)}</span>}
    </span>
  );
};

/** Neither attached nor detached for certain. */
const findUncertain = (pair: PairState): SentPair | undefined =>
  pair.unknown ?? (getPairStatus(pair) === 'with-message' ? pair.accepted : undefined);

/** The user's word on what pairs are. `isAll`: the menu is of no others. */
const SettleItems = ({
  pairs,
  isAll = true,
  disabled = false,
  onSettled,
}: {
  pairs: readonly PairState[];
  isAll?: boolean;
  disabled?: boolean;
  onSettled: () => void;
}) => {
  const log = useLog();
  const isOne = pairs.length === 1;
  const all = isOne ? 'it is' : 'they are';
  const some = isOne ? 'the uncertain one is' : `the ${formatNumber(pairs.length)} uncertain are`;
  const they = isAll ? all : some;
  const settle = async (as: PairOperation) => {
    const [first] = pairs;
    const what =
      isOne && first
        ? `${escapeId(first.webhookId)} of ${escapeId(first.campaignId)}`
        : formatCount(pairs.length, 'pair');
    try {
      const takeBack = await log.settle(as, pairs);
      onSettled();
      offerUndo(`${what}: ${VERBS[as].done.toLowerCase()}`, takeBack);
    } catch {
      showToast({ tone: 'bad', text: 'Storage failed, so this was not noted. Reload the page.' });
    }
  };
  return (
    <>
      <MenuItem icon="ok" disabled={disabled} onClick={() => void settle('attach')}>
        I checked: {they} attached
      </MenuItem>
      <MenuItem icon="skip" disabled={disabled} onClick={() => void settle('detach')}>
        I checked: {they} not
      </MenuItem>
    </>
  );
};

const copyPairs = (pairs: readonly PairState[]) =>
  copyText(
    pairs.map(({ campaignId, webhookId }) => `${campaignId}\t${webhookId}`).join('\n'),
    pairs.length === 1 ? 'IDs' : formatCount(pairs.length, 'pair'),
  );

/** Of the selected pairs. */
export const SelectionMenu = ({
  pairs,
  onSettled,
}: {
  pairs: readonly PairState[];
  onSettled: () => void;
}) => {
  const { findRunning } = useChanges();
  const uncertain = pairs.filter((pair) => findUncertain(pair) && !findRunning(pair));
  return (
    <RowMenu label="More for the selected pairs">
      {uncertain.length > 0 && (
        <SettleItems pairs={uncertain} isAll={uncertain.length === pairs.length} onSettled={onSettled} />
      )}
      <MenuItem icon="copy" onClick={() => void copyPairs(pairs)}>
        Copy IDs
      </MenuItem>
    </RowMenu>
  );
};

const RowMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu label={label} trigger={{ icon: 'dots', size: 'sm', square: true, 'aria-label': label }}>
    {children}
  </Menu>
);

type TableProps = {
  rows: readonly GroupedRow[];
  view: CampaignsView;
  nowMs: number;
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[], isOn: boolean) => void;
  onPlan: (planned: Planned) => void;
  onDetach: (pairs: readonly PairState[]) => void;
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

/** Other states are quiet. */
const SUM_CLASSES: Partial<Record<CampaignsView['state'], string>> = {
  attached: '',
  unknown: 'late',
  'with-message': 'late',
};

const GroupCells = ({
  row: { group, shown },
  view,
  selected,
  onSelect,
  onPlan,
  onDetach,
}: CellsProps & { row: GroupedRow }) => {
  const { id, pairs } = group;
  const kind = view.by;
  const otherKind = OTHER_KIND[kind];
  const ids = pairs.filter(({ known }) => known === 'attach').map((pair) => pair[ID_NAMES[otherKind]]);
  const detachable = pairs.filter(({ mayBeAttached }) => mayBeAttached);
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
          <span className={classes('cut', styles['sum'])}>
            {listCounts(pairs).map(({ value, text }, at) => (
              <span key={value} className={SUM_CLASSES[value] ?? 'quiet'}>
                {at > 0 && ', '}
                {text}
              </span>
            ))}
          </span>
          <span className={styles['acts']}>
            <RowMenu label={`Actions for ${kind} ${escapeId(id)}`}>
              {kind === 'campaign' && (
                <MenuItem icon="webhooks" onClick={() => onPlan({ campaignIds: [id] })}>
                  Set webhooks…
                </MenuItem>
              )}
              {kind === 'webhook' && detachable.length > 0 && (
                <MenuItem
                  icon="refresh"
                  onClick={() =>
                    onPlan({ campaignIds: detachable.map(({ campaignId }) => campaignId), webhookId: id })
                  }
                >
                  Replace…
                </MenuItem>
              )}
              {detachable.length > 0 && (
                <MenuItem icon="x" onClick={() => onDetach(detachable)}>
                  Detach {formatCount(detachable.length, 'pair')}…
                </MenuItem>
              )}
              {ids.length > 0 && (
                <MenuItem
                  icon="copy"
                  onClick={() => void copyText(ids.join('\n'), formatCount(ids.length, 'ID'))}
                >
                  Copy {formatCount(ids.length, `${otherKind} ID`)}
                </MenuItem>
              )}
            </RowMenu>
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
  const uncertain = findUncertain(pair);
  const isBusy = findRunning(pair) !== undefined;
  const operation = OPPOSITE_OPERATION[accepted?.operation ?? 'detach'];
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
        {accepted ? describeSent(accepted, nowMs) : <span className="quiet">–</span>}
      </td>
      <td className={styles['outcome']}>
        <LastOutcome pair={pair} nowMs={nowMs} />
      </td>
      <td className={styles['acts']}>
        <RowMenu label={`Actions for ${escapeId(webhookId)} of ${escapeId(campaignId)}`}>
          {uncertain && (
            <>
              <MenuItem icon="refresh" disabled={isBusy} onClick={() => send(uncertain)}>
                Send again: {VERBS[uncertain.operation].plain}
              </MenuItem>
              <SettleItems pairs={[pair]} disabled={isBusy} onSettled={() => onSelect([pair.key], false)} />
            </>
          )}
          {uncertain?.operation !== operation && (
            <MenuItem
              icon={operation === 'attach' ? 'webhooks' : 'x'}
              disabled={isBusy}
              onClick={() => send({ operation, campaignId, webhookId })}
            >
              {ACT_LABELS[operation]}
            </MenuItem>
          )}
          <MenuItem icon="copy" onClick={() => void copyPairs([pair])}>
            Copy IDs
          </MenuItem>
        </RowMenu>
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
            className={classes(!pair && styles['group'], pair?.known === 'detach' && list['dim'])}
            data-picked={(pair && selected.has(pair.key)) || undefined}
          >
            {pair ? <PairCells pair={pair} {...props} /> : <GroupCells row={row} {...props} />}
          </tr>
        );
      }}
    />
  );
};
