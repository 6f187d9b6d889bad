import type { LineState } from '../src/log/run.ts';
import type { LogEntry } from '../sandbox/state.ts';
import type { PageSend } from './books-browser.ts';
import type { Kind } from './books-plan.ts';
import { ATTACH_PATH, type BulkScreen } from './bulk-screen.ts';

export type BookLine = {
  campaignId: string;
  webhookId: string;
  state: LineState;
  problem?: string | undefined;
};

/** The service's log, by webhook. Each webhook is in one pair only. */
export type ServiceLog = ReadonlyMap<string, readonly LogEntry[]>;

const NONE: readonly LogEntry[] = [];

export const readServiceLog = async ({ service, token }: BulkScreen): Promise<ServiceLog> => {
  const answer = await fetch(`${service}/sandbox/log`, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`The service's log was answered with ${answer.status}`);
  const { entries } = (await answer.json()) as { entries: LogEntry[] };
  const log = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    if (entry.path !== ATTACH_PATH) continue;
    const webhookId = entry.query.find(([name]) => name === 'webhookId')?.[1] ?? '';
    const known = log.get(webhookId);
    if (known) known.push(entry);
    else log.set(webhookId, [entry]);
  }
  return log;
};

export const readAttached = async ({ service, token }: BulkScreen): Promise<ReadonlySet<string>> => {
  const answer = await fetch(`${service}/sandbox/state`, { headers: { Authorization: `Bearer ${token}` } });
  const { attached } = (await answer.json()) as { attached: { webhookId: string }[] };
  return new Set(attached.map(({ webhookId }) => webhookId));
};

/** Refused before anything was done: may be sent again (RFC 6585, RFC 9110). */
const isNotCarriedOut = ({ answer, did }: LogEntry): boolean =>
  did === null && (answer === 429 || answer === 401);

/** Why a line of the books and the service's log disagree, if they do. */
const disagreement = ({ state }: BookLine, entries: readonly LogEntry[]): string | undefined => {
  const isDone = entries.some(({ did }) => did === 'attached');
  switch (state) {
    case 'accepted':
      return isDone ? undefined : 'accepted, and the service did not do it';
    case 'refused':
      if (isDone) return 'refused, and the service did it';
      return entries.length > 0 ? undefined : 'refused, and the service never saw it';
    case 'queued':
    case 'not-sent':
      return entries.every(isNotCarriedOut) ? undefined : `${state}, and the service has seen it`;
    case 'sending':
      return 'still sending, and no tab sends it';
    case 'unknown':
      return undefined;
  }
};

export const disagreements = (lines: readonly BookLine[], log: ServiceLog): string[] =>
  lines.flatMap((line) => {
    const why = disagreement(line, log.get(line.webhookId) ?? NONE);
    return why === undefined ? [] : [`${line.webhookId}: ${why}`];
  });

/** Kinds that are always answered: only the end of a tab may leave them unknown. */
const ANSWERED: ReadonlySet<Kind> = new Set<Kind>(['error', 'rate limited', 'ordinary']);

export const needlesslyUnknown = (
  lines: readonly BookLine[],
  kindOf: ReadonlyMap<string, Kind>,
): readonly BookLine[] =>
  lines.filter(
    ({ state, problem, webhookId }) =>
      state === 'unknown' && problem !== 'lost' && ANSWERED.has(kindOf.get(webhookId) ?? 'ordinary'),
  );

/**
 * How often a pair was sent in some lives, without refused requests. Counts what the pages sent: a browser may repeat a request
 * by itself. If the page ended before it could report a request, the service's log has it, and `lifeOf` gives its tab.
 */
export const countSends = (
  sends: readonly PageSend[],
  log: ServiceLog,
  { lives, lifeOf }: { lives: (life: number) => boolean; lifeOf: (entry: LogEntry) => number },
): Map<string, number> => {
  const byLife = new Map<string, Map<number, number>>();
  const livesOf = (webhookId: string): Map<number, number> => {
    const known = byLife.get(webhookId) ?? new Map<number, number>();
    byLife.set(webhookId, known);
    return known;
  };
  for (const { webhookId, life } of sends) {
    const known = livesOf(webhookId);
    if (lives(life)) known.set(life, (known.get(life) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (const [webhookId, entries] of log) {
    const known = livesOf(webhookId);
    for (const entry of entries) {
      const life = lifeOf(entry);
      if (lives(life)) known.set(life, Math.max(1, known.get(life) ?? 0));
    }
  }
  for (const [webhookId, known] of byLife) {
    const turnedAway = (log.get(webhookId) ?? NONE).filter(
      (entry) => isNotCarriedOut(entry) && lives(lifeOf(entry)),
    ).length;
    const sent = [...known.values()].reduce((total, count) => total + count, 0);
    counts.set(webhookId, sent - turnedAway);
  }
  return counts;
};
