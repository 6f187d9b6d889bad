import { useSyncExternalStore } from 'react';
import { hasOpenRun, runProgress } from '#src/journal/runs/run-progress.ts';
import { useScope } from '#src/journal/scope.ts';
import { deferred } from '#src/ui/deferred.tsx';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';

const InRun = deferred(async () => (await import('./InRun.tsx')).InRun);

/** That a pair is in a run that is not over. Whoever has none does without the code of runs. */
export const InRunNote = ({ pair }: { pair: PairValues }) => {
  const isUnderWay = useSyncExternalStore(runProgress.subscribe, runProgress.getSnapshot) !== undefined;
  const hasOne = hasOpenRun(useScope().storageKey) || isUnderWay;
  return hasOne && <InRun key={JSON.stringify([pair.campaignId, pair.webhookId])} pair={pair} />;
};
