import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/client.ts';
import type { NewRun, NewLine, RunInput } from '#src/log/run.ts';
import { getPairKey, getPairStatus, type PairState, type SentPair } from '#src/log/sent-pairs.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatNumber } from '#src/lib/count.ts';
import { swapPair, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import type { NameBook } from '#src/features/webhooks/names/names.ts';
import { getRowText, type List, type ListRow } from '#src/lists/rows.ts';
import { createPlaceFinder, ROW_PLACES, type RowPlace } from '#src/lists/columns.ts';
import { splitSeveral } from '#src/lists/marks.ts';
import { checkTyped, createRowCheck, type ReadLine } from './draft-check.ts';
import { describeUnread, type PairColumns, type PairList } from './draft-columns.ts';
import { compareLines, findLacking, suggestId, type Comparison, type Lacking } from './draft-compare.ts';

/**
 * What the list itself gives reason for. `joined`: an open quote may have joined lines to it. `same`: both IDs are of one
 * kind. `unlike`: an ID doesn't look like one, or like its configured pattern. `odd`: it is not like the others. `says`: the
 * list says another operation.
 */
export const DOUBTS = ['joined', 'swapped', 'same', 'named', 'unlike', 'spaced', 'odd', 'says'] as const;

/** `unknown`: an earlier request for the pair may have been carried out. `detached`: it would be attached again. */
export type LineWarning = (typeof DOUBTS)[number] | 'unknown' | 'shortened' | 'detached';

/**
 * The user can leave out all lines of one kind. `repeated`: sent before. `detached`: last detached. `accepted`, `left-out`: by
 * the results of an earlier run, which are left out from the start.
 */
export const OMITTABLE = [...DOUBTS, 'repeated', 'detached', 'accepted', 'left-out'] as const;

export type Omittable = (typeof OMITTABLE)[number];

/** What the service said of a pair that is neither attached nor detached for certain. */
const describeMessage = (state: PairState): string | undefined => {
  if (getPairStatus(state) !== 'with-message') return undefined;
  const message = state.accepted?.message;
  return `accepted with a message${message === undefined ? '' : `: “${escapeInvisible(message)}”`}`;
};

export const isDoubted = ({ warnings }: Pick<DraftLine, 'warnings'>): boolean =>
  warnings.some((warning) => DOUBTS.some((doubt) => doubt === warning));

/** Whether lines of this kind are left out or not. */
export const isOfKind = ({ last, detached, was, warnings }: DraftLine, kind: Omittable): boolean => {
  if (kind === 'repeated') return last !== undefined;
  if (kind === 'accepted' || kind === 'left-out') return was === kind;
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
  /** What became of it by the results of an earlier run. */
  was?: 'accepted' | 'left-out' | undefined;
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
  picked: PairColumns;
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

/** What the user changed in a draft. */
type Edits = {
  removed: ReadonlySet<number>;
  edited: ReadonlyMap<number, WebhookPair>;
  choices: Choices;
};

/** A draft as data. */
export type KeptDraft = {
  setup: Omit<DraftSetup, 'patterns' | 'names'>;
  edits: {
    removed: readonly number[];
    edited: readonly (readonly [number, WebhookPair])[];
    choices: Choices;
  };
};

/** What the rows say. */
type ReadList = {
  /** With one for each of several IDs that fill a row. */
  lines: readonly ReadLine[];
  lacking: (Lacking & { suggested: string }) | undefined;
  /** Only of a list that was read. */
  compared: Comparison | undefined;
  unread: string | undefined;
};

const fillLine = (line: ReadLine, kind: keyof IdPatterns, id: string): ReadLine =>
  line.isEdited
    ? line
    : { ...line, checked: checkTyped({ ...line.checked, [`${kind}Id`]: id }), filled: kind };

/** Checks each line on its own, fills in the IDs for all, and compares the lines. */
const readLines = (
  setup: DraftSetup,
  { removed, edited, choices }: Edits,
  attached: readonly WebhookPair[],
): ReadList => {
  const { rows, list } = setup.list;
  const { picked, fill } = choices;
  const checkRow = createRowCheck(setup.list, picked);
  const findPlace = list ? createPlaceFinder(list, picked) : () => undefined;
  const toLine = (row: ReadLine['row'], index: number, place = findPlace(index)): ReadLine => {
    const typed = edited.get(index);
    const isRemoved = removed.has(index);
    return {
      index,
      row,
      place,
      checked: typed ? checkTyped(typed) : checkRow(row),
      isEdited: typed !== undefined,
      isRemoved,
    };
  };
  const own = rows.map((row, index) => toLine(row, index));
  if (!list) return { lines: own, lacking: undefined, compared: undefined, unread: undefined };
  const lacking = findLacking(own);
  const filled =
    lacking?.kind === fill?.kind ? splitSeveral(fill?.id ?? '', '').filter((id) => id !== '') : [];
  const count = filled.length;
  const copyLine = ({ row, index, place }: ReadLine, copy: number): ReadLine => {
    const { at = 1, of = 1, whole = row.cells } = row.part ?? {};
    const part = { at: (at - 1) * count + copy, of: of * count, whole };
    return toLine({ ...row, part }, index + copy * rows.length, place);
  };
  const fillAll = (line: ReadLine, kind: keyof IdPatterns): ReadLine[] =>
    filled.map((id, at) => fillLine(count === 1 ? line : copyLine(line, at + 1), kind, id));
  const lines =
    lacking && count > 0
      ? own.flatMap((line) => (lacking.at.has(line.index) ? fillAll(line, lacking.kind) : [line]))
      : own;
  const others = own.filter(({ index, checked }) => checked.fault !== undefined && !lacking?.at.has(index));
  return {
    lines,
    lacking: lacking && {
      ...lacking,
      suggested: suggestId(
        others.map(({ row }) => row),
        lacking.kind,
        setup.patterns,
      ),
    },
    // What was exported has the IDs as they were sent.
    compared: compareLines(lines, list, picked, setup, setup.list.hasGuards ? [] : attached),
    unread: describeUnread(list, picked),
  };
};

/** Why a line is no data, or can't be sent. The user may want to send what a total or a line above the header holds. */
const findFault = (
  { row, checked: { fault, isShortened }, place, isEdited }: ReadLine,
  compared: Comparison | undefined,
  takesShortened: boolean,
): Pick<DraftLine, 'place' | 'fault'> => {
  const isDoubtful = place === 'total' || (place === 'above' && compared?.hasId(row.cells.join(' ')));
  if (isDoubtful) return { fault: isEdited ? fault : ROW_PLACES[place] };
  if (place) return { place };
  return { fault: isShortened && takesShortened ? undefined : fault };
};

/** What the list says to do with a pair, if that is another operation. A second line of a pair may contradict the first. */
const createSaysReader = (
  { lines, compared }: ReadList,
  operation: NewRun['operation'],
): ((line: ReadLine, at: number) => string | undefined) => {
  const readOwn = ({ isEdited }: ReadLine, at: number): string | undefined => {
    const said = isEdited ? undefined : compared?.said[at];
    return said && said.operation !== operation ? said.word : undefined;
  };
  const ofPairs = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const says = line.isRemoved ? undefined : readOwn(line, at);
    if (says !== undefined)
      ofPairs.set(getPairKey(line.checked), `${says} (line ${formatNumber(line.row.line)})`);
  }
  return (line, at) => readOwn(line, at) ?? ofPairs.get(getPairKey(line.checked));
};

/** What becomes of each line. */
const listLines = (
  list: List | undefined,
  { operation, omitted, takesShortened }: Choices,
  read: ReadList,
  sent: ReadonlyMap<string, PairState>,
): DraftLine[] => {
  const { compared } = read;
  const texts = list?.text.split('\n');
  const readSays = createSaysReader(read, operation);
  const lineOfPair = new Map<string, number>();
  const lines: DraftLine[] = [];
  for (const [at, one] of read.lines.entries()) {
    if (one.isRemoved) continue;
    const { index, row, isEdited } = one;
    const { campaignId, webhookId, isShortened = false } = one.checked;
    const { line, reason, part } = row;
    const key = getPairKey(one.checked);
    const { place, fault } = findFault(one, compared, takesShortened);
    const sameAs = lineOfPair.get(key);
    const isUsable = !place && fault === undefined && sameAs === undefined;
    if (isUsable) lineOfPair.set(key, line);
    const state = isUsable ? sent.get(key) : undefined;
    const before = state?.known && state.accepted;
    const last = state?.known === operation ? before : undefined;
    // To detach what was attached is what a list is for, and an undo says what it reverts.
    const isReverted = list !== undefined && operation === 'attach' && state?.known === 'detach';
    const says = readSays(one, at);
    const said = compared?.said[at];
    const isEarlier = row.was === 'left-out' || (row.was === 'accepted' && said?.operation === operation);
    const was = isUsable && isEarlier && !isEdited && row.was !== 'unknown' ? row.was : undefined;
    const isSentBefore =
      (omitted.includes('repeated') && last) ||
      (omitted.includes('detached') && isReverted) ||
      (was && omitted.includes(was));
    const ownDoubts = compared?.doubts[at] ?? [];
    const doubts: readonly LineWarning[] = says === undefined ? ownDoubts : [...ownDoubts, 'says'];
    const listDoubts = isUsable && !isSentBefore ? doubts : [];
    const isReady =
      isUsable && !isSentBefore && !omitted.some((kind) => listDoubts.some((doubt) => doubt === kind));
    const getStatus = () => {
      if (place) return 'header';
      if (fault !== undefined) return 'invalid';
      if (!isUsable) return 'duplicate';
      return isReady ? 'ready' : 'omitted';
    };
    const isUnknown = (row.was === 'unknown' && !isEdited) || sent.get(key)?.unknown !== undefined;
    const warnings = [
      isReady && isReverted && 'detached',
      isReady && isUnknown && 'unknown',
      ...listDoubts,
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
      namedId: isUsable ? compared?.namedIds[at] : undefined,
      says: isUsable ? says : undefined,
      was,
      saysOperation: says === undefined || said?.isState ? undefined : said?.operation,
      warnings: warnings.filter((warning) => warning !== false),
    });
  }
  return lines;
};

const createView = (
  setup: DraftSetup,
  edits: Edits,
  read: ReadList,
  sent: ReadonlyMap<string, PairState>,
) => {
  const { list, source, earlier, note } = setup;
  const { removed, edited, choices } = edits;
  const lines = listLines(list.list, choices, read, sent);
  return {
    ...choices,
    source,
    earlier,
    note,
    lines,
    columnsSwapped: read.compared?.areSwapped ?? false,
    lacking: read.lacking,
    /** The columns that aren't sent, in words. */
    unread: read.unread,
    counts: countByFilter(lines),
    /** IDs that a spreadsheet shortened, taken or not. */
    shortened: lines.filter(({ isShortened }) => isShortened).length,
    /** Lines whose IDs had hidden characters. */
    cleaned: read.lines.filter(({ checked, isRemoved }) => checked.isCleaned && !isRemoved).length,
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

/** What was read, with what the user changes and chooses at the check. */
export const createDraft = (setup: DraftSetup, kept?: KeptDraft['edits']) => {
  const { patterns: _patterns, names: _names, ...keptSetup } = setup;
  const { list } = setup;
  const choices: Choices = {
    operation: setup.operation,
    picked: list.picked,
    title: setup.title ?? '',
    pausesEarly: false,
    omitted: ['accepted', 'left-out'],
    takesShortened: false,
    ...kept?.choices,
  };
  let edits: Edits = { removed: new Set(kept?.removed), edited: new Map(kept?.edited), choices };
  let sent: ReadonlyMap<string, PairState> = new Map();
  let attached: readonly PairState[] = [];
  let read = readLines(setup, edits, attached);
  const store = createStore(() => createView(setup, edits, read, sent));

  const change = (patch: Partial<Edits>, isReadAgain = true): void => {
    edits = { ...edits, ...patch };
    if (isReadAgain) read = readLines(setup, edits, attached);
    store.setState(createView(setup, edits, read, sent), true);
  };

  /** Returns a function that restores the lines, unless they were edited since. */
  const editLines = (pairs: ReadonlyMap<number, WebhookPair>): (() => void) => {
    const before = edits.edited;
    change({ edited: new Map([...before, ...pairs]) });
    return () => {
      const edited = new Map(edits.edited);
      for (const [index, pair] of pairs) {
        if (edited.get(index) !== pair) continue;
        const earlierPair = before.get(index);
        if (earlierPair) edited.set(index, earlierPair);
        else edited.delete(index);
      }
      change({ edited });
    };
  };

  return {
    ...store,
    lines: (filter: DraftFilter): DraftLine[] =>
      store.getState().lines.filter((line) => matchesFilter(line, filter)),
    /** Other columns leave edited lines as they are. */
    choose: (next: Partial<Choices>): void =>
      change({ choices: { ...edits.choices, ...next } }, 'picked' in next || 'fill' in next),
    edit: (index: number, pair: WebhookPair): (() => void) => editLines(new Map([[index, pair]])),
    swap: (lines: readonly DraftLine[]): (() => void) =>
      editLines(new Map(lines.map((line) => [line.index, swapPair(line)]))),
    /** Returns a function that restores the line. */
    remove: (index: number): (() => void) => {
      change({ removed: new Set(edits.removed).add(index) });
      return () => change({ removed: new Set([...edits.removed].filter((one) => one !== index)) });
    },
    /** What this browser sent before. */
    setSent: (states: readonly PairState[]): void => {
      if (states.length === 0 && sent.size === 0) return;
      sent = new Map(states.map((state) => [state.key, state]));
      const before = attached;
      attached = states.filter(({ known }) => known === 'attach');
      // Comparing 10,000 lines takes long, and any request changes the states.
      const isSame =
        attached.length === before.length && attached.every(({ key }, at) => key === before[at]?.key);
      change({}, !isSame);
    },
    /** For `createDraft` on a later page. */
    toKept: (): KeptDraft => ({
      setup: keptSetup,
      edits: { removed: [...edits.removed], edited: [...edits.edited], choices: edits.choices },
    }),
    pairList: list,
    detachNext: setup.detachNext,
    removed: (): (WebhookPair & { line: number })[] =>
      read.lines
        .filter(({ isRemoved }) => isRemoved)
        .map(({ row: { line }, checked: { campaignId, webhookId } }) => ({ campaignId, webhookId, line })),
  };
};

export type Draft = ReturnType<typeof createDraft>;

export type DraftView = ReturnType<Draft['getState']>;
