import { LONGEST_WAIT_MS } from './body.ts';

/** What the service says is left of one of its quotas: so many requests before so many milliseconds have passed. */
export type Quota = {
  name: string;
  remaining: number;
  resetMs: number;
  /** Of its policy, where that was told: so many in so long. */
  total?: number | undefined;
  windowMs?: number | undefined;
};

// A list of strings with parameters, as a structured field (RFC 9651) has it.
const STRING = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`;
const KEY = String.raw`[a-z*][a-z\d_.*-]*`;
const VALUE = String.raw`-?\d{1,12}\.\d{1,3}|-?\d{1,15}|${STRING}|:[A-Za-z\d+/=]*:|\?[01]|@-?\d{1,15}|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*`;
const ITEM = String.raw`${STRING}(?:; *${KEY}(?:=(?:${VALUE}))?)*`;
const LIST = new RegExp(String.raw`^ *${ITEM}(?:[ \t]*,[ \t]*${ITEM})* *$`);

/** The items' names and parameters as they stand there; nothing where any part of the field is malformed. */
const readItems = (field: string | null): { name: string; parameters: Map<string, string> }[] =>
  field === null || !LIST.test(field)
    ? []
    : [...field.matchAll(new RegExp(ITEM, 'g'))].map(([item]) => {
        const name = new RegExp(STRING).exec(item)?.[0] ?? '';
        const parameters = item
          .slice(name.length)
          .matchAll(new RegExp(String.raw`; *(${KEY})(?:=(${VALUE}))?`, 'g'));
        return { name, parameters: new Map([...parameters].map(([, key = '', value = '']) => [key, value])) };
      });

const toCount = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;

/**
 * Reads RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10). A quota of something else than requests is
 * left out, as is what is malformed, or has no time of its reset.
 */
export const readQuotas = (rateLimit: string | null, policy: string | null): Quota[] => {
  const policies = new Map(readItems(policy).map(({ name, parameters }) => [name, parameters]));
  return readItems(rateLimit).flatMap(({ name, parameters }) => {
    const declared = policies.get(name);
    const remaining = toCount(parameters.get('r'));
    const window = toCount(declared?.get('w'));
    const seconds = parameters.has('t') ? toCount(parameters.get('t')) : window;
    const unit = declared?.get('qu') ?? '"requests"';
    if (remaining === undefined || seconds === undefined || unit !== '"requests"') return [];
    const resetMs = Math.min(seconds * 1000, LONGEST_WAIT_MS);
    const windowMs = window && window * 1000;
    return { name, remaining, resetMs, total: toCount(declared?.get('q')), windowMs };
  });
};

/** Known of a quota by the answer to a request that left at `leftAt`; `until` is when it is reset. */
type Known = { left: number; total: number; until: number; leftAt: number; windowMs?: number | undefined };

/** A window of this length is over before it is worth spreading anything over it. */
const SHORT_MS = 2000;

const apartOf = ({ left, total, until }: Known, now: number): number =>
  left <= total / 2 && until - now > SHORT_MS ? (until - now) / Math.max(1, left) : 0;

/** Sends no more than is left before a quota is reset. Times are monotonic milliseconds. */
export const createQuotas = () => {
  const known = new Map<string, Known>();

  const current = (now: number): Known[] => {
    for (const [name, { until }] of known) if (until <= now) known.delete(name);
    return [...known.values()];
  };

  return {
    /**
     * An answer told of quotas, to a request that left at `leftAt`. So many others are on their way, and may be counted in it
     * or not: they are taken off.
     */
    told: (
      now: number,
      quotas: readonly Quota[],
      { leftAt, others }: { leftAt: number; others: number },
    ): void => {
      current(now);
      for (const { name, remaining, resetMs, total, windowMs } of quotas) {
        const before = known.get(name);
        const left = Math.max(0, remaining - others);
        // Answers may overtake each other.
        if (before && leftAt < before.leftAt) before.left = Math.min(before.left, left);
        else
          known.set(name, {
            left,
            total: total ?? Math.max(before?.total ?? 0, remaining),
            until: now + resetMs,
            leftAt,
            windowMs,
          });
      }
    },
    left: (now: number, cost: number): void => {
      for (const each of current(now)) each.left -= cost;
    },
    /** How long until so many may leave. */
    msUntil: (now: number, cost: number): number =>
      Math.max(0, ...current(now).map(({ left, until }) => (left < cost ? until - now : 0))),
    /** How long after so many the next may leave: the second half of a quota is spread over the time until it is reset. */
    apartMs: (now: number, cost: number): number =>
      Math.max(0, ...current(now).map((each) => Math.min(cost * apartOf(each, now), each.until - now))),
    /** How many requests a second that comes to in the long run, as far as is known. */
    perSecond: (now: number): number =>
      Math.min(
        ...current(now).map((each) =>
          each.windowMs ? (1000 * each.total) / each.windowMs : 1000 / apartOf(each, now),
        ),
      ),
    /** As they stand. */
    all: (now: number): Quota[] => {
      current(now);
      return [...known].map(([name, { left, total, until, windowMs }]) => ({
        name,
        remaining: Math.max(0, left),
        resetMs: until - now,
        total,
        windowMs,
      }));
    },
    forget: (): void => known.clear(),
  };
};
