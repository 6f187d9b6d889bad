import type { Sheet } from './books.ts';
import { createGroupWriter, type GroupWriter } from './group-writer.ts';
import { inTime } from '#src/journal/in-time.ts';
import { lastOfLine } from '#src/journal/last.ts';
import type { OwnSheet, SheetSetup } from './own-sheet.ts';
import { RunChanged, RunGone, type Commit } from './run-commit.ts';
import { lostSends, patched, recounted, stepped } from './run-rules.ts';
import type { Line, RunPatch } from './run.ts';
import type { RunStore } from './run-store.ts';
import { readRun } from './sheet-lines.ts';
import { BLOCK_LINES } from './stored-block.ts';
import { unkeptSends } from './unkept-sends.ts';

export const createSheet = (setup: SheetSetup): OwnSheet => {
  const { lines, store, tab, holdTurn, term, deadlineMs, retryMs, onNews } = setup;
  /** `revision` is the one that was read or written last. */
  let { run, revision, notBefore } = setup;
  const listeners = new Set<() => void>();
  const changedBlocks = new Set<number>();
  const accepted = new Set<number>();
  /** Sent, and not kept as such yet: waiting to be written, and being written. */
  let sends: number[] = [];
  let sendsBeingWritten: number[] = [];
  let isNew = false;
  /** `memory`: nobody else can have it. `gone`: it was in storage, and another tab may have gone on with it since. */
  let place: 'storage' | 'memory' | 'gone' = store ? 'storage' : 'memory';
  /** The term in which storage was last seen to have nothing of another tab that this one does not know. */
  let seenIn: number | undefined;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const lineAt = (index: number): Line => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  const linesOf = (block: number): Line[] => lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES);

  const takeBatch = (): Commit => {
    const batch = {
      run,
      revision: revision + 1,
      blocks: new Map([...changedBlocks].map((block) => [block, linesOf(block)])),
      last: [...accepted].flatMap((index) => lastOfLine(run, lineAt(index), index, notBefore) ?? []),
      isStrict: sends.length > 0,
      isNew,
    };
    changedBlocks.clear();
    accepted.clear();
    sendsBeingWritten = sends;
    sends = [];
    isNew = false;
    return batch;
  };

  /** No other tab has had the turn since then. */
  const isSeen = (): boolean => seenIn !== undefined && seenIn === term();

  /** What leaves from now on is not in storage. */
  const noteSends = (indexes: readonly number[]): void => {
    // Of a run that is not there, nothing there could be wrong.
    if (writer?.isKept() === false && place === 'storage') unkeptSends.add(run.id, indexes);
  };

  const putBack = (batch: Commit): void => {
    for (const block of batch.blocks.keys()) changedBlocks.add(block);
    for (const { by } of batch.last) if ('line' in by) accepted.add(by.line);
    sends = [...sendsBeingWritten, ...sends];
    isNew ||= batch.isNew;
  };

  /** Takes in what fits; throws before anything is taken in otherwise. Gives the lines that are sent. */
  const takeIn = (changes: Parameters<Sheet['apply']>[0], patch: RunPatch): number[] => {
    const { marks, moves, sent } = stepped(lineAt, changes);
    // From here on nothing throws: all of it is taken in.
    for (const [index, mark] of marks) {
      const { campaignId, webhookId, again } = lineAt(index);
      lines[index] = { campaignId, webhookId, ...(again && { again }), ...mark };
      changedBlocks.add(Math.floor(index / BLOCK_LINES));
      if (mark.state === 'accepted') accepted.add(index);
    }
    const counts = moves.length > 0 ? recounted(run.counts, moves) : run.counts;
    run = { ...patched(run, patch), counts };
    return sent;
  };

  /** Another tab has written the run, and had the turn: its word counts, and what this one has sent besides is unknown. */
  const takeOver = async (from: RunStore): Promise<void> => {
    const now = term();
    seenIn = undefined;
    const kept = await readRun(from, run.id);
    if (!kept) throw (await from.run(run.id)) ? new Error('Damaged') : new RunGone();
    const waiting = new Set(writer?.isKept() === true ? [...sends, ...sendsBeingWritten] : []);
    const lost = lostSends(lines, kept.lines, (index) => waiting.has(index));
    for (const [index, line] of kept.lines.entries()) lines[index] = line;
    ({ run, revision } = kept);
    seenIn = now;
    changedBlocks.clear();
    accepted.clear();
    sends = [];
    sendsBeingWritten = [];
    if (lost.length > 0) {
      takeIn(lost, {});
      void writer?.write();
    }
    tell();
    onNews('changed');
  };

  /** Written after a failure, another tab may have the turn by now: it is not to be crossed. */
  const commit = async (batch: Commit, onProgress: () => void): Promise<void> => {
    if (!store) return;
    const isLate = writer?.isKept() === false && !batch.isNew;
    const end = isLate ? await holdTurn() : undefined;
    if (isLate && !end) {
      const known = await store.run(run.id);
      if (known && known.revision !== revision) await takeOver(store);
      throw new Error('Another tab has the turn');
    }
    const now = term();
    const committing = store.commit(batch, onProgress);
    // Whatever reads from then on reads after it.
    if (end) void inTime(committing, deadlineMs).then(end, end);
    try {
      await committing;
      revision = batch.revision;
      seenIn = now;
    } catch (error) {
      if (!(error instanceof RunChanged) || batch.isNew) throw error;
      await takeOver(store);
    }
  };

  const writer: GroupWriter | undefined = store
    ? createGroupWriter<Commit>({
        take: takeBatch,
        commit,
        putBack,
        deadlineMs,
        retryMs,
        // A run that could not even be begun, or that made room for others, is not brought back in parts.
        isForGood: (error) => {
          if (!isNew && !(error instanceof RunGone)) return false;
          place = isNew || isSeen() ? 'memory' : 'gone';
          if (!isNew) unkeptSends.forget(run.id);
          return true;
        },
        onChange: (change) => {
          if (change === 'kept') sendsBeingWritten = [];
          else {
            noteSends([...sendsBeingWritten, ...sends]);
            if (writer?.isKept() === true) unkeptSends.forget(run.id);
            tell();
          }
          onNews(change === 'kept' ? 'kept' : 'changed');
        },
      })
    : undefined;

  const write = (): Promise<void> => {
    tell();
    onNews('changed');
    return writer?.write() ?? Promise.resolve();
  };

  const refresh = async (): Promise<void> => {
    const isOurs = () => writer === undefined || !writer.isIdle() || !writer.isKept();
    if (!store || isOurs()) return;
    const known = await store.run(run.id);
    if (!known || known.revision <= revision || isOurs()) return;
    const news = await store.changed(run.id, revision);
    // What has happened here meanwhile is newer.
    if (!news || news.run.revision <= revision || isOurs()) return;
    for (const [block, some] of news.blocks) {
      for (const [offset, line] of some.entries()) lines[block * BLOCK_LINES + offset] = line;
    }
    ({ revision, ...run } = news.run);
    tell();
    onNews('changed');
  };

  return {
    run: () => run,
    line: lineAt,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isKept: () => writer?.isKept() ?? false,
    apply: (changes, patch = {}) => {
      const sent = takeIn(changes, patch);
      if (sent.length > 0 || patch.status === 'running') run = { ...run, tab };
      for (const index of sent) sends.push(index);
      noteSends(sent);
      return write();
    },
    refresh,
    reread: async (bound) => {
      notBefore = bound;
      if (!store || !writer) return 'known';
      const now = term();
      const isWritten = await writer.flush();
      if (place !== 'storage') return place === 'memory' ? 'known' : 'unsure';
      try {
        if (isWritten) await refresh();
        const known = await store.run(run.id);
        if (!known) return isSeen() ? 'known' : 'unsure';
        // The tab that has sent it would go on where it stood, without a word of what this one sends.
        if (!isWritten && known.revision === revision && run.tab !== tab) return 'unsure';
        if (known.revision === revision) seenIn = now;
        else if (!isWritten) await takeOver(store);
        return 'known';
      } catch (error) {
        return error instanceof RunGone ? 'unsure' : 'unreadable';
      }
    },
    writeNew: () => {
      for (let block = 0; block * BLOCK_LINES < lines.length; block += 1) changedBlocks.add(block);
      isNew = true;
      return write();
    },
    unkept: () =>
      writer?.isKept() === true
        ? []
        : lines.flatMap((line, index) => lastOfLine(run, line, index, notBefore) ?? []),
    stop: () => writer?.stop(),
  };
};
