import { runLogOf } from '#src/log/runs/run-log-open.ts';
import type { RunLog } from '#src/log/runs/run-log.ts';
import type { Line, Run } from '#src/log/runs/run.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { eachLine } from '#src/features/webhooks/run/each-line.ts';
import { isSamePair, type PairValues } from '#src/features/webhooks/change/pair.ts';

/** The newest run that is not over and sends a pair, or has it still to send; null where none does. In slices; rejects on `signal`. */
export const findRunIn = async (
  runLog: Pick<RunLog, 'runs' | 'open'>,
  pair: PairValues,
  signal: AbortSignal,
): Promise<Run | null> => {
  for (const { id, status } of await runLog.runs()) {
    const record = status === 'finished' ? undefined : await runLog.open(id);
    if (!record) continue;
    let hasPair = false;
    const take = (line: Line) => {
      hasPair = (line.state === 'queued' || line.state === 'sending') && isSamePair(line, pair);
      return hasPair;
    };
    await eachLine(record, record.run().total, take, signal);
    if (hasPair) return record.run();
  }
  return null;
};

export const findRunWithPair = (workspace: Workspace, pair: PairValues, signal: AbortSignal) =>
  findRunIn(runLogOf(workspace), pair, signal);
