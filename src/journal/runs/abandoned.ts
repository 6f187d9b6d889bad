import type { RunLog, RunRecord } from './run-log.ts';
import { settled } from './run-rules.ts';
import type { Run } from './run.ts';

type AbandonedSetup = {
  /** This tab. */
  tab: string;
  epochNow: () => number;
} & Pick<RunLog, 'runs' | 'reread'>;

const linesOf = (record: RunRecord) =>
  Array.from({ length: record.run().total }, (_, index) => record.line(index));

/** Settles what tabs that are gone have left. Only for whoever has the lease. */
export const abandonedSettler = ({ tab, epochNow, runs, reread }: AbandonedSetup) => {
  const isLeft = ({ status, counts, tab: sender }: Run): boolean => {
    if (sender === tab) return false;
    return (status === 'finished' ? counts.queued > 0 : status === 'running') || counts.sending > 0;
  };

  return async (): Promise<void> => {
    for (const { id } of (await runs()).filter(isLeft)) {
      const record = await reread(id);
      if (!record || record === 'unreadable' || !isLeft(record.run())) continue;
      const { changes, patch } = settled(record.run(), linesOf(record), epochNow());
      await record.append(changes, patch);
    }
  };
};
