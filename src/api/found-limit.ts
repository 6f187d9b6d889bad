/** Requests a second that are asked at least, however often the service refuses: of fewer, a few refusals say nothing. */
const LEAST = 1;
/** Answers of so long say how much the service bears, in milliseconds. */
const MEMORY_MS = 60_000;
/** What is taken for the limit is not quite used, so that nothing is refused as long as it is right. */
const BELOW = 0.97;
/** A refusal before so many answers is more than one in a hundred: what was taken for the limit was a guess. */
const OFTEN = 100;
/** Fewer than this in the last second can't have been too many: they say little of the limit. */
const FEW = 3;
/** So many requests in a row without an answer in time count as a refusal. */
const SILENT = 3;
const SILENT_FACTOR = 0.7;
/** Where nothing is refused, the limit is raised by 2 % in the first 90 s, by 4 % in the next, and so on. */
const STEP = 0.02;
const DOUBLING_MS = 90_000;
/** The same after a first refusal, or too early a one. */
const GUESS_DOUBLING_MS = 30_000;

const raisedBy = (doublings: number): number => 1 + STEP * (2 ** doublings - 1);

/**
 * Finds how many requests a second the service bears by what it refuses: raised slowly, lowered at once (AIMD). Times are
 * monotonic milliseconds.
 */
export const createFoundLimit = (mostPerSecond: number) => {
  /** As it was set last; undefined as long as nothing was refused, and once it is back at the most. */
  let found: number | undefined;
  let foundAt = 0;
  let doublingMs = GUESS_DOUBLING_MS;
  /** How many answers came since the last refusal, and when the latest of them did. */
  let answers = 0;
  let times: number[] = [];
  let silent = 0;
  /** The last refusal, until something leaves again: what was on its way tells of it too. */
  let refusal: { at: number; most: number; least: number } | undefined;

  /** How often what the limit is raised by has doubled since it was set. */
  const doublings = (now: number): number => (found === undefined ? 0 : (now - foundAt) / doublingMs);

  const perSecond = (now: number): number => {
    if (found === undefined) return mostPerSecond;
    const raised = found * raisedBy(doublings(now));
    if (raised >= mostPerSecond) found = undefined;
    return Math.min(raised, mostPerSecond);
  };

  const set = (now: number, limit: number): void => {
    found = Math.max(Math.min(LEAST, mostPerSecond), limit);
    foundAt = now;
  };

  const forget = (): void => {
    answers = 0;
    times = [];
    silent = 0;
  };

  /**
   * The most a second that went through in any time until then. After a pause a service lets a second's worth through at
   * once, whether it counts in windows of a second or fills a bucket: this second is added to each time.
   */
  const borneUntil = (end: number): number =>
    times.reduce(
      (most, at, index) => Math.max(most, (times.length - index) / (Math.max(0, end - at) / 1000 + 1)),
      0,
    );

  const lower = (): void => {
    if (!refusal) return;
    const { at, most, least } = refusal;
    set(at, BELOW * Math.min(most, Math.max(least, borneUntil(at))));
  };

  return {
    perSecond,
    doublings,
    /** A request leaves. */
    left: (): void => {
      if (refusal) forget();
      refusal = undefined;
    },
    /** The service answered, and did not refuse. */
    answered: (now: number): void => {
      silent = 0;
      answers += 1;
      times.push(now);
      if (refusal) lower();
      else if (now - (times[0] ?? now) > 2 * MEMORY_MS) times = times.filter((at) => at >= now - MEMORY_MS);
    },
    /**
     * The service refused, after so many requests in the last second. Where it has answered nothing since the last
     * refusal, it is down, and how fast it may be asked is not the question.
     */
    refused: (now: number, inLastSecond: number): void => {
      if (answers === 0) return;
      const current = perSecond(now);
      doublingMs = found === undefined || answers < OFTEN ? GUESS_DOUBLING_MS : DOUBLING_MS;
      refusal = { at: now, most: current, least: inLastSecond < FEW ? current / 2 : 0 };
      lower();
    },
    /** No answer came in time. */
    silent: (now: number): void => {
      silent += 1;
      if (silent < SILENT || answers === 0) return;
      set(now, SILENT_FACTOR * perSecond(now));
      forget();
    },
    /**
     * Another tab has found that the service bears no more than this, raised since by so many doublings: it goes on from
     * there. Beginning anew, tabs that tell each other often would hardly raise it.
     */
    learn: (now: number, limit: number, doubled: number): void => {
      if (limit < perSecond(now)) set(now - doubled * doublingMs, limit / raisedBy(doubled));
    },
  };
};
