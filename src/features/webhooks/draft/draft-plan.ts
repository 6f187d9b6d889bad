import type { NewRun, LeftOutLine, LeftOutReason, NewLine, RunInput, RunTable } from '#src/log/run.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { describeCheck } from './describe-check.ts';
import { isDoubted, type Draft, type DraftLine } from './draft.ts';
import type { PairColumns, PairList } from './draft-columns.ts';

/** The choice at the check to pause a run early. */
export const FIRST_LINES = 5;

const toTable = ({ list }: PairList, picked: PairColumns): RunTable | undefined => {
  // Lines of several IDs are no table.
  if (!list || (list.separator === undefined && list.rows.some(({ part }) => part))) return undefined;
  const { text, separator } = list;
  // What no column has gets one.
  const [campaign = 0, webhook = 1] = [picked.columns.campaign, picked.columns.webhook].map((column) =>
    typeof column === 'number' ? column : list.width,
  );
  // `Campaign ID` above one column is one word of its line, or two.
  const header = list.width === 1 ? undefined : picked.header;
  const headerLine = header === undefined ? undefined : list.rows[header]?.line;
  return { text, separator, hasHeader: header !== undefined, headerLine, columns: { campaign, webhook } };
};

const findReason = (line: DraftLine): LeftOutReason | undefined => {
  const { status } = line;
  if (status === 'omitted') return isDoubted(line) || line.was === 'left-out' ? 'removed' : 'repeated';
  return status === 'ready' ? undefined : status;
};

const countReasons = (leftOut: readonly LeftOutLine[], { list }: PairList): NewRun['leftOut'] => {
  const counts: Partial<Record<LeftOutReason, number>> = {};
  const add = (reason: LeftOutReason, count: number): void => {
    if (count > 0) counts[reason] = (counts[reason] ?? 0) + count;
  };
  for (const { reason } of leftOut) add(reason, 1);
  if (list) {
    add('empty', list.blank);
    add('continued', list.lines - new Set(list.rows.map(({ line }) => line)).size - list.blank);
  }
  return counts;
};

/** What becomes of each line of a checked list. */
export const planRun = ({
  getState,
  pairList,
  detachNext,
  removed,
}: Draft): { run: NewRun; lines: NewLine[]; input: RunInput } => {
  const view = getState();
  const { operation, source, earlier, title, pausesEarly, pairs: lines } = view;
  const leftOut = removed().map(({ campaignId, webhookId, line }): LeftOutLine => {
    return { campaignId, webhookId, sourceLine: line, reason: 'removed', text: 'Removed by hand' };
  });
  for (const one of view.lines) {
    const { campaignId, webhookId, line } = one;
    const reason = findReason(one);
    if (!reason) continue;
    const text =
      reason === 'repeated'
        ? `${one.detached ? 'Detached' : VERBS[operation].done} before`
        : describeCheck(one, Date.now()).text;
    leftOut.push({ campaignId, webhookId, sourceLine: line, reason, text });
  }
  // The finished run offers them.
  const saysDetach = view.lines
    .filter(({ status, saysOperation }) => status === 'omitted' && saysOperation === 'detach')
    .map(({ campaignId, webhookId }) => ({ campaignId, webhookId }));
  const toDetach = [...(detachNext ?? []), ...saysDetach];
  return {
    run: {
      operation,
      source,
      earlier,
      title: title === '' ? undefined : title,
      leftOut: countReasons(leftOut, pairList),
      pauseAfter: pausesEarly && lines.length > FIRST_LINES ? FIRST_LINES : undefined,
    },
    lines,
    input: {
      leftOut,
      table: toTable(pairList, view.picked),
      detachNext: operation === 'attach' && toDetach.length > 0 ? toDetach : undefined,
    },
  };
};
