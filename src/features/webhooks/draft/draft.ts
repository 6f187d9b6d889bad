import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/operations.ts';
import type { NewLine, RunInput } from '#src/log/run-input.ts';
import type { NewRun } from '#src/log/run.ts';
import type { PairState } from '#src/log/sent-pairs.ts';
import { getPairKey, type SentPair } from '#src/log/views.ts';
import { cleanInvisible, hasHidden } from '#src/lib/invisible.ts';
import { OPPOSITE_OPERATION, readPastedPair } from '#src/features/webhooks/change/change.ts';
import { checkPair, type KnownIds } from '#src/features/webhooks/names/known-ids.ts';

import { checkRow, checkTyped, compareColumns, type CheckedLine, type PairList } from './draft-check.ts';

/**
 * `unknown`: an earlier request for the pair may have been carried out. `opposite`: its line names the other
 * operation. `swapped`: the IDs seem to be of the opposite role. `joined`: broken quotes may have joined lines to it.
 * `part`: an ID is a part of a name. `unlike`: an ID doesn't look like one. `hidden`: an ID has spaces at an end, or
 * characters that can't be seen.
 */
export type LineWarning = 'unknown' | 'opposite' | 'joined' | 'swapped' | 'part' | 'unlike' | 'hidden';

export type DraftLine = WebhookPair & {
  /** Counts from 0 in the list. Removed lines keep their place. */
  index: number;
  /** Its number in the text, from 1. */
  line: number;
  status: 'ready' | 'invalid' | 'duplicate' | 'header';
  fault?: string | undefined;
  /** The text of a line with a broken quote. */
  asRead?: string | undefined;
  /** The line that has the same pair and is sent. */
  sameAs?: number | undefined;
  /** The pair's last accepted operation from this browser, if a ready line would repeat it. */
  last?: SentPair | undefined;
  /** Of a ready line. */
  warnings: readonly LineWarning[];
};

/** The filters of the table. `repeated`: ready lines with a `last`. `warned`: ready lines with warnings. */
export type DraftFilter = 'all' | DraftLine['status'] | 'repeated' | 'warned';

export type DraftSetup = Pick<NewRun, 'operation' | 'source' | 'earlier' | 'title'> & {
  list: PairList;
  detachNext?: RunInput['detachNext'];
  /** Shown before it is sent. */
  note?: string | undefined;
  known: KnownIds;
};

/** What the user can change. */
type Choices = Pick<NewRun, 'operation'> & {
  picked: PairList['picked'];
  title: string;
  /** The run pauses after its first lines. */
  pausesEarly: boolean;
  /** Leaves out pairs that were sent before. */
  omitsRepeated: boolean;
};

/** What one press mends. Hidden characters come first: without them, the IDs may not look swapped. */
export const MENDABLE = ['hidden', 'swapped'] as const satisfies readonly LineWarning[];

export type Mendable = (typeof MENDABLE)[number];

const MENDS: Record<Mendable, (pair: WebhookPair) => WebhookPair> = {
  hidden: ({ campaignId, webhookId }) => ({
    campaignId: cleanInvisible(campaignId),
    webhookId: cleanInvisible(webhookId),
  }),
  swapped: ({ campaignId, webhookId }) => ({ campaignId: webhookId, webhookId: campaignId }),
};

export const matchesFilter = ({ status, last, warnings }: DraftLine, filter: DraftFilter): boolean => {
  if (filter === 'repeated') return last !== undefined;
  if (filter === 'warned') return warnings.length > 0;
  return filter === 'all' || filter === status;
};

export const countWarned = (lines: readonly DraftLine[], warning: LineWarning): number =>
  lines.filter(({ warnings }) => warnings.includes(warning)).length;

const countLines = (lines: readonly DraftLine[]): Record<DraftFilter, number> => {
  const counts = { all: 0, ready: 0, invalid: 0, duplicate: 0, header: 0, repeated: 0, warned: 0 };
  for (const { status, last, warnings } of lines) {
    counts.all += 1;
    counts[status] += 1;
    if (last) counts.repeated += 1;
    if (warnings.length > 0) counts.warned += 1;
  }
  return counts;
};

export const createDraft = ({ list, known, note, ...setup }: DraftSetup) => {
  const { rows } = list;
  const separator = list.list?.separator ?? '\n';
  const removed = new Set<number>();
  const edited = new Map<number, WebhookPair>();
  const { source, earlier } = setup;
  let choices: Choices = {
    operation: setup.operation,
    picked: list.picked,
    title: setup.title ?? '',
    pausesEarly: false,
    omitsRepeated: false,
  };
  let sent: ReadonlyMap<string, PairState> = new Map();

  const checkAll = (): CheckedLine[] =>
    rows.map((row, index) => {
      const values = edited.get(index);
      return values ? checkTyped(values, known) : checkRow(list, row, choices.picked, known);
    });
  let checked = checkAll();

  const listLines = (): DraftLine[] => {
    const { operation, picked } = choices;
    const lineOfPair = new Map<string, number>();
    const lines: DraftLine[] = [];
    const looksSwapped = compareColumns(checked);
    for (const [index, { campaignId, webhookId, fault }] of checked.entries()) {
      if (removed.has(index)) continue;
      const { line = 0, cells = [], isBroken, wasUnknown = false, markedAs } = rows[index] ?? {};
      const pair = { campaignId, webhookId };
      const key = getPairKey(pair);
      const isHeader = picked.hasHeader && index === 0;
      const sameAs = lineOfPair.get(key);
      const isDuplicate = sameAs !== undefined;
      const status = isHeader ? 'header' : fault ? 'invalid' : isDuplicate ? 'duplicate' : 'ready';
      const isReady = status === 'ready';
      if (isReady) lineOfPair.set(key, line);
      const warnings = [
        isReady && ((wasUnknown && !edited.has(index)) || sent.get(key)?.unknown !== undefined) && 'unknown',
        isReady && markedAs === OPPOSITE_OPERATION[operation] && 'opposite',
        isReady && cells.some((cell) => /\n/.test(cell) && cell.includes(separator)) && 'joined',
        isReady && (looksSwapped(pair) ? 'swapped' : checkPair(known, pair)),
        isReady && (hasHidden(campaignId) || hasHidden(webhookId)) && 'hidden',
      ] as const;
      const last = isReady ? sent.get(key)?.accepted : undefined;
      lines.push({
        index,
        line,
        campaignId,
        webhookId,
        status,
        fault,
        asRead: isBroken && cells[0],
        sameAs,
        last: last?.operation === operation ? last : undefined,
        warnings: warnings.filter((warning) => warning !== false && warning !== undefined),
      });
    }
    return lines;
  };

  const view = () => {
    const lines = listLines();
    const { omitsRepeated } = choices;
    return {
      ...choices,
      source,
      earlier,
      note,
      lines,
      counts: countLines(lines),
      /** To send, each once, in the order of the lines. */
      pairs: lines
        .filter(({ status, last }) => status === 'ready' && !(omitsRepeated && last))
        .map(({ campaignId, webhookId, line }): NewLine => {
          return { campaignId, webhookId, sourceLine: list.isNumbered ? line : undefined };
        }),
      /** The user changed or removed lines. */
      isEdited: edited.size > 0 || removed.size > 0,
    };
  };

  const store = createStore(view);
  const redraw = (): void => store.setState(view(), true);
  const recheck = (): void => {
    checked = checkAll();
    redraw();
  };

  const edit = (pairs: ReadonlyMap<number, WebhookPair>): (() => void) => {
    const before = new Map(edited);
    for (const [index, pair] of pairs) edited.set(index, pair);
    recheck();
    return () => {
      for (const [index, pair] of pairs) {
        // Since then, the user may have edited it.
        if (edited.get(index) !== pair) continue;
        const previous = before.get(index);
        if (previous) edited.set(index, previous);
        else edited.delete(index);
      }
      recheck();
    };
  };

  return {
    ...store,
    lines: (filter: DraftFilter): DraftLine[] =>
      store.getState().lines.filter((line) => matchesFilter(line, filter)),
    /** Other columns leave edited lines as they are. */
    choose: (next: Partial<Choices>): void => {
      choices = { ...choices, ...next };
      if (next.picked) recheck();
      else redraw();
    },
    /** Returns a function that restores the line. */
    edit: (index: number, pair: WebhookPair): (() => void) => edit(new Map([[index, pair]])),
    /** Mends one line, or all with this warning and their duplicates. Returns how many, and a function that restores them. */
    mend: (warning: Mendable, only?: number): { count: number; undo: () => void } => {
      const { lines } = store.getState();
      const pairKeys = new Set(lines.filter(({ warnings }) => warnings.includes(warning)).map(getPairKey));
      const mended = lines.filter((line) =>
        only === undefined ? !line.fault && pairKeys.has(getPairKey(line)) : line.index === only,
      );
      const undo = edit(new Map(mended.map((line) => [line.index, MENDS[warning](line)])));
      return { count: mended.length, undo };
    },
    /** Returns a function that restores the line. */
    remove: (index: number): (() => void) => {
      removed.add(index);
      redraw();
      return () => {
        removed.delete(index);
        redraw();
      };
    },
    /** What this browser sent before. */
    setSent: (states: readonly PairState[]): void => {
      if (states.length === 0 && sent.size === 0) return;
      sent = new Map(states.map((state) => [state.key, state]));
      redraw();
    },
    pairList: list,
    detachNext: setup.detachNext,
    readPasted: readPastedPair,
    /** Not the lines of an undo or plan: they are of pairs that were sent before. */
    canMend: list.list !== undefined || earlier?.isUndo === false,
    removed: (): (WebhookPair & { line: number })[] =>
      [...removed].map((index) => {
        const { campaignId = '', webhookId = '' } = checked[index] ?? {};
        return { campaignId, webhookId, line: rows[index]?.line ?? 0 };
      }),
  };
};

export type Draft = ReturnType<typeof createDraft>;

export type DraftView = ReturnType<Draft['getState']>;
