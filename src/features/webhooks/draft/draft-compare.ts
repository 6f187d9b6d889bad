import type { WebhookPair } from '#src/api/client.ts';
import { splitIds } from '#src/lib/ids.ts';
import { createNameFinder, type NameBook } from '#src/features/webhooks/names/names.ts';
import {
  createKindFinder,
  guessKind,
  isUnusualId,
  looksSwapped,
  PAIR_FIELDS,
  type IdPatterns,
} from '#src/features/webhooks/change/change.ts';
import { hasDigit, type Said } from '#src/lists/words.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { findCommonShape, findProse, findUnlikeRows, findUsual, getShape } from '#src/lists/unlike.ts';
import { isJoined, type ReadLine } from './draft-check.ts';
import type { PairColumns } from './draft-columns.ts';
import { readSaid } from './draft-says.ts';

export type Lacking = { kind: keyof IdPatterns; at: ReadonlySet<number>; isAll: boolean };

/**
 * The lines that one ID for all of them could complete, if most lines lack an ID of this kind. Among IDs, a word such as
 * `Thanks` is none.
 */
export const findLacking = (lines: readonly ReadLine[]): Lacking | undefined => {
  const own = lines.filter(({ place, isEdited, isRemoved }) => !place && !isEdited && !isRemoved);
  const read = ({ checked: { campaignId, webhookId, lacks } }: ReadLine): string =>
    lacks === 'campaign' ? webhookId : campaignId;
  const single = own.filter((line) => line.checked.lacks && !/\s|:$/.test(read(line)));
  const shaped = single.filter((line) => hasDigit(read(line)) || getShape(read(line)) !== undefined);
  const found = shaped.length * 2 >= single.length ? shaped : single;
  const webhook = found.filter(({ checked }) => checked.lacks === 'webhook');
  const kind = webhook.length * 2 >= found.length ? 'webhook' : 'campaign';
  const at = new Set(found.filter(({ checked }) => checked.lacks === kind).map(({ index }) => index));
  if (at.size === 0) return undefined;
  const complete = own.filter(({ checked }) => checked.fault === undefined).length;
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
 * Where the two IDs of a line are swapped, also by what they look like. `isWhole`: in nearly all lines. Then the columns are
 * swapped, and no line is in `at`.
 */
const findSwapped = (
  pairs: readonly (WebhookPair & { at: number })[],
  isSwapped: (pair: WebhookPair) => boolean,
): { isWhole: boolean; at: ReadonlySet<number> } => {
  const byKind = pairs.filter(isSwapped);
  if (pairs.length > 0 && byKind.length >= pairs.length * 0.9) return { isWhole: true, at: new Set() };
  const shapes = pairs.map((pair) => [getShape(pair.campaignId), getShape(pair.webhookId)] as const);
  const campaign = findUsual(shapes.map(([shape]) => shape));
  const webhook = findUsual(shapes.map(([, shape]) => shape));
  const isShaped =
    campaign.usual !== webhook.usual && Math.min(campaign.count, webhook.count) > pairs.length * 0.6;
  const byShape = pairs.filter(
    (_pair, one) => isShaped && shapes[one]?.[0] === webhook.usual && shapes[one]?.[1] === campaign.usual,
  );
  return { isWhole: false, at: new Set([...byKind, ...byShape].map(({ at }) => at)) };
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

/** Whether a text holds an ID like those of the pairs. Most lists never ask. */
const createIdTest = (pairs: readonly WebhookPair[]): ((text: string) => boolean) => {
  let shapes: Set<string | undefined> | undefined;
  return (text) => {
    const known = (shapes ??= new Set(
      pairs.flatMap((pair) => PAIR_FIELDS.map(({ name }) => getShape(pair[name]))),
    ));
    const isLike = (word: string): boolean => {
      const shape = getShape(word);
      return shape === undefined || (shape === 'number' && known.has(undefined))
        ? hasDigit(word)
        : known.has(shape);
    };
    // IDs without shapes look like any word.
    const isShaped = known.size > (known.has(undefined) ? 1 : 0);
    return !isShaped || splitIds(text.slice(0, 1000)).some(isLike);
  };
};

/** See `LineWarning`. */
export type ListDoubt = 'joined' | 'swapped' | 'same' | 'named' | 'unlike' | 'spaced' | 'odd';

/** What the lines of a list say together. Each array has an entry for each line. */
export type Comparison = {
  doubts: readonly (readonly ListDoubt[])[];
  areSwapped: boolean;
  namedIds: readonly (string | undefined)[];
  said: readonly (Said | undefined)[];
  hasId: (text: string) => boolean;
};

/** Stage 7: compares the lines with each other, and their IDs with those that are attached. */
export const compareLines = (
  lines: readonly ReadLine[],
  list: List,
  picked: PairColumns,
  { patterns, names }: { patterns: IdPatterns; names: NameBook },
  attached: readonly WebhookPair[],
): Comparison => {
  const separator = list.separator ?? '\n';
  const readIds = (at: number): string[] =>
    PAIR_FIELDS.filter(({ kind }) => kind !== lines[at]?.filled).map(
      ({ name }) => lines[at]?.checked[name] ?? '',
    );
  const data = [...lines.keys()].filter((at) => !lines[at]?.place && !lines[at]?.isRemoved);
  const pairs = data.flatMap((at) => {
    const checked = lines[at]?.checked;
    return checked && checked.fault === undefined
      ? [{ at, campaignId: checked.campaignId, webhookId: checked.webhookId }]
      : [];
  });
  const findKind = createKindFinder(attached, names);
  const swapped = findSwapped(pairs, (pair) => looksSwapped(patterns, pair, findKind));
  const rows = lines.map(({ row }) => row);
  const odd = findUnlikeRows(
    { rows },
    picked,
    pairs.map(({ at }) => at),
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
  const namedIds = lines.map(({ checked: { campaignId, webhookId } }) =>
    hasNames ? (findNamed('campaign', campaignId) ?? findNamed('webhook', webhookId)) : undefined,
  );
  const hasId = createIdTest(pairs);
  const doubts = lines.map(({ row, checked, isEdited }, at): ListDoubt[] => {
    const isSwapped = swapped.at.has(at);
    const found = [
      isJoined(row, separator) && 'joined',
      isSwapped && 'swapped',
      isSame(checked) && 'same',
      namedIds[at] !== undefined && 'named',
      !isSwapped && !isEdited && odd.has(at) && 'odd',
      !isSwapped && findUnusual(patterns, checked),
    ] as const;
    return found.filter((doubt) => doubt !== false && doubt !== undefined);
  });
  const said = readSaid(lines, list, picked, hasId);
  return { doubts, areSwapped: swapped.isWhole, namedIds, said, hasId };
};
