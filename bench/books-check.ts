import { decodeJwt } from 'jose';
import { ADD } from '../e2e/webhooks-kit.ts';
import type { LogEntry } from '../sandbox/state.ts';
import type { Line } from '../src/log/run.ts';
import type { Victim } from './books-browser.ts';
import type { Kind } from './books-plan.ts';

export type BookLine = {
  webhookId: string;
  state: Line['state'];
  problem?: string | undefined;
};

/** The service's log, by webhook. Each webhook is in one pair only. */
export type ServiceLog = ReadonlyMap<string, readonly LogEntry[]>;

const NONE: readonly LogEntry[] = [];

export const readServiceLog = async ({ service, tokens }: Victim): Promise<ServiceLog> => {
  const headers = { Authorization: `Bearer ${tokens.at(-1)}` };
  const answer = await fetch(`${service}/sandbox/log`, { headers });
  if (!answer.ok) throw new Error(`The service's log was answered with ${answer.status}`);
  const { entries } = (await answer.json()) as { entries: LogEntry[] };
  const log = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    if (entry.path !== ADD) continue;
    const webhookId = entry.query.find(([name]) => name === 'webhookId')?.[1] ?? '';
    const known = log.get(webhookId);
    if (known) known.push(entry);
    else log.set(webhookId, [entry]);
  }
  return log;
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
 * Pairs that were sent more than once, without refused requests. Counts what the pages sent: a browser may repeat a request by
 * itself. If the page ended before it could report a request, the service's log has it, and its token names the tab.
 */
export const findSentTwice = (
  { sends, tokens }: Pick<Victim, 'sends' | 'tokens'>,
  log: ServiceLog,
): string[] => {
  const tokenIds = tokens.map((token) => decodeJwt(token).jti);
  const ids = new Set([...sends.map(({ webhookId }) => webhookId), ...log.keys()]);
  return [...ids].flatMap((webhookId) => {
    const entries = log.get(webhookId) ?? NONE;
    const own = sends.filter((send) => send.webhookId === webhookId).map(({ life }) => life);
    const arrived = new Set(entries.map(({ tokenId }) => tokenIds.indexOf(tokenId)));
    const unreported = [...arrived].filter((life) => !own.includes(life));
    const count = own.length + unreported.length - entries.filter(isNotCarriedOut).length;
    return count > 1 ? [`${webhookId}: ${count}, ${entries.length} arrived`] : [];
  });
};
