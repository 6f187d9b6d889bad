import { queryOptions } from '@tanstack/react-query';
import { journalKey } from '#src/journal/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import type { RunLog } from '#src/journal/runs/run-log.ts';
import type { Run, RunPair } from '#src/journal/runs/run.ts';
import type { Workspace } from '#src/journal/workspace.ts';
import { createPause } from '#src/lib/slicing.ts';
import { isSamePair } from '#src/features/webhooks/change/pair.ts';

const LINES_A_SLICE = 2000;

/** The newest run that is not over and sends a pair, or has it still to send. Looked for in slices; rejects on `signal`. */
export const findRunWithPair = async (
  runLog: Pick<RunLog, 'runs' | 'open'>,
  pair: RunPair,
  signal: AbortSignal,
): Promise<Run | undefined> => {
  const pause = createPause({ signal });
  for (const { id, status } of await runLog.runs()) {
    const record = status === 'finished' ? undefined : await runLog.open(id);
    if (!record) continue;
    const { total } = record.run();
    for (let index = 0; index < total; index += 1) {
      const line = record.line(index);
      const isToCome = line.state === 'queued' || line.state === 'sending';
      if (isToCome && isSamePair(line, pair)) return record.run();
      if (index % LINES_A_SLICE === LINES_A_SLICE - 1) await pause(0);
    }
  }
  return undefined;
};

/** The run that sends a pair or has it still to send, looked for again as runs change; null where there is none. */
export const runWithPair = (workspace: Workspace, { campaignId, webhookId }: RunPair) =>
  queryOptions({
    queryKey: [...journalKey(workspace, 'runs'), 'with pair', campaignId, webhookId],
    queryFn: async ({ signal }) =>
      (await findRunWithPair(runLogOf(workspace), { campaignId, webhookId }, signal)) ?? null,
    gcTime: 0,
  });
