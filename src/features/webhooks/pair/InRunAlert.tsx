import { useStore } from 'zustand';
import { hasOpenRun, runProgress } from '#src/journal/runs/run-progress.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { lazyPart } from '#src/ui/lazy.tsx';

// With the log of runs, which one pair needs only beside a run that is not over.
const InRun = lazyPart(async () => (await import('./InRun.tsx')).InRun);

/** That a pair is in a run that is not over. */
export const InRunAlert = ({ pair }: { pair: PairValues }) => {
  const isUnderWay = useStore(runProgress) !== undefined;
  const hasOne = hasOpenRun(useWorkspace().storageKey) || isUnderWay;
  return hasOne && <InRun key={JSON.stringify([pair.campaignId, pair.webhookId])} pair={pair} />;
};
