import type { RunRecord } from './run-log.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { createGroupWriter } from './group-writer.ts';
import { lastOfLine } from '#src/journal/last.ts';
import { runOf } from '#src/journal/database.ts';
import { RunChanged, RunGone, type Commit } from './run-commit.ts';
import { patched, recounted, stepped } from './run-rules.ts';
import type { Line, Run, RunPatch } from './run.ts';
import type { RunStore } from './run-store.ts';
import { readRun } from './record-lines.ts';
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
  /** Writes the whole run for the first time; false where storage does not take it. */
  writeNew: () => Promise<boolean>;
  stop: () => void;
};

/** What a record is made of. */
type RunRecordSetup = {
  run: Run;
  revision: number;
  /** The record's own from here on. */
  lines: Line[];
  store: RunStore;
  tab: string;
  /** Nothing that is sent from now on counts as older than this, epoch milliseconds: a clock may be put back. */
  notBefore: number;
  deadlineMs: number;
  retryMs: number;
  /** `changed`: something is new; `kept`: it is written, so that other tabs can read it. */
  onNews: (news: 'changed' | 'kept') => void;
};

export const createRunRecord = (setup: RunRecordSetup): OwnRunRecord => {
  const { lines, store, tab, deadlineMs, retryMs, onNews } = setup;
  /** `revision` is the one that was read or written last. */
  let { run, revision, notBefore } = setup;
  /** The last one that this tab has tried to write: nobody may know whether it did. */
  let tried = revision;
  const { subscribe, emit: tell } = createEmitter();
  const changedBlocks = new Set<number>();
  const accepted = new Set<number>();
  /** Something of what waits is to leave once it is written. */
  let hasSends = false;
  let isNew = false;
  let isGone = false;

  const lineAt = (index: number): Line => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  const linesOf = (block: number): Line[] => lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES);

  const takeBatch = (): Commit => {
    tried = Math.max(tried, revision) + 1;
    const batch = {
      run,
      base: revision,
      revision: tried,
      by: tab,
      blocks: new Map([...changedBlocks].map((block) => [block, linesOf(block)])),
      last: [...accepted].flatMap((index) => lastOfLine(run, lineAt(index), index, notBefore) ?? []),
      isStrict: hasSends,
      isNew,
    };
    changedBlocks.clear();
    accepted.clear();
    hasSends = false;
    isNew = false;
    return batch;
  };

  const putBack = (batch: Commit): void => {
    for (const block of batch.blocks.keys()) changedBlocks.add(block);
    for (const { by } of batch.last) if ('line' in by) accepted.add(by.line);
    hasSends ||= batch.isStrict;
    isNew ||= batch.isNew;
  };

  /** Takes in what fits; throws before anything is taken in otherwise. */
  const takeIn = (changes: Parameters<RunRecord['append']>[0], patch: RunPatch): void => {
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
    if (sent.length > 0 || patch.status === 'running') run = { ...run, tab };
    hasSends ||= sent.length > 0;
  };

  /** Another tab has written the run: its word counts. Nothing has left that it could not read. */
  const adopt = async (): Promise<void> => {
    const kept = await readRun(store, run.id);
    if (!kept) throw (await store.run(run.id)) ? new Error('Damaged') : new RunGone();
    for (const [index, line] of kept.lines.entries()) lines[index] = line;
    ({ run, revision } = kept);
    changedBlocks.clear();
    accepted.clear();
    hasSends = false;
    tell();
    onNews('changed');
  };

  const commit = async (batch: Commit, onProgress: () => void): Promise<void> => {
    try {
      await store.commit(batch, onProgress);
      revision = batch.revision;
    } catch (error) {
      if (!(error instanceof RunChanged) || batch.isNew) throw error;
      await adopt();
    }
  };

  const writer = createGroupWriter<Commit>({
    take: takeBatch,
    commit,
    putBack,
    deadlineMs,
    retryMs,
    // A run that could not even be begun, or was taken away, is not brought back in parts.
    isForGood: (error) => {
      isGone = error instanceof RunGone;
      return isGone || isNew;
    },
    onChange: (change) => {
      if (change === 'state') tell();
      onNews(change === 'kept' ? 'kept' : 'changed');
    },
  });

  const write = (): Promise<boolean> => {
    tell();
    onNews('changed');
    return writer.write();
  };

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
    tell();
    onNews('changed');
  };

  return {
    run: () => run,
    line: lineAt,
    subscribe,
    trouble: () => (isGone ? 'gone' : writer.isKept() ? undefined : 'unwritten'),
    append: (changes, patch = {}) => {
      takeIn(changes, patch);
      return write();
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
    writeNew: () => {
      for (let block = 0; block * BLOCK_LINES < lines.length; block += 1) changedBlocks.add(block);
      isNew = true;
      return write();
    },
    stop: writer.stop,
  };
};
