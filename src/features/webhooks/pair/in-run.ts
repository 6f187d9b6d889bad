import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import type { RunLog } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import type { Workspace } from '#src/journal/workspace.ts';
import { createPause } from '#src/lib/slicing.ts';
import { isSamePair, type PairValues } from '#src/features/webhooks/change/pair.ts';

const LINES_A_SLICE = 2000;

/** The newest run that is not over and sends a pair, or has it still to send; null where none does. In slices; rejects on `signal`. */
export const findRunIn = async (
  runLog: Pick<RunLog, 'runs' | 'open'>,
  pair: PairValues,
  signal: AbortSignal,
): Promise<Run | null> => {
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
  return null;
};

export const findRunWithPair = (workspace: Workspace, pair: PairValues, signal: AbortSignal) =>
  findRunIn(runLogOf(workspace), pair, signal);
