import type { WebhookPair } from '#src/api/client.ts';
import { fold } from '#src/lib/fold.ts';
import { cleanInvisible, hasInvisible } from '#src/lib/invisible.ts';
import {
  cleanId,
  findSpreadsheetFault,
  hasOddCharacters,
  isPlainId,
  SPREADSHEET_FAULTS,
} from '#src/lib/spreadsheet.ts';
import { removeGuards } from '#src/lib/csv.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { isSendable } from '#src/lib/ids.ts';
import { getCell, type RowPlace } from '#src/lists/columns.ts';
import { hasDigit, normalizeHeader } from '#src/lists/words.ts';
import { countLines, type List, type ListRow } from '#src/lists/rows.ts';
import { getShape } from '#src/lists/unlike.ts';
import { PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { listNumbers, type PairColumns, type PairList } from './draft-columns.ts';

/** A line on its own, without regard to duplicates. */
export type CheckedLine = WebhookPair & {
  /** Why it can't be sent. */
  fault?: string | undefined;
  /** The only ID that it has none of. */
  lacks?: keyof IdPatterns | undefined;
  /** Sent only if the user takes such IDs. */
  isShortened?: boolean;
  /** Hidden or odd characters were corrected. */
  isCleaned?: boolean;
};

/** A row as it was read, or a copy of it for one of several IDs that fill it. */
export type ReadLine = {
  /** Counts from 0 in the list. A copy has a number of its own: what was edited or removed stays so. */
  index: number;
  row: PairList['rows'][number];
  /** Why it holds no pair. */
  place: RowPlace | undefined;
  checked: CheckedLine;
  isEdited: boolean;
  isRemoved: boolean;
  /** The kind of its ID that is the same for all, which says nothing of a line. */
  filled?: keyof IdPatterns;
};

/** `Webhook wh-1` and `attach cmp-1` are no pairs. */
const NAMES: ReadonlySet<string> = new Set(
  PAIR_COLUMNS.flatMap(({ names }) => names.map(fold)).concat('attach', 'detach', 'not'),
);

const isName = (id: string): boolean => !hasDigit(id) && NAMES.has(normalizeHeader(id));

const MAX_CHARACTERS = 512;

const isUsable = (id: string): boolean =>
  id.length <= MAX_CHARACTERS && (isPlainId(id) || (!/[\n\r]/.test(id) && isSendable(id)));

/** Without empty values at the end, beyond what is expected. */
const countValues = (cells: readonly string[], expected: number): number => {
  let length = cells.length;
  while (length > expected && (cells[length - 1] ?? '').trim() === '') length -= 1;
  return length;
};

const checkPair = (pair: WebhookPair): CheckedLine => {
  const { campaignId, webhookId } = pair;
  const ofCampaign = campaignId === '' ? 'no-id' : findSpreadsheetFault(campaignId);
  const ofWebhook = webhookId === '' ? 'no-id' : findSpreadsheetFault(webhookId);
  const findFault = () => {
    if (ofCampaign === 'no-id') return 'No campaign ID';
    if (ofWebhook === 'no-id') return 'No webhook ID';
    if (!isUsable(campaignId)) return 'Unusable campaign ID';
    if (!isUsable(webhookId)) return 'Unusable webhook ID';
    return (ofCampaign ?? ofWebhook) ? SPREADSHEET_FAULTS.shortened : undefined;
  };
  const fault = findFault();
  const lacksCampaign = ofCampaign === 'no-id';
  const lacks =
    lacksCampaign === (ofWebhook === 'no-id') ? undefined : lacksCampaign ? 'campaign' : 'webhook';
  return { ...pair, fault, lacks, isShortened: fault === SPREADSHEET_FAULTS.shortened };
};

export const checkTyped = ({ campaignId, webhookId }: WebhookPair): CheckedLine =>
  checkPair({ campaignId: cleanId(campaignId), webhookId: cleanId(webhookId) });

/** `3 lines joined by a quote` */
const describeJoined = (cells: readonly string[]): string =>
  `${formatCount(countLines(cells), 'line')} joined by a quote`;

/** Whether a quote that was left open may have taken other lines. */
export const isJoined = ({ cells }: ListRow, separator: string): boolean =>
  cells.some((cell) => cell.includes('\n') && cell.includes(separator));

const WORDS = 'Words in place of IDs';

/** `Campaign: cmp-1` */
const LABEL = /^[^:]{1,40}:\s/;

/** `cmp-spring`, but not `Follow-up`. */
const isNamedId = (id: string): boolean => getShape(id) !== undefined && !/^\p{Lu}\p{Ll}/u.test(id);

/** What a line of words or of JSON has in the place of an ID. */
const findNoId = (
  list: List | undefined,
  { campaignId, webhookId }: WebhookPair,
  isSentence: boolean,
): string | undefined => {
  const ids = [campaignId, webhookId];
  if (list?.isLiteral && ids.some((id) => /^[[{]/.test(id))) return 'A list in place of an ID';
  const isLabel = (list?.separator === undefined && campaignId.endsWith(':')) || ids.some(isName);
  if (isLabel || ids.some((id) => id.includes(':') && LABEL.test(id))) return 'A label in place of an ID';
  return isSentence && !ids.some(hasDigit) && !ids.every(isNamedId) ? WORDS : undefined;
};

const readRow = (
  { list, hasGuards }: PairList,
  { cells, isBroken }: ListRow,
  { columns }: PairColumns,
  /** Words that nothing separates. `among-ids`: some lines have digits. */
  words: 'among-ids' | 'only' | undefined,
): CheckedLine => {
  if (isBroken) return { campaignId: '', webhookId: '', fault: 'Quote out of place' };
  const numbers = listNumbers(columns);
  const expected = words ? 2 : Math.max(numbers.length, list?.width ?? 0);
  const count = countValues(cells, expected);
  const last = Math.max(...numbers);
  let isCleaned = false;
  let hasLineBreak = false;
  const clean = (cell: string): string => {
    // Longer than any ID. Cleaning would take long.
    if (cell.length > 8 * MAX_CHARACTERS) return cell.trim();
    const text = cell.trim();
    if (isPlainId(text)) return text;
    hasLineBreak ||= text.includes('\n');
    const cleaned = cleanInvisible(text);
    isCleaned ||= (cleaned !== text && hasInvisible(text)) || (!hasGuards && hasOddCharacters(cleaned));
    return hasGuards ? cleanInvisible(removeGuards(cleaned)) : cleanId(cleaned);
  };
  const read = (column: number | string): string => {
    // Shows surplus values with the value that they may belong to.
    if (count > expected && column === last) {
      const surplus = count - expected;
      return cells
        .slice(column, column + surplus + 1)
        .map(clean)
        .join(', ');
    }
    return clean(getCell(cells, column) ?? '');
  };
  const pair = { campaignId: read(columns.campaign), webhookId: read(columns.webhook) };
  const checked = { ...checkPair(pair), isCleaned };
  if (hasLineBreak) return { ...pair, fault: describeJoined(cells) };
  if (words && count > 2) return { ...pair, fault: 'More than two words' };
  // An export has what was sent.
  const noId = hasGuards ? undefined : findNoId(list, pair, words === 'among-ids');
  if (noId !== undefined) return { ...pair, fault: noId };
  const hasAll = pair.campaignId !== '' && pair.webhookId !== '';
  if (count > expected || (count < expected && hasAll)) {
    return { ...pair, fault: `${formatCount(count, 'value')}, expected ${formatNumber(expected)}` };
  }
  const { lacks } = checked;
  // The user may have to pick it.
  if (lacks && typeof columns[lacks] !== 'number') return { ...checked, fault: `No ${lacks} ID column` };
  return checked;
};

/** Stage 6: each line on its own. */
export const createRowCheck = (pairList: PairList, picked: PairColumns): ((row: ListRow) => CheckedLine) => {
  const { list } = pairList;
  if (list) {
    const isWords =
      list.separator === undefined &&
      !list.isLiteral &&
      picked.header === undefined &&
      listNumbers(picked.columns).every((column) => column < 2);
    const hasDigits = isWords && list.rows.some(({ cells }) => cells.some(hasDigit));
    const words = isWords ? (hasDigits ? 'among-ids' : 'only') : undefined;
    return (row) => readRow(pairList, row, picked, words);
  }
  // To the letter, also with spaces at an end: what was sent so is undone or detached so.
  return ({ cells: [campaignId = '', webhookId = ''] }) => {
    const { fault, isShortened } = checkPair({ campaignId, webhookId });
    return { campaignId, webhookId, fault: isShortened ? undefined : fault };
  };
};
