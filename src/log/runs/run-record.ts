import type { LastAccepted, RunRecord } from './run-log.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { createGroupWriter } from './group-writer.ts';
import { lastOfLine } from '#src/log/last.ts';
import { runOf } from '#src/log/database.ts';
import { RunChanged, RunGone, type Commit } from './run-commit.ts';
import { asBegun, patched, stepped, type Change } from './run-rules.ts';
import type { Line, RunPatch } from './run.ts';
import type { KeptRun, RunStore } from './run-store.ts';
import { BLOCK_LINES } from './stored-block.ts';

/** A record, and what the run log does with it. */
export type OwnRunRecord = RunRecord & {
  /** Takes over what another tab has written meanwhile, where all of this record is kept. Rejects where storage fails. */
  refresh: () => Promise<void>;
  /**
   * For whoever has the lease: writes what waits and reads what another tab has written. False where that can't be done, or
   * the run is not kept any more. `notBefore` as in the setup.
   */
  reread: (notBefore: number) => Promise<boolean>;
  stop: () => void;
};

/** What a record is made of. The lines are the record's own from here on. */
type RunRecordSetup = KeptRun & {
  store: RunStore;
  tab: string;
  /** Nothing that is sent from now on counts as older than this, epoch milliseconds: a clock may be put back. */
  notBefore: number;
  deadlineMs: number;
  retryMs: number;
  /** Something is new. `tellOthers`: other tabs can read it; `tellOthersNow`: and its status is another one. */
  onNews: (news: 'tellHere' | 'tellOthers' | 'tellOthersNow') => void;
};

export const createRunRecord = (setup: RunRecordSetup): OwnRunRecord => {
  const { lines, store, tab, deadlineMs, retryMs, onNews } = setup;
  /** `revision` is the one that was read or written last. */
  let { run, revision, notBefore } = setup;
  /** The last one that this tab has tried to write: nobody may know whether it did. */
  let tried = revision;
  const { subscribe, emit } = createEmitter();
  const changedBlocks = new Set<number>();
  const accepted = new Set<number>();
  /** Something of what waits is to leave once it is written. */
  let hasSends = false;
  let isGone = false;
  /** This tab sends it, and has written it last. */
  let isSole = false;
  let isWritingLast = false;
  /** Of the run as it was read or written last. */
  let keptStatus = run.status;

  const tell = (): void => {
    emit();
    onNews('tellHere');
  };

  const lineAt = (index: number): Line => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  const takeLast = (): LastAccepted[] => {
    const last = [...accepted].flatMap((index) => lastOfLine(run, lineAt(index), index, notBefore) ?? []);
    accepted.clear();
    return last;
  };
  const putBackLast = (last: readonly LastAccepted[]): void => {
    for (const { by } of last) if ('line' in by) accepted.add(by.line);
  };

  /** Beside the changes of the run, so that no line waits for it. What fails goes with a later one. */
  const writeLast = async (): Promise<void> => {
    if (isWritingLast || accepted.size === 0) return;
    isWritingLast = true;
    const last = takeLast();
    try {
      await store.putLast(last);
      onNews('tellOthers');
    } catch {
      putBackLast(last);
    }
    isWritingLast = false;
  };

  const takeBatch = (): Commit => {
    tried = Math.max(tried, revision) + 1;
    const isSoleStill = isSole && run.status === 'running';
    const batch = {
      run,
      base: revision,
      revision: tried,
      by: tab,
      blocks: new Map(
        [...changedBlocks].map((block) => [
          block,
          lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES),
        ]),
      ),
      last: isSoleStill ? [] : takeLast(),
      isStrict: hasSends,
      isSole: isSoleStill,
    };
    changedBlocks.clear();
    hasSends = false;
    return batch;
  };

  const putBack = (batch: Commit): void => {
    for (const block of batch.blocks.keys()) changedBlocks.add(block);
    putBackLast(batch.last);
    hasSends ||= batch.isStrict;
  };

  /** Takes in what fits; throws before anything is taken in otherwise. */
  const takeIn = (changes: readonly Change[], patch: RunPatch): void => {
    const { marks, counts } = stepped(lineAt, run.counts, changes);
    for (const [index, mark] of marks) {
      lines[index] = { ...asBegun(lineAt(index)), ...mark };
      changedBlocks.add(Math.floor(index / BLOCK_LINES));
      if (mark.state === 'accepted') accepted.add(index);
    }
    const isSend = changes.some(([, { kind }]) => kind === 'send');
    run = { ...patched(run, patch), counts, ...((isSend || patch.status === 'running') && { tab }) };
    hasSends ||= isSend;
  };

  /** Another tab has written the run: its word counts. Nothing has left that it could not read. */
  const adopt = async (): Promise<void> => {
    const kept = await store.read(run.id);
    if (!kept) throw (await store.run(run.id)) ? new Error('Damaged') : new RunGone();
    for (const [index, line] of kept.lines.entries()) lines[index] = line;
    ({ run, revision } = kept);
    keptStatus = run.status;
    changedBlocks.clear();
    accepted.clear();
    hasSends = false;
    isSole = false;
    tell();
  };

  const writer = createGroupWriter<Commit>({
    take: takeBatch,
    commit: async (batch) => {
      try {
        await store.commit(batch);
        revision = Math.max(revision, batch.revision);
        isSole = batch.run.status === 'running' && batch.run.tab === tab;
        onNews(batch.run.status === keptStatus ? 'tellOthers' : 'tellOthersNow');
        keptStatus = batch.run.status;
        if (batch.isSole) void writeLast();
      } catch (error) {
        isSole = false;
        // What was written since it was taken away is no run.
        if (error instanceof RunGone && batch.isSole) store.remove([run.id]).catch(() => undefined);
        if (!(error instanceof RunChanged)) throw error;
        await adopt();
      }
    },
    putBack,
    deadlineMs,
    retryMs,
    // A run that was taken away is not brought back in parts.
    isForGood: (error) => {
      isGone = error instanceof RunGone;
      return isGone;
    },
    onChange: tell,
  });

  const refresh = async (): Promise<void> => {
    const isOurs = () => !writer.isIdle() || !writer.isKept();
    if (isOurs()) return;
    const known = await store.run(run.id);
    if (!known || known.revision <= revision || isOurs()) return;
    const news = await store.changed(run.id, revision);
    // What has happened here meanwhile is newer.
    if (!news || news.run.revision <= revision || isOurs()) return;
    for (const [block, some] of news.blocks) {
      for (const [offset, line] of some.entries()) lines[block * BLOCK_LINES + offset] = line;
    }
    revision = news.run.revision;
    run = runOf(news.run);
    keptStatus = run.status;
    tell();
  };

  return {
    run: () => run,
    line: lineAt,
    subscribe,
    trouble: () => (isGone ? 'gone' : writer.isKept() ? undefined : 'unwritten'),
    append: (changes, patch = {}) => {
      takeIn(changes, patch);
      tell();
      return writer.write();
    },
    flush: writer.flush,
    whenWritten: writer.whenDone,
    refresh,
    reread: async (bound) => {
      notBefore = bound;
      if (!(await writer.flush())) return false;
      try {
        await refresh();
        isGone = (await store.run(run.id)) === undefined;
        return !isGone;
      } catch {
        return false;
      }
    },
    stop: writer.stop,
  };
};
