import type { WebhookPair } from '#src/api/client.ts';
import { splitIds } from '#src/lib/ids.ts';
import { createNameFinder, type NameBook } from '#src/features/webhooks/names/names.ts';
import {
  guessKind,
  isUnusualId,
  looksSwapped,
  PAIR_FIELDS,
  type IdPatterns,
} from '#src/features/webhooks/change/change.ts';
import { hasDigit, type Said } from '#src/lists/words.ts';
import type { RowPlace } from '#src/lists/columns.ts';
import type { ListRow } from '#src/lists/rows.ts';
import { findCommonShape, findProse, findUnlikeRows, findUsual, getShape } from '#src/lists/unlike.ts';
import { isJoined, type CheckedLine } from './draft-check.ts';
import type { PairColumns, PairList } from './draft-columns.ts';
import { readSaid } from './draft-says.ts';

export type Lacking = { kind: keyof IdPatterns; at: ReadonlySet<number>; isAll: boolean };

/**
 * The lines that one ID for all of them could complete, if most lines lack an ID of this kind. Among IDs, a word such as
 * `Thanks` is none.
 */
export const findLacking = (
  lines: readonly CheckedLine[],
  isOwn: (index: number) => boolean,
): Lacking | undefined => {
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

/** In characters. */
const MAX_WORDS = 512;

/** The only ID of a kind in lines of text, such as `Please attach wh-9 to:`. */
export const suggestId = (rows: readonly ListRow[], kind: keyof IdPatterns, patterns: IdPatterns): string => {
  const words = rows.flatMap(({ cells }) => splitIds(cells.join(' ').slice(0, MAX_WORDS)));
  const ids = words.map((word) => word.replace(/[.:]+$/, ''));
  const [only = '', ...more] = new Set(ids.filter((id) => guessKind(patterns, id) === kind));
  return more.length === 0 ? only : '';
};

/**
 * Where the two IDs of a line are swapped, by what they look like. `isWhole`: in nearly all lines. Then the columns are
 * swapped, and no line is in `at`.
 */
const findSwapped = (
  lines: readonly DataLine[],
  patterns: IdPatterns,
): { isWhole: boolean; at: ReadonlySet<number> } => {
  const byKind = lines.filter((line) => looksSwapped(patterns, line));
  if (lines.length > 0 && byKind.length >= lines.length * 0.9) return { isWhole: true, at: new Set() };
  const shapes = lines.map((line) => [getShape(line.campaignId), getShape(line.webhookId)] as const);
  const campaign = findUsual(shapes.map(([shape]) => shape));
  const webhook = findUsual(shapes.map(([, shape]) => shape));
  const isShaped =
    campaign.usual !== webhook.usual && Math.min(campaign.count, webhook.count) > lines.length * 0.6;
  const byShape = lines.filter(
    (_line, at) => isShaped && shapes[at]?.[0] === webhook.usual && shapes[at]?.[1] === campaign.usual,
  );
  return { isWhole: false, at: new Set([...byKind, ...byShape].map(({ index }) => index)) };
};

/** `wh-1/wh-2` */
const mayBeTwo = (id: string): boolean =>
  /[/&+]/.test(id) && ![undefined, 'number'].includes(findCommonShape(id.split(/[/&+]/)));

const findUnusual = (patterns: IdPatterns, pair: WebhookPair): 'spaced' | 'unlike' | undefined => {
  if (PAIR_FIELDS.some(({ name }) => /\s/.test(pair[name].trim()))) return 'spaced';
  const isUnusual = ({ name, kind }: (typeof PAIR_FIELDS)[number]) =>
    isUnusualId(patterns, kind, pair[name]) || (!patterns[kind] && mayBeTwo(pair[name]));
  return PAIR_FIELDS.some(isUnusual) ? 'unlike' : undefined;
};

/** `cmp-1` and `cmp-2`: two campaigns, not a pair. */
const areOfOneKind = (patterns: IdPatterns, { campaignId, webhookId }: WebhookPair): boolean => {
  if (campaignId === webhookId) return true;
  const shape = getShape(campaignId);
  const isPrefix = shape !== undefined && /[^a-z]$/.test(shape);
  return isPrefix && !patterns.campaign && !patterns.webhook && shape === getShape(webhookId);
};

/** Whether a text holds an ID like those of the pairs. */
const createIdTest = (pairs: readonly WebhookPair[]): ((text: string) => boolean) => {
  const shapes = new Set(PAIR_FIELDS.flatMap(({ name }) => pairs.map((pair) => getShape(pair[name]))));
  const isLike = (word: string): boolean => {
    const shape = getShape(word);
    return shape === undefined || shape === 'number' ? hasDigit(word) : shapes.has(shape);
  };
  // IDs without shapes look like any word.
  const isShaped = shapes.size > (shapes.has(undefined) ? 1 : 0);
  return (text) => !isShaped || splitIds(text.slice(0, 1000)).some(isLike);
};

type DataLine = WebhookPair & { index: number };

/** What the lines of a list say together. Each array has an entry for each row. */
export type Comparison = {
  doubts: readonly (readonly ListDoubt[])[];
  areSwapped: boolean;
  namedIds: readonly (string | undefined)[];
  said: readonly (Said | undefined)[];
  hasId: (text: string) => boolean;
};

/** See `LineWarning`. */
export type ListDoubt = 'joined' | 'swapped' | 'same' | 'named' | 'unlike' | 'spaced' | 'odd';

/** Stage 7: compares the lines with each other, whatever was sent and chosen. `data`: the rows that are pairs, or could be. */
export const compareLines = (
  list: PairList,
  picked: PairColumns,
  lines: readonly CheckedLine[],
  places: readonly (RowPlace | undefined)[],
  data: readonly number[],
  /** Rows of which one ID is the same for all, which says nothing of a line. */
  filled: { kind: keyof IdPatterns; isOfFill: (index: number) => boolean } | undefined,
  { patterns, names }: { patterns: IdPatterns; names: NameBook },
): Comparison => {
  const { rows } = list;
  if (!list.list) return { doubts: [], areSwapped: false, namedIds: [], said: [], hasId: () => false };
  const separator = list.list.separator ?? '\n';
  const readIds = (index: number) =>
    PAIR_FIELDS.filter(({ kind }) => !(kind === filled?.kind && filled.isOfFill(index))).map(
      ({ name }) => lines[index]?.[name] ?? '',
    );
  const pairs = data.flatMap((index) => {
    const line = lines[index];
    return line && !line.fault ? [{ index, campaignId: line.campaignId, webhookId: line.webhookId }] : [];
  });
  const swapped = findSwapped(pairs, patterns);
  const odd = findUnlikeRows(
    list,
    picked,
    pairs.map(({ index }) => index),
    readIds,
  );
  for (const at of findProse(data.map(readIds))) odd.add(data[at] ?? -1);
  // `id-1,id-2` in all lines: such IDs don't say their kind.
  const tellKinds = pairs.some(
    (pair) => !areOfOneKind(patterns, pair) || guessKind(patterns, pair.campaignId) !== undefined,
  );
  const isSame = (pair: WebhookPair) =>
    tellKinds ? areOfOneKind(patterns, pair) : pair.campaignId === pair.webhookId;
  const findNamed = createNameFinder(names);
  const hasNames = names.campaign.size + names.webhook.size > 0;
  const namedIds = lines.map(({ campaignId, webhookId }) =>
    hasNames ? (findNamed('campaign', campaignId) ?? findNamed('webhook', webhookId)) : undefined,
  );
  const hasId = createIdTest(pairs);
  const doubts = lines.map((line, index): ListDoubt[] => {
    const row = rows[index];
    const isSwapped = swapped.at.has(index);
    const found = [
      row && isJoined(row, separator) && 'joined',
      isSwapped && 'swapped',
      isSame(line) && 'same',
      namedIds[index] !== undefined && 'named',
      !isSwapped && odd.has(index) && 'odd',
      !isSwapped && findUnusual(patterns, line),
    ] as const;
    return found.filter((doubt) => doubt !== false && doubt !== undefined);
  });
  return {
    doubts,
    areSwapped: swapped.isWhole,
    namedIds,
    said: readSaid(list, picked, lines, places, hasId),
    hasId,
  };
};
