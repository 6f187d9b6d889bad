import { runOf } from '#src/journal/database.ts';
import { countsOf, QUEUED } from './run-rules.ts';
import type { RunStore } from './run-store.ts';
import type { Line, NewLine, Run } from './run.ts';
import { BLOCK_LINES } from './stored-block.ts';
import { nextTask } from '#src/lib/slicing.ts';

/** Lines that are made before the page gets a turn. */
const SOME_LINES = 5000;

/** The lines of a new run. */
export const toLines = async (pairs: readonly NewLine[]): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const [index, { campaignId, webhookId, again }] of pairs.entries()) {
    lines.push({ campaignId, webhookId, ...(again && { again }), ...QUEUED });
    if (index % SOME_LINES === SOME_LINES - 1) await nextTask();
  }
  return lines;
};

export type KeptRun = { run: Run; revision: number; lines: Line[] };

/**
 * A run with all of its lines as they are kept; undefined where there is none, or not all of it can be read. Another
 * tab may write meanwhile: what it has changed since `revision` has to be read again.
 */
export const readRun = async (store: RunStore, runId: string): Promise<KeptRun | undefined> => {
  const known = await store.run(runId);
  if (!known) return undefined;
  const { revision } = known;
  const run = runOf(known);
  const lines: Line[] = [];
  // Each ID is kept in memory once, in however many lines it stands.
  const ids = new Map<string, string>();
  const once = (id: string): string => {
    const same = ids.get(id) ?? id;
    if (same === id) ids.set(id, id);
    return same;
  };
  let isWhole = true;
  await store.blocks(runId, (block, some) => {
    isWhole &&= some !== undefined && lines.length === block * BLOCK_LINES;
    for (const line of some ?? []) {
      line.campaignId = once(line.campaignId);
      line.webhookId = once(line.webhookId);
      lines.push(line);
    }
  });
  if (!isWhole || lines.length !== run.total) return undefined;
  return { run: { ...run, counts: countsOf(lines) }, revision, lines };
};
