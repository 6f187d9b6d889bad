import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { WITH_MESSAGE } from '#src/outcomes/with-message.ts';
import type { PairState } from '#src/log/sent-pairs.ts';
import type { SentPair } from '#src/log/views.ts';
import { copyText } from '#src/ui/alerts/toasts.ts';
import { isFirstClick, TextButton } from '#src/ui/forms/Button.tsx';
import { Status } from '#src/ui/Status.tsx';
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx';
import { isSamePair, toUndo, VERBS, type Change } from '#src/features/webhooks/change/change.ts';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { ID_NAMES, OTHER_KIND, type NameKind } from '#src/features/webhooks/names/names.ts';
import { LINE_STATES } from '#src/features/webhooks/run/describe-run.ts';
import { PairId } from '#src/features/webhooks/run/PairTable.tsx';
import type { Planned } from './PlanDialog.tsx';
import type { CampaignsView, Group, Row } from './rows.ts';
import { SelectBox } from './SelectBox.tsx';
import styles from './Campaigns.module.css';

const NamedId = ({ kind, id }: { kind: NameKind; id: string }) => (
  <span className={styles['id']}>
    <Named kind={kind} id={id}>
      <PairId id={id} />
    </Named>
  </span>
);

/** `Attach, 14:21:07` */
const describeSent = ({ operation, at }: SentPair, nowMs: number): string =>
  `${VERBS[operation].capital}, ${formatMoment(at, nowMs)}`;

const LastOutcome = ({ pair: { accepted, last, unknown }, nowMs }: { pair: PairState; nowMs: number }) => {
  const sent = unknown ?? last;
  const look = sent.withMessage ? WITH_MESSAGE : LINE_STATES[sent.outcome];
  return (
    <span className={styles['last']}>
      <Status {...look} />
      {sent !== accepted && <span className="quiet">{describeSent(sent, nowMs)}</span>}
    </span>
  );
};

/** Detach what was last attached; undo what was last detached. */
const getAction = ({
  accepted,
  campaignId,
  webhookId,
}: PairState): [label: string, change: Change] | null => {
  if (!accepted) return null;
  if (accepted.operation === 'attach') return ['Detach', { operation: 'detach', campaignId, webhookId }];
  return accepted.undoOf === undefined
    ? ['Undo', toUndo(accepted, accepted.id)]
    : ['Attach', { operation: 'attach', campaignId, webhookId }];
};

type TableProps = {
  rows: readonly Row[];
  view: CampaignsView;
  nowMs: number;
  selected: ReadonlySet<string>;
  running: readonly Change[];
  onSelect: (keys: readonly string[], isOn: boolean) => void;
  onSend: (change: Change) => void;
  onPlan: (planned: Planned) => void;
};

const GroupCells = ({
  group: { id, attached, pairs },
  shown,
  view,
  selected,
  onSelect,
  onPlan,
}: Pick<TableProps, 'view' | 'selected' | 'onSelect' | 'onPlan'> & {
  group: Group;
  shown: readonly PairState[];
}) => {
  const kind = view.by;
  const otherKind = OTHER_KIND[kind];
  const ids = attached.map((pair) => pair[ID_NAMES[otherKind]]);
  const detached = pairs.filter(({ accepted }) => accepted?.operation === 'detach').length;
  const unknown = pairs.filter((pair) => pair.unknown).length;
  return (
    <>
      <td className={styles['box']}>
        <SelectBox
          label={`Select all shown of ${kind} ${id}`}
          keys={shown.map(({ key }) => key)}
          selected={selected}
          onSelect={onSelect}
        />
      </td>
      <td className="mono">
        <NamedId kind={kind} id={id} />
      </td>
      <td className={styles['sum']} colSpan={2}>
        {formatNumber(attached.length)} attached
        {detached > 0 && <span className="quiet">, {formatNumber(detached)} detached</span>}
        {unknown > 0 && <span className="late">, {formatNumber(unknown)} unknown</span>}
      </td>
      <td className={styles['acts']}>
        {attached.length > 0 && (
          <TextButton
            aria-label={`Copy the ${formatCount(ids.length, `${otherKind} ID`)} of ${id}`}
            onClick={() => void copyText(ids.join('\n'), formatCount(ids.length, 'ID'))}
          >
            Copy IDs
          </TextButton>
        )}
        {kind === 'campaign' ? (
          <TextButton
            aria-label={`Set webhooks of ${id}…`}
            onClick={() => onPlan({ kind: 'webhooks', campaignId: id })}
          >
            Set webhooks…
          </TextButton>
        ) : (
          <TextButton
            aria-label={`Replace ${id}…`}
            onClick={() => onPlan({ kind: 'replace', webhookId: id })}
          >
            Replace…
          </TextButton>
        )}
      </td>
    </>
  );
};

const PairCells = ({
  pair,
  view,
  nowMs,
  selected,
  running,
  onSelect,
  onSend,
}: Omit<TableProps, 'rows' | 'onPlan'> & { pair: PairState }) => {
  const otherKind = OTHER_KIND[view.by];
  const { accepted, campaignId, webhookId } = pair;
  const isBusy = running.some((change) => isSamePair(change, pair));
  const action = getAction(pair);
  return (
    <>
      <td className={styles['box']}>
        <SelectBox
          label={`Select ${webhookId} of ${campaignId}`}
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
            aria-label={`${action[0]}: ${webhookId} of ${campaignId}`}
            onClick={(event) => isFirstClick(event) && !isBusy && onSend(action[1])}
          >
            {action[0]}
          </TextButton>
        )}
      </td>
    </>
  );
};

export const StateTable = ({ rows, ...props }: TableProps) => {
  const { view, selected, onSelect, onPlan } = props;
  const allKeys = rows.flatMap(({ pair }) => pair?.key ?? []);
  return (
    <VirtualTable
      label="Pairs"
      caption={`Pairs by ${view.by}, as last accepted from this browser`}
      className={styles['scroll']}
      tableProps={{ className: styles['table'] }}
      keys={{
        order: rows,
        view,
        keyOf: (index) => rows[index]?.key,
        indexOf: (key) => rows.findIndex((row) => row.key === key),
      }}
      head={
        <tr aria-rowindex={1}>
          <th scope="col" className={styles['box']} aria-label="Selection">
            <SelectBox label="Select all shown" keys={allKeys} selected={selected} onSelect={onSelect} />
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
      count={rows.length}
      renderRow={(index) => {
        const row = rows[index];
        if (!row) return null;
        const { group, shown, pair, key } = row;
        return (
          <tr
            key={key}
            aria-rowindex={index + 2}
            className={pair ? undefined : styles['group']}
            data-detached={pair?.accepted?.operation === 'detach' || undefined}
            data-picked={(pair && selected.has(pair.key)) || undefined}
          >
            {pair ? (
              <PairCells pair={pair} {...props} />
            ) : (
              <GroupCells
                group={group}
                shown={shown}
                view={view}
                selected={selected}
                onSelect={onSelect}
                onPlan={onPlan}
              />
            )}
          </tr>
        );
      }}
    />
  );
};
