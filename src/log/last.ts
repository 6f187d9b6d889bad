import type { LastAccepted } from './runs/run-log.ts';
import type { JournalEntry } from './entry.ts';
import type { Line, Run } from './runs/run.ts';

/** What an entry says about its pair; undefined where it has none, or was not accepted. */
export const lastOf = (entry: JournalEntry): LastAccepted | undefined => {
  const { id, at, operation, outcome, campaignId, webhookId } = entry;
  if (outcome !== 'accepted' || campaignId === undefined || webhookId === undefined) return undefined;
  if (operation !== 'attach' && operation !== 'detach') return undefined;
  return { campaignId, webhookId, operation, at, by: { entry: id } };
};

/** What a line says about its pair; undefined where it was not accepted. `notBefore`: it counts as no older than that. */
export const lastOfLine = (
  { id, operation, at }: Run,
  line: Line,
  index: number,
  notBefore: number,
): LastAccepted | undefined =>
  line.state === 'accepted'
    ? {
        campaignId: line.campaignId,
        webhookId: line.webhookId,
        operation,
        at: Math.max(line.sentAt ?? at, notBefore),
        by: { run: id, line: index },
      }
    : undefined;

/** Whether one takes the place of another of the same pair. Entries of the same millisecond are told by their IDs. */
export const isLater = (one: LastAccepted, other: LastAccepted | undefined): boolean => {
  if (!other || one.at > other.at) return true;
  if (one.at < other.at) return false;
  return !('entry' in one.by && 'entry' in other.by) || one.by.entry >= other.by.entry;
};

/** Names a pair. */
export const keyOf = ({ campaignId, webhookId }: { campaignId?: string; webhookId?: string }): string =>
  JSON.stringify([campaignId, webhookId]);

/** The pairs that entries are about, each once. */
export const pairsOf = (entries: readonly JournalEntry[]): [campaignId: string, webhookId: string][] => {
  const pairs = new Map<string, [string, string]>();
  for (const entry of entries) {
    const { campaignId, webhookId } = entry;
    if (campaignId !== undefined && webhookId !== undefined) pairs.set(keyOf(entry), [campaignId, webhookId]);
  }
  return [...pairs.values()];
};

/** The latest of each pair. */
export const latestOf = (all: Iterable<LastAccepted>): Map<string, LastAccepted> => {
  const latest = new Map<string, LastAccepted>();
  for (const one of all) if (isLater(one, latest.get(keyOf(one)))) latest.set(keyOf(one), one);
  return latest;
};

const isOvertaken = (entry: JournalEntry, latest: ReadonlyMap<string, LastAccepted>): boolean => {
  const last = latest.get(keyOf(entry));
  if (!last || last.at < entry.at) return false;
  if (!('entry' in last.by)) return true;
  // Kept as of a later time than its own, where the clock was put back.
  if (last.by.entry === entry.id) return false;
  return last.at > entry.at || last.by.entry > entry.id;
};

/** The entry with its mark, where another operation of its pair was accepted that is later. */
export const marked = (entry: JournalEntry, latest: ReadonlyMap<string, LastAccepted>): JournalEntry =>
  isOvertaken(entry, latest) ? { ...entry, overtaken: true } : entry;
