import { lastOfLine } from '#src/log/last.ts';
import type { LastAccepted, RunLog, RunRecord } from './run-log.ts';
import type { Change } from './run-rules.ts';
import type { Run, RunPatch } from './run.ts';

/**
 * What becomes of a run whose tab is gone: what was being sent is unknown, and the rest waits for a person. `now` in epoch
 * milliseconds. When the tab went is not known: it is taken to have sent until its last line.
 */
export const settled = (
  record: Pick<RunRecord, 'run' | 'line'>,
  now: number,
): { changes: Change[]; patch: RunPatch } => {
  const run = record.run();
  const changes: Change[] = [];
  const since = run.activeSince ?? 0;
  let until = since;
  for (let index = 0; index < run.total; index += 1) {
    const { state, sentAt = 0, durationMs = 0 } = record.line(index);
    until = Math.max(until, Math.min(sentAt + durationMs, now));
    if (state === 'sending') changes.push([index, { kind: 'lose' }]);
  }
  const active: RunPatch =
    run.activeSince === undefined ? {} : { activeMs: run.activeMs + (until - since), activeSince: null };
  const patch: RunPatch =
    run.counts.queued > 0
      ? // Its tab may have gone while it was opened again.
        { ...active, status: 'paused', pause: { why: 'interrupted', at: now }, finishedAt: null }
      : { ...active, status: 'finished', pause: null, finishedAt: now };
  return { changes, patch };
};

const LATE_MS = 60_000;

/** What the lines say that were accepted of late. */
const lateAccepted = (record: Pick<RunRecord, 'run' | 'line'>): LastAccepted[] => {
  const run = record.run();
  const last = Array.from({ length: run.total }, (_, index) => index).flatMap(
    (index) => lastOfLine(run, record.line(index), index, 0) ?? [],
  );
  const newest = last.reduce((latest, { at }) => Math.max(latest, at), 0);
  return last.filter(({ at }) => at > newest - LATE_MS);
};

/** Settles what tabs that are gone have left. Only for whoever has the lease; `tab` is this one. */
export const settleAbandoned = async (
  { runs, reread }: Pick<RunLog, 'runs' | 'reread'>,
  putLast: (last: readonly LastAccepted[]) => Promise<unknown>,
  tab: string,
  epochNow: () => number,
): Promise<void> => {
  const isLeft = ({ status, counts, tab: sender }: Run): boolean =>
    sender !== tab &&
    ((status === 'finished' ? counts.queued > 0 : status === 'running') || counts.sending > 0);

  for (const { id } of (await runs()).filter(isLeft)) {
    const record = await reread(id);
    if (!record || record === 'unreadable' || !isLeft(record.run())) continue;
    const { changes, patch } = settled(record, epochNow());
    // What it had accepted in the end may be written without being the last word on its pair yet.
    await putLast(lateAccepted(record));
    await record.append(changes, patch);
  }
};
