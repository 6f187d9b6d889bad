import { createCounter } from '../../sandbox/cap.ts';
import { seeded } from './random.ts';

/** One read as the service saw it; times are milliseconds on the page's clock, `performance.timeOrigin` added. */
export type LoggedRead = {
  id: string;
  /** It left the page. */
  sent: number;
  /** It came to the service. */
  arrived: number;
  /** The page had the answer. */
  answered: number;
  /** The answer said that the call has ended. */
  ended: boolean;
  /** The service took no more at that time (429). */
  refused?: true;
};

/** So many requests a second are taken, a second's worth at once after a pause; with or without a time to come again. */
export type Cap = { perSecond: number; retryAfterSeconds?: number };

export type ServiceSetup = {
  /** The service's requests to this origin are answered here and never leave the page. */
  origin: string;
  seed: number;
  /** Epoch milliseconds from which the times in the IDs count. */
  zero: number;
  /** Whether reads are kept until they are taken. */
  logs: boolean;
  /** None: everything is taken. */
  cap?: Cap;
};

export type PageService = {
  /** The reads that were answered since the last time. */
  take: () => LoggedRead[];
  /** Reads begun since the start. */
  begun: () => number;
  /** Reads that wait for their answer. */
  inFlight: () => number;
  answered: () => number;
  /** From now on the times in the IDs count from this moment, in epoch milliseconds; the result is that moment. */
  restart: () => number;
};

/** A round trip takes 40 to 80 ms: out, the service's own time, back. */
const OUT_MS = [15, 35] as const;
const WORK_MS = [10, 10] as const;
const BACK_MS = [15, 35] as const;

const LIFE = /^call-\d+-(\d+)-(\d+)-(completed|failed)$/;

const iso = (epoch: number): string => new Date(epoch).toISOString();

/**
 * The call record at an epoch time. The ID says how the call goes: `call-<number>-<answered>-<ended>-<how>`, both times
 * in milliseconds after zero; any other ID is a call without end that is ringing at about every twentieth look.
 */
const recordAt = (id: string, { at, zero, chance }: { at: number; zero: number; chance: number }) => {
  const [, answeredText, endedText, how] = LIFE.exec(id) ?? [];
  if (how === undefined) {
    return { status: chance < 0.05 ? 'ringing' : 'in-progress', duration: 60, startTime: iso(zero) };
  }
  const answered = zero + Number(answeredText);
  const ended = zero + Number(endedText);
  if (at < answered) return { status: 'queued', duration: 0 };
  const end = Math.min(at, ended);
  const record = { duration: Math.floor((end - answered) / 1000), startTime: iso(answered) };
  return at < ended ? { status: 'in-progress', ...record } : { status: how, ...record, endTime: iso(ended) };
};

const encoder = new TextEncoder();

const streamed = (text: string, status = 200, headers: Record<string, string> = {}): Response =>
  // A stream of our own is read in microtasks; one of the browser's would need turns of the real loop.
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(encoder.encode(text));
        controller.close();
      },
    }),
    { status, headers: { 'Content-Type': 'application/json', ...headers } },
  );

/** Answers the page's reads inside the page, on the page's clock, and keeps a log of them as the service would. */
export const installService = ({ origin, seed, zero: first, logs, cap }: ServiceSetup): PageService => {
  const count = cap && createCounter({ most: cap.perSecond, per: 'second' });
  const refusal = (): Response =>
    streamed(
      '{"message":"too many requests"}',
      429,
      cap?.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(cap.retryAfterSeconds) },
    );
  let zero = first;
  const random = seeded(seed);
  const otherwise = window.fetch.bind(window);
  const epochNow = (): number => performance.timeOrigin + performance.now();
  const between = ([from, to]: readonly [number, number]): number => from + (to - from) * random();
  let log: LoggedRead[] = [];
  let begun = 0;
  let answers = 0;
  let inFlight = 0;

  const read = (url: URL, signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((resolve, reject) => {
      const id = url.searchParams.get('callId') ?? '';
      const sent = epochNow();
      const arrived = sent + between(OUT_MS);
      const left = arrived + between(WORK_MS);
      const chance = random();
      begun += 1;
      inFlight += 1;
      let isTaken = true;
      const arrival = count && setTimeout(() => ({ isTaken } = count(epochNow())), arrived - sent);
      const over = (record?: ReturnType<typeof recordAt>): void => {
        inFlight -= 1;
        if (logs)
          log.push({
            id,
            sent,
            arrived,
            answered: epochNow(),
            ended: record !== undefined && 'endTime' in record,
            ...(!isTaken && { refused: true }),
          });
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', cut);
          answers += 1;
          if (!isTaken) {
            over();
            resolve(refusal());
            return;
          }
          const record = recordAt(id, { at: left, zero, chance });
          over(record);
          resolve(streamed(JSON.stringify(record)));
        },
        left + between(BACK_MS) - sent,
      );
      const cut = (): void => {
        clearTimeout(timer);
        clearTimeout(arrival);
        over();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', cut, { once: true });
    });

  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return url.origin === origin && url.pathname.startsWith('/api/')
      ? read(url, init?.signal)
      : otherwise(input, init);
  };

  return {
    take: () => {
      const taken = log;
      log = [];
      return taken;
    },
    begun: () => begun,
    answered: () => answers,
    inFlight: () => inFlight,
    restart: () => (zero = epochNow()),
  };
};
