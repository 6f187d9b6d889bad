/** A service that notes what it is asked and does as told, in simulated time. For tests only. */

/** `lost`: no answer; `page`: a web page; `half`: the body breaks off; `stall`: no end; `token`: 401 to this token. */
export const FATES = [
  'done',
  'error',
  'lost-before',
  'lost-after',
  'busy',
  'busy-503',
  'page',
  'half',
  'stall',
  'token',
] as const;
export type Fate = (typeof FATES)[number];

export type Asked = {
  tab: number;
  person: string;
  kind: 'attach' | 'detach' | 'read';
  /** The webhook or the call. */
  id: string;
  at: number;
  did: boolean;
  /** Said that it was not carried out and may come again. */
  isTurnedAway: boolean;
  /** The token was refused: the request goes once more with the next one, by the same word. */
  isTokenRefused: boolean;
  isOpen: boolean;
};

type Tab = { id: number; person: string; isGone: boolean };
type Limits = { maxConcurrentReads: number; maxConcurrentWrites: number; maxRequestsPerSecond: number };

const WAY_MS = 40;
const RETRY_AFTER_S = 2;
const DID = new Set<Fate>(['done', 'lost-after', 'half', 'stall']);
const TURNED_AWAY = new Set<Fate>(['busy', 'busy-503', 'token']);
/** A call ends when it was asked for so often. */
const ENDS_AFTER = 2;

type Time = { now: () => number; wait: (ms: number) => Promise<void> };

export const openService = ({ now, wait }: Time, limits: Limits) => {
  const log: Asked[] = [];
  const fates: Fate[] = [];
  const breaches: string[] = [];
  const gone = new Set<number>();
  const heldUntil = new Map<number, number>();
  const refusedTokens = new Set<string>();
  const answered = new Map<string, number>();
  const expectThat = (isSo: boolean, breach: string): void => {
    if (!isSo) breaches.push(`${breach}, at ${now()} ms`);
  };

  const judge = (asked: Asked): void => {
    const isRead = asked.kind === 'read';
    const own = log.filter(({ tab }) => tab === asked.tab);
    const open = own.filter(({ isOpen, kind }) => isOpen && (kind === 'read') === isRead).length;
    const most = isRead ? limits.maxConcurrentReads : limits.maxConcurrentWrites;
    const recent = own.filter(({ at }) => at > asked.at - 1000).length;
    expectThat(open < most, `${asked.kind} ${asked.id} is one too many at once`);
    expectThat(recent < limits.maxRequestsPerSecond, `${asked.kind} ${asked.id} is one too many in a second`);
    expectThat(
      asked.at >= (heldUntil.get(asked.tab) ?? 0),
      `${asked.kind} ${asked.id} went while all was held`,
    );
    if (!isRead) return;
    const same = log.filter(
      ({ kind, id, person }) => kind === 'read' && id === asked.id && person === asked.person,
    );
    const isDouble = same.some(({ isOpen, tab }) => isOpen && !gone.has(tab));
    expectThat(!isDouble, `the call ${asked.id} is asked twice at once`);
    const times = answered.get(`${asked.person} ${asked.id}`) ?? 0;
    expectThat(times < ENDS_AFTER, `the call ${asked.id} is asked after its end`);
  };

  const answerTo = (asked: Asked, fate: Fate): Response => {
    switch (fate) {
      case 'error':
        return Response.json({ message: 'not today' }, { status: 500 });
      case 'page':
        return new Response('<!doctype html><p>Sign in', { headers: { 'Content-Type': 'text/html' } });
      case 'busy':
      case 'busy-503': {
        heldUntil.set(asked.tab, now() + RETRY_AFTER_S * 1000);
        const headers = { 'Retry-After': String(RETRY_AFTER_S) };
        return Response.json({}, { status: fate === 'busy' ? 429 : 503, headers });
      }
      case 'token':
        return Response.json({}, { status: 401 });
      case 'half':
        return new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('{"sta')),
            pull: (controller) => controller.error(new TypeError('cut')),
          }),
        );
      case 'lost-before':
      case 'lost-after':
      case 'stall':
        throw new TypeError('Failed to fetch');
      case 'done': {
        if (asked.kind !== 'read') return Response.json({ ok: true });
        const key = `${asked.person} ${asked.id}`;
        const times = (answered.get(key) ?? 0) + 1;
        answered.set(key, times);
        return Response.json({ status: times < ENDS_AFTER ? 'in-progress' : 'completed' });
      }
    }
  };

  /** `fetch` as one tab has it. */
  const fetchOf =
    (tab: Tab) =>
    async (address: string, init: RequestInit): Promise<Response> => {
      // Nor sends one that is gone.
      if (gone.has(tab.id)) return new Promise(() => undefined);
      const url = new URL(address);
      const callId = url.searchParams.get('callId');
      const token = new Headers(init.headers).get('authorization') ?? '';
      const asked: Asked = {
        tab: tab.id,
        person: tab.person,
        kind: callId !== null ? 'read' : url.pathname.includes('/add_') ? 'attach' : 'detach',
        id: callId ?? url.searchParams.get('webhookId') ?? '',
        at: now(),
        did: false,
        isTurnedAway: false,
        isTokenRefused: false,
        isOpen: true,
      };
      judge(asked);
      log.push(asked);
      let fate = fates.shift() ?? 'done';
      if (fate === 'token') refusedTokens.add(token);
      if (refusedTokens.has(token)) fate = 'token';
      await wait(WAY_MS);
      asked.did = DID.has(fate) && asked.kind !== 'read';
      asked.isTurnedAway = TURNED_AWAY.has(fate);
      asked.isTokenRefused = fate === 'token';
      if (fate === 'stall') {
        await new Promise<void>((resolve) => {
          init.signal?.addEventListener('abort', () => resolve());
        });
      } else await wait(WAY_MS);
      asked.isOpen = false;
      // Nobody in a tab that is gone hears of an answer.
      if (gone.has(tab.id)) return new Promise(() => undefined);
      return answerTo(asked, fate);
    };

  return {
    log,
    breaches,
    fetchOf,
    /** What comes of the next requests, one after the other; of all further ones that they are done. */
    plan: (next: readonly Fate[]): void => void fates.push(...next),
    calm: (): void => void fates.splice(0),
    leave: (tab: number): void => void gone.add(tab),
  };
};
