import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/client.ts';
import type { NewRun, NewLine, RunInput } from '#src/log/run.ts';
import { getPairKey, getPairStatus, type PairState, type SentPair } from '#src/log/sent-pairs.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { splitIds } from '#src/lib/ids.ts';
import { formatNumber } from '#src/lib/count.ts';
import {
  guessKind,
  isUnusualId,
  PAIR_FIELDS,
  swapPair,
  type IdPatterns,
} from '#src/features/webhooks/change/change.ts';
import { createNameFinder, type NameBook } from '#src/features/webhooks/names/names.ts';
import { getRowText, type ListRow } from '#src/lists/rows.ts';
import { createPlaceFinder, ROW_PLACES, type RowPlace } from '#src/lists/columns.ts';
import { findCommonShape, findProse, findUnlikeRows, findUsual, getShape } from '#src/lists/unlike.ts';
import {
  checkTyped,
  createRowCheck,
  findLacking,
  findSwapped,
  suggestId,
  isJoined,
  type CheckedLine,
} from './draft-check.ts';
import { createWordFinder, describeUnread, type PairList } from './draft-columns.ts';

/**
 * What the list itself gives reason for. `joined`: an open quote may have joined lines to it. `same`: both IDs are of one
 * kind. `unlike`: an ID doesn't look like one, or like its configured pattern. `odd`: it is not like the others. `two`: an ID
 * may be two. `says`: another column names another operation.
 */
const DOUBTS = ['joined', 'swapped', 'same', 'named', 'unlike', 'spaced', 'odd', 'two', 'says'] as const;

/** `unknown`: an earlier request for the pair may have been carried out. `detached`: it would be attached again. */
export type LineWarning = (typeof DOUBTS)[number] | 'unknown' | 'shortened' | 'detached';

/** The user can leave out all lines of one kind. `repeated`: sent before. `detached`: last detached. */
export const OMITTABLE = [...DOUBTS, 'repeated', 'detached'] as const;

type Omittable = (typeof OMITTABLE)[number];

/** What the service said of a pair that is neither attached nor detached for certain. */
const describeMessage = (state: PairState): string | undefined => {
  if (getPairStatus(state) !== 'with-message') return undefined;
  const message = state.accepted?.message;
  return `accepted with a message${message === undefined ? '' : `: “${escapeInvisible(message)}”`}`;
};

export const isDoubted = ({ warnings }: Pick<DraftLine, 'warnings'>): boolean =>
  warnings.some((warning) => DOUBTS.some((doubt) => doubt === warning));

/** Whether lines of this kind are left out or not. */
export const isOfKind = ({ last, detached, warnings }: DraftLine, kind: Omittable): boolean => {
  if (kind === 'repeated') return last !== undefined;
  return kind === 'detached' ? detached !== undefined : warnings.includes(kind);
};

export type DraftLine = WebhookPair & {
  /** Counts from 0 in the list. Removed lines keep their place. */
  index: number;
  /** Its number in the text, from 1. */
  line: number;
  /** `omitted`: the user leaves it out because of what was sent before. */
  status: 'ready' | 'omitted' | 'invalid' | 'duplicate' | 'header';
  fault?: string | undefined;
  /** Which of several pairs of its line it is. */
  part: ListRow['part'];
  /** Why it holds no pair. */
  place?: RowPlace | undefined;
  /** As it was read. A planned line has none. */
  text: string | undefined;
  isShortened: boolean;
  /** The line that has the same pair and is sent. */
  sameAs?: number | undefined;
  /** Why it is sent again. */
  reason?: string | undefined;
  /** The pair's last accepted operation from this browser, if this would repeat it. */
  last?: SentPair | undefined;
  /** The pair's last accepted operation, if it is a detach that this would revert. */
  detached?: SentPair | undefined;
  /** The ID that has one of its IDs as its name. */
  namedId?: string | undefined;
  /** The word of another column that contradicts the operation, and what it means. */
  says?: string | undefined;
  saysOperation?: NewRun['operation'] | undefined;
  /** Of a ready line. Of one that is omitted for a doubt, only doubts. */
  warnings: readonly LineWarning[];
};

/** The filters of the table. `repeated`: ready lines with a `last`. `warned`: ready lines with warnings. */
export type DraftFilter = 'all' | DraftLine['status'] | 'repeated' | 'warned';

export type DraftSetup = Pick<NewRun, 'operation' | 'source' | 'earlier' | 'title'> & {
  list: PairList;
  detachNext?: RunInput['detachNext'];
  /** Shown before it is sent. */
  note?: string | undefined;
  patterns: IdPatterns;
  names: NameBook;
};

/** What the user can change. */
type Choices = Pick<NewRun, 'operation'> & {
  picked: PairList['picked'];
  title: string;
  /** The run pauses after its first lines. */
  pausesEarly: boolean;
  omitted: readonly Omittable[];
  /** For all lines that lack an ID of this kind. */
  fill?: { kind: keyof IdPatterns; id: string } | undefined;
  /** Sends IDs that a spreadsheet shortened. */
  takesShortened: boolean;
};

export const matchesFilter = ({ status, last, warnings }: DraftLine, filter: DraftFilter): boolean => {
  if (filter === 'repeated') return status === 'ready' && last !== undefined;
  if (filter === 'warned') return status === 'ready' && warnings.length > 0;
  return filter === 'all' || filter === status;
};

const countByFilter = (lines: readonly DraftLine[]): Record<DraftFilter, number> => {
  const count = (filter: DraftFilter) => lines.filter((line) => matchesFilter(line, filter)).length;
  return {
    all: count('all'),
    ready: count('ready'),
    omitted: count('omitted'),
    invalid: count('invalid'),
    duplicate: count('duplicate'),
    header: count('header'),
    repeated: count('repeated'),
    warned: count('warned'),
  };
};

/** `wh-1/wh-2` */
const mayBeTwo = (id: string): boolean =>
  /[/&+]/.test(id) && ![undefined, 'number'].includes(findCommonShape(id.split(/[/&+]/)));

const findUnusual = (patterns: IdPatterns, pair: WebhookPair): 'spaced' | 'two' | 'unlike' | undefined => {
  if (PAIR_FIELDS.some(({ name }) => /\s/.test(pair[name].trim()))) return 'spaced';
  if (PAIR_FIELDS.some(({ name, kind }) => mayBeTwo(pair[name]) && patterns[kind]?.test(pair[name]) !== true))
    return 'two';
  return PAIR_FIELDS.some(({ name, kind }) => isUnusualId(patterns, kind, pair[name])) ? 'unlike' : undefined;
};

/** `cmp-1` and `cmp-2`: two campaigns, not a pair. */
const areOfOneKind = (patterns: IdPatterns, { campaignId, webhookId }: WebhookPair): boolean => {
  if (campaignId === webhookId) return true;
  const shape = getShape(campaignId);
  const isPrefix = shape !== undefined && /[^a-z]$/.test(shape);
  return isPrefix && !patterns.campaign && !patterns.webhook && shape === getShape(webhookId);
};

/** Whether the text of a line above the header holds an ID like those below. */
const createIdFinder = (pairs: readonly WebhookPair[]) => {
  const shapes = new Set(
    PAIR_FIELDS.map(({ name }) => findUsual(pairs.map((pair) => getShape(pair[name]))).usual),
  );
  return (text: string): boolean =>
    splitIds(text.slice(0, 1000)).some((word) => {
      const shape = getShape(word);
      return shape !== undefined && shape !== 'number' && shapes.has(shape);
    });
};

/** What the user changed in a draft, as it is kept. */
type Edits = {
  removed: readonly number[];
  edited: readonly (readonly [number, WebhookPair])[];
  choices: Choices;
};

/** A draft as data. */
export type KeptDraft = { setup: Omit<DraftSetup, 'patterns' | 'names'>; edits: Edits };

export const createDraft = (given: DraftSetup, edits?: Edits) => {
  const { list, patterns, names, note, ...setup } = given;
  const findNamedId = createNameFinder(names);
  const hasNames = names.campaign.size + names.webhook.size > 0;
  const findNamed = ({ campaignId, webhookId }: WebhookPair): string | undefined =>
    hasNames ? (findNamedId('campaign', campaignId) ?? findNamedId('webhook', webhookId)) : undefined;
  const { rows } = list;
  const texts = list.list?.text.split('\n');
  const separator = list.list?.separator ?? '\n';
  const removed = new Set(edits?.removed);
  const edited = new Map(edits?.edited);
  const { source, earlier } = setup;
  let choices: Choices = {
    operation: setup.operation,
    picked: list.picked,
    title: setup.title ?? '',
    pausesEarly: false,
    omitted: [],
    takesShortened: false,
    ...edits?.choices,
  };
  let sent: ReadonlyMap<string, PairState> = new Map();

  const readAll = () => {
    const { picked, fill } = choices;
    const checkRow = createRowCheck(list, picked);
    const findPlace = list.list ? createPlaceFinder(list.list, picked) : () => undefined;
    const places = rows.map((_row, index) => findPlace(index));
    const read: CheckedLine[] = rows.map((row, index) => {
      const values = edited.get(index);
      return values ? checkTyped(values) : checkRow(row);
    });
    const isOwn = (index: number) => !places[index] && !removed.has(index) && !edited.has(index);
    const lacking = list.list && findLacking(read, isOwn);
    const { id = '' } = fill && fill.kind === lacking?.kind ? fill : {};
    const checked = read.map((line, index) =>
      id !== '' && lacking?.at.has(index) ? checkTyped({ ...line, [`${lacking.kind}Id`]: id }) : line,
    );
    const others = rows.filter((_row, index) => read[index]?.fault && !lacking?.at.has(index));
    return {
      checked,
      places,
      filled: id === '' ? undefined : lacking,
      lacking: lacking && {
        ...lacking,
        suggested: suggestId(others, lacking.kind, patterns),
      },
    };
  };
  let { checked, places, lacking, filled } = readAll();

  /** What the lines say together, whatever was sent and chosen. */
  const compareLines = () => {
    const { picked } = choices;
    // An ID that is the same for all says nothing of a line.
    const readIds = (index: number) =>
      PAIR_FIELDS.filter(({ kind }) => !(kind === filled?.kind && filled.at.has(index))).map(
        ({ name }) => checked[index]?.[name] ?? '',
      );
    const lines = list.list ? [...rows.keys()].filter((index) => !places[index] && !removed.has(index)) : [];
    const data = lines.flatMap((index) => {
      const line = checked[index];
      return line && !line.fault ? [{ index, campaignId: line.campaignId, webhookId: line.webhookId }] : [];
    });
    const swapped = findSwapped(data, patterns);
    const odd = findUnlikeRows(
      list,
      picked,
      data.map(({ index }) => index),
      readIds,
    );
    for (const at of findProse(lines.map(readIds))) odd.add(lines[at] ?? -1);
    const unusual = checked.map((line) => findUnusual(patterns, line));
    // `id-1,id-2` in all lines: such IDs don't say their kind.
    const tellKinds = data.some(
      (pair) => !areOfOneKind(patterns, pair) || guessKind(patterns, pair.campaignId) !== undefined,
    );
    const sameKind = checked.map(
      (pair) => list.list && (tellKinds ? areOfOneKind(patterns, pair) : pair.campaignId === pair.webhookId),
    );
    const namedIds = checked.map((line) => list.list && findNamed(line));
    const findWord = createWordFinder(list, picked);
    return {
      swapped,
      odd,
      unusual,
      sameKind,
      namedIds,
      words: rows.map(findWord),
      unread: describeUnread(list, picked),
      holdsId: places.includes('above') ? createIdFinder(data) : () => false,
    };
  };
  let compared = compareLines();

  /** Why a line is no data, or can't be sent. The user may want to send what a total or a line above the header holds. */
  const findFault = (
    index: number,
    row: ListRow,
    { fault, isShortened = false }: CheckedLine,
  ): Pick<DraftLine, 'place' | 'fault'> => {
    const place = places[index];
    const isDoubtful = place === 'total' || (place === 'above' && compared.holdsId(row.cells.join(' ')));
    if (isDoubtful) return { fault: edited.has(index) ? fault : ROW_PLACES[place] };
    if (place) return { place };
    return { fault: isShortened && choices.takesShortened ? undefined : fault };
  };

  const listDoubts = (index: number, row: ListRow, says: string | undefined) => {
    const { swapped, odd, unusual, sameKind, namedIds } = compared;
    const isSwapped = swapped.at.has(index);
    const doubts = [
      list.list && isJoined(row, separator) && 'joined',
      isSwapped && 'swapped',
      sameKind[index] && 'same',
      namedIds[index] !== undefined && 'named',
      !isSwapped && !edited.has(index) && odd.has(index) && 'odd',
      !isSwapped && unusual[index],
      says !== undefined && 'says',
    ] as const;
    return doubts.filter((doubt) => doubt !== false && doubt !== undefined);
  };

  const listLines = (): DraftLine[] => {
    const { operation, omitted } = choices;
    const lineOfPair = new Map<string, number>();
    const lines: DraftLine[] = [];
    const readSays = (index: number): string | undefined => {
      const said = compared.words[index];
      return said && said.operation !== operation && !edited.has(index) ? said.word : undefined;
    };
    // A second line of a pair isn't sent, but may contradict the first.
    const saysOfPair = new Map(
      checked.flatMap((one, index): [string, string][] => {
        const says = removed.has(index) ? undefined : readSays(index);
        const line = formatNumber(rows[index]?.line ?? 0);
        return says === undefined ? [] : [[getPairKey(one), `${says} (line ${line})`]];
      }),
    );
    for (const [index, one] of checked.entries()) {
      const row = rows[index];
      if (removed.has(index) || !row) continue;
      const { campaignId, webhookId, isShortened = false } = one;
      const { line, wasUnknown = false, reason, part } = row;
      const key = getPairKey(one);
      const isEdited = edited.has(index);
      const { place, fault } = findFault(index, row, one);
      const sameAs = lineOfPair.get(key);
      const isUsable = !place && fault === undefined && sameAs === undefined;
      if (isUsable) lineOfPair.set(key, line);
      const state = isUsable ? sent.get(key) : undefined;
      const before = state?.known && state.accepted;
      const last = state?.known === operation ? before : undefined;
      // To detach what was attached is what a list is for, and an undo says what it reverts.
      const isReverted = list.list && operation === 'attach' && state?.known === 'detach';
      const said = compared.words[index];
      const says = readSays(index) ?? saysOfPair.get(key);
      const isSentBefore =
        (omitted.includes('repeated') && last) || (omitted.includes('detached') && isReverted);
      const doubts = isUsable && !isSentBefore ? listDoubts(index, row, says) : [];
      const isReady = isUsable && !isSentBefore && !doubts.some((doubt) => omitted.includes(doubt));
      const getStatus = () => {
        if (place) return 'header';
        if (fault !== undefined) return 'invalid';
        if (!isUsable) return 'duplicate';
        return isReady ? 'ready' : 'omitted';
      };
      const isUnknown = (wasUnknown && !isEdited) || sent.get(key)?.unknown !== undefined;
      const warnings = [
        isReady && isReverted && 'detached',
        isReady && isUnknown && 'unknown',
        ...doubts,
        isReady && isShortened && 'shortened',
      ] as const;
      lines.push({
        index,
        line,
        campaignId,
        webhookId,
        status: getStatus(),
        fault,
        part,
        place,
        text: texts && getRowText(texts, row),
        isShortened,
        sameAs,
        reason: isReady ? ((isEdited ? undefined : reason) ?? (state && describeMessage(state))) : undefined,
        last,
        detached: isReverted ? before : undefined,
        namedId: isUsable ? compared.namedIds[index] : undefined,
        says: isUsable ? says : undefined,
        saysOperation: says === undefined ? undefined : said?.operation,
        warnings: warnings.filter((warning) => warning !== false && warning !== undefined),
      });
    }
    return lines;
  };

  const view = () => {
    const lines = listLines();
    return {
      ...choices,
      source,
      earlier,
      note,
      lines,
      columnsSwapped: compared.swapped.isWhole,
      lacking,
      /** What isn't read, in words. */
      unread: compared.unread,
      counts: countByFilter(lines),
      /** IDs that a spreadsheet shortened, taken or not. */
      shortened: lines.filter(({ isShortened }) => isShortened).length,
      /** Lines whose IDs had hidden characters. */
      cleaned: checked.filter(({ isCleaned = false }, index) => isCleaned && !removed.has(index)).length,
      /** To send, each once, in the order of the lines. */
      pairs: lines
        .filter(({ status }) => status === 'ready')
        .map(({ campaignId, webhookId, line }): NewLine => {
          return { campaignId, webhookId, sourceLine: list.isNumbered ? line : undefined };
        }),
      /** The user changed or removed lines. */
      isEdited: edited.size > 0 || removed.size > 0 || choices.fill !== undefined,
    };
  };

  const store = createStore(view);
  const redraw = (): void => store.setState(view(), true);
  const recheck = (): void => {
    ({ checked, places, lacking, filled } = readAll());
    compared = compareLines();
    redraw();
  };

  /** Returns a function that restores the lines, unless they were edited since. */
  const editLines = (pairs: ReadonlyMap<number, WebhookPair>): (() => void) => {
    const before = new Map(edited);
    for (const [index, pair] of pairs) edited.set(index, pair);
    recheck();
    return () => {
      const restored = [...pairs].filter(([index, pair]) => edited.get(index) === pair);
      for (const [index] of restored) {
        const earlierPair = before.get(index);
        if (earlierPair) edited.set(index, earlierPair);
        else edited.delete(index);
      }
      if (restored.length > 0) recheck();
    };
  };

  return {
    ...store,
    lines: (filter: DraftFilter): DraftLine[] =>
      store.getState().lines.filter((line) => matchesFilter(line, filter)),
    /** Other columns leave edited lines as they are. */
    choose: (next: Partial<Choices>): void => {
      const { operation, picked } = choices;
      const isOwn = JSON.stringify(picked) === JSON.stringify(list.pickedFor?.[operation]);
      const byOperation = next.operation && isOwn ? list.pickedFor?.[next.operation] : undefined;
      choices = { ...choices, ...(byOperation && { picked: byOperation }), ...next };
      if (choices.picked !== picked || 'fill' in next) recheck();
      else redraw();
    },
    edit: (index: number, pair: WebhookPair): (() => void) => editLines(new Map([[index, pair]])),
    swap: (lines: readonly DraftLine[]): (() => void) =>
      editLines(new Map(lines.map((line) => [line.index, swapPair(line)]))),
    /** Returns a function that restores the line. */
    remove: (index: number): (() => void) => {
      removed.add(index);
      recheck();
      return () => {
        removed.delete(index);
        recheck();
      };
    },
    /** What this browser sent before. */
    setSent: (states: readonly PairState[]): void => {
      if (states.length === 0 && sent.size === 0) return;
      sent = new Map(states.map((state) => [state.key, state]));
      redraw();
    },
    /** For `createDraft` on a later page. */
    toKept: (): KeptDraft => ({
      setup: { ...setup, list, note },
      edits: { removed: [...removed], edited: [...edited], choices },
    }),
    pairList: list,
    detachNext: setup.detachNext,
    removed: (): (WebhookPair & { line: number })[] =>
      [...removed].map((index) => {
        const { campaignId = '', webhookId = '' } = checked[index] ?? {};
        return { campaignId, webhookId, line: rows[index]?.line ?? 0 };
      }),
  };
};

export type Draft = ReturnType<typeof createDraft>;

export type DraftView = ReturnType<Draft['getState']>;
