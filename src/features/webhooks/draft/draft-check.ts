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
import { isSendable, splitIds } from '#src/lib/ids.ts';
import { getCell } from '#src/lists/columns.ts';
import { hasDigit, normalizeHeader } from '#src/lists/words.ts';
import { countLines, type List, type ListRow } from '#src/lists/rows.ts';
import { findUsual, getShape } from '#src/lists/unlike.ts';
import {
  guessKind,
  looksSwapped,
  PAIR_COLUMNS,
  type IdPatterns,
} from '#src/features/webhooks/change/change.ts';
import { findLineLayout, listNumbers, type PairList } from './draft-columns.ts';

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
  { columns }: PairList['picked'],
  { isSentences, isWordy }: ReturnType<typeof findLineLayout>,
  hasDigits: boolean,
): CheckedLine => {
  if (isBroken) return { campaignId: '', webhookId: '', fault: 'Quote out of place' };
  const numbers = listNumbers(columns);
  const expected = isSentences ? 2 : Math.max(numbers.length, list?.width ?? 0);
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
  if (count > 2 && (isSentences || isWordy(cells))) return { ...pair, fault: 'More than two words' };
  if (isWordy(cells)) return { ...pair, fault: WORDS };
  // An export has what was sent.
  const noId = hasGuards ? undefined : findNoId(list, pair, hasDigits);
  if (noId !== undefined) return { ...pair, fault: noId };
  const hasAll = pair.campaignId !== '' && pair.webhookId !== '';
  if (count > expected || (count < expected && hasAll)) {
    return { ...pair, fault: `${formatCount(count, 'value')}, expected ${formatNumber(expected)}` };
  }
  return checked;
};

export const createRowCheck = (
  pairList: PairList,
  picked: PairList['picked'],
): ((row: ListRow) => CheckedLine) => {
  const { list } = pairList;
  if (list) {
    const layout = findLineLayout(list, picked);
    const hasDigits = layout.isSentences && list.rows.some(({ cells }) => cells.some(hasDigit));
    return (row) => readRow(pairList, row, picked, layout, hasDigits);
  }
  // To the letter, also with spaces at an end: what was sent so is undone or detached so.
  return ({ cells: [campaignId = '', webhookId = ''] }) => {
    const { fault, isShortened } = checkPair({ campaignId, webhookId });
    return { campaignId, webhookId, fault: isShortened ? undefined : fault };
  };
};

/**
 * The lines that one ID for all of them could complete, if most lines lack an ID of this kind. Among IDs, a word such as
 * `Thanks` is none.
 */
export const findLacking = (
  lines: readonly CheckedLine[],
  isOwn: (index: number) => boolean,
): { kind: keyof IdPatterns; at: ReadonlySet<number>; isAll: boolean } | undefined => {
  const read = (index: number): string => {
    const { campaignId = '', webhookId = '', lacks } = lines[index] ?? {};
    return lacks === 'campaign' ? webhookId : campaignId;
  };
  const isShaped = (index: number) => hasDigit(read(index)) || getShape(read(index)) !== undefined;
  const single = [...lines.keys()].filter(
    (index) => lines[index]?.lacks && isOwn(index) && !/\s|:$/.test(read(index)),
  );
  const shaped = single.filter(isShaped);
  const found = shaped.length * 2 >= single.length ? shaped : single;
  const webhook = found.filter((index) => lines[index]?.lacks === 'webhook');
  const kind = webhook.length * 2 >= found.length ? 'webhook' : 'campaign';
  const at = new Set(found.filter((index) => lines[index]?.lacks === kind));
  if (at.size === 0) return undefined;
  const complete = lines.filter(({ fault }, index) => fault === undefined && isOwn(index)).length;
  return at.size >= complete ? { kind, at, isAll: complete === 0 } : undefined;
};

/** The only ID of a kind in lines of text, such as `Please attach wh-9 to:`. */
export const suggestId = (rows: readonly ListRow[], kind: keyof IdPatterns, patterns: IdPatterns): string => {
  const words = rows.flatMap(({ cells }) => splitIds(cells.join(' ').slice(0, MAX_CHARACTERS)));
  const ids = words.map((word) => word.replace(/[.:]+$/, ''));
  const [only = '', ...more] = new Set(ids.filter((id) => guessKind(patterns, id) === kind));
  return more.length === 0 ? only : '';
};

/** In a column, how often each value occurs, but for short numbers: they may be IDs of both kinds. */
const countValuesOf = (values: readonly string[]): ((value: string) => number) => {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value.length > 6 || getShape(value) !== 'number') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return (value) => counts.get(value) ?? 0;
};

/** Of a number with its length: `number6`. */
const getLongShape = (value: string): string | undefined => {
  const shape = getShape(value);
  return shape === 'number' ? `number${value.length}` : shape;
};

/** Numbers of nearly one length may be IDs of both kinds. */
const areFar = (shapes: readonly (string | undefined)[]): boolean => {
  const [one, other] = shapes.map((shape) => Number(/^number(\d+)$/.exec(shape ?? '')?.[1]));
  return Math.abs(Number(one) - Number(other)) !== 1;
};

/**
 * Where the two IDs of a line are swapped: by what they look like, or because other lines have them in the other column.
 * `isWhole`: in nearly all lines. Then the columns are swapped, and no line is in `at`.
 */
export const findSwapped = (
  lines: readonly (WebhookPair & { index: number })[],
  patterns: IdPatterns,
): { isWhole: boolean; at: ReadonlySet<number> } => {
  const byLook = lines.filter((line) => looksSwapped(patterns, line));
  if (lines.length > 0 && byLook.length >= lines.length * 0.9) return { isWhole: true, at: new Set() };
  const campaigns = lines.map(({ campaignId }) => campaignId);
  const webhooks = lines.map(({ webhookId }) => webhookId);
  const shapes = lines.map((line) => [getLongShape(line.campaignId), getLongShape(line.webhookId)] as const);
  const campaign = findUsual(shapes.map(([shape]) => shape));
  const webhook = findUsual(shapes.map(([, shape]) => shape));
  const isShaped =
    campaign.usual !== webhook.usual &&
    areFar([campaign.usual, webhook.usual]) &&
    Math.min(campaign.count, webhook.count) > lines.length * 0.6;
  const countCampaign = countValuesOf(campaigns);
  const countWebhook = countValuesOf(webhooks);
  const byValue = lines.filter(({ campaignId, webhookId }) => {
    if (campaignId === webhookId) return false;
    // Without the line itself.
    const first = countWebhook(campaignId) - Math.max(countCampaign(campaignId) - 1, 0);
    const second = countCampaign(webhookId) - Math.max(countWebhook(webhookId) - 1, 0);
    return first >= 0 && second >= 0 && first + second > 0;
  });
  // More of them have IDs of both kinds.
  const isRare = byValue.length <= Math.max(2, lines.length / 10);
  const byShape = isShaped
    ? lines.filter((_line, at) => shapes[at]?.[0] === webhook.usual && shapes[at]?.[1] === campaign.usual)
    : [];
  return {
    isWhole: false,
    at: new Set([...byLook, ...byShape, ...(isRare ? byValue : [])].map(({ index }) => index)),
  };
};
