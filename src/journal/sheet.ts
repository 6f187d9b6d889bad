import type { LastAccepted, Sheet } from './books.ts';
import { createGroupWriter, type GroupWriter } from './group-writer.ts';
import { patched, recounted, step } from './run-rules.ts';
import type { Line, LineState, Mark, Run } from './run.ts';
import { RunGone, type Commit, type RunStore } from './run-store.ts';
import { BLOCK_LINES } from './stored-block.ts';
import { unkeptSends } from './unkept-sends.ts';

/** A sheet, and what the books do with it. */
export type OwnSheet = Sheet & {
  /** Takes over what another tab has written meanwhile. */
  refresh: () => Promise<void>;
  /** Writes the whole run for the first time. */
  writeNew: () => Promise<void>;
  /** Accepted lines that are known to this tab only. */
  unkept: () => LastAccepted[];
  stop: () => void;
};

type SheetSetup = {
  run: Run;
  revision: number;
  /** The sheet's own from here on. */
  lines: Line[];
  /** Undefined where the run is in memory only. */
  store: RunStore | undefined;
  tab: string;
  deadlineMs: number;
  retryMs: number;
  /** `changed`: something is new; `kept`: it is written, so that other tabs can read it. */
  onNews: (news: 'changed' | 'kept') => void;
};

/** The accepted operation of a line; undefined where it is not accepted. */
export const lastOfLine = ({ id, operation, at }: Run, line: Line, index: number): LastAccepted | undefined =>
  line.state === 'accepted'
    ? {
        campaignId: line.campaignId,
        webhookId: line.webhookId,
        operation,
        at: line.sentAt ?? at,
        by: { run: id, line: index },
      }
    : undefined;

export const createSheet = (setup: SheetSetup): OwnSheet => {
  const { lines, store, tab, deadlineMs, retryMs, onNews } = setup;
  let { run, revision } = setup;
  const listeners = new Set<() => void>();
  const changedBlocks = new Set<number>();
  const accepted = new Set<number>();
  /** Sent, and not kept as such yet: waiting to be written, and being written. */
  let sends: number[] = [];
  let sendsBeingWritten: number[] = [];
  let isNew = false;

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
    revision += 1;
    const batch = {
      run,
      revision,
      blocks: new Map([...changedBlocks].map((block) => [block, linesOf(block)])),
      last: [...accepted].flatMap((index) => lastOfLine(run, lineAt(index), index) ?? []),
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

  /** What leaves from now on is not in storage. */
  const noteSends = (indexes: readonly number[]): void => {
    // Of a run that could not be begun there is nothing in storage that could be wrong.
    if (writer?.isKept() === false && !isNew) unkeptSends.add(run.id, indexes);
  };

  const putBack = (batch: Commit): void => {
    for (const block of batch.blocks.keys()) changedBlocks.add(block);
    for (const { by } of batch.last) if ('line' in by) accepted.add(by.line);
    sends = [...sendsBeingWritten, ...sends];
    isNew ||= batch.isNew;
  };

  const writer: GroupWriter | undefined = store
    ? createGroupWriter<Commit>({
        take: takeBatch,
        commit: store.commit,
        putBack,
        deadlineMs,
        retryMs,
        // A run that could not even be begun, or that made room for others, is not brought back in parts.
        isForGood: (error) => error instanceof RunGone || isNew,
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

  return {
    run: () => run,
    line: lineAt,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isKept: () => writer?.isKept() ?? false,
    apply: (changes, patch = {}) => {
      const marks = new Map<number, Mark>();
      const moves: [LineState, LineState][] = [];
      const sent: number[] = [];
      for (const [index, event] of changes) {
        const before = marks.get(index) ?? lineAt(index);
        const after = step(before, event);
        marks.set(index, after);
        moves.push([before.state, after.state]);
        if (event.kind === 'send') sent.push(index);
      }
      // From here on nothing throws: all of it is taken in.
      for (const [index, mark] of marks) {
        const { campaignId, webhookId } = lineAt(index);
        lines[index] = { campaignId, webhookId, ...mark };
        changedBlocks.add(Math.floor(index / BLOCK_LINES));
        if (mark.state === 'accepted') accepted.add(index);
      }
      const counts = moves.length > 0 ? recounted(run.counts, moves) : run.counts;
      const isSender = sent.length > 0 || patch.status === 'running';
      run = { ...patched(run, patch), counts, ...(isSender ? { tab } : {}) };
      for (const index of sent) sends.push(index);
      noteSends(sent);
      return write();
    },
    refresh: async () => {
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
    },
    writeNew: () => {
      for (let block = 0; block * BLOCK_LINES < lines.length; block += 1) changedBlocks.add(block);
      isNew = true;
      return write();
    },
    unkept: () =>
      writer?.isKept() === true ? [] : lines.flatMap((line, index) => lastOfLine(run, line, index) ?? []),
    stop: () => writer?.stop(),
  };
};
