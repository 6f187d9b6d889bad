const ABSENT = '—';

/** A year. Longer durations are shown in seconds, as they came. */
export const MOST_SECONDS = 366 * 86_400;

const inSeconds = (seconds: number): string => `${seconds} s`;

const two = (value: number): string => String(value).padStart(2, '0');

const split = (seconds: number): { hours: number; minutes: number; rest: number } => {
  const whole = Math.floor(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), rest: whole % 60 };
};

/** In sentences: `0 s`, `12.5 s`, `2m 05s`, `1h 02m 05s`. Input in seconds; from a minute on, fractions are cut. */
export const formatDuration = (seconds: number | undefined): string => {
  if (seconds === undefined || !Number.isFinite(seconds)) return ABSENT;
  if (seconds > MOST_SECONDS) return inSeconds(seconds);
  if (seconds < 60) return inSeconds(Number(seconds.toFixed(3)));
  const { hours, minutes, rest } = split(seconds);
  return hours > 0 ? `${hours}h ${two(minutes)}m ${two(rest)}s` : `${minutes}m ${two(rest)}s`;
};

/** In tables: `0:03`, `2:05`, `1:02:05`. Input in seconds; fractions are cut. */
export const formatClock = (seconds: number | undefined): string => {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ABSENT;
  if (seconds > MOST_SECONDS) return inSeconds(seconds);
  const { hours, minutes, rest } = split(seconds);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** The exact value: `125 s`, `12.5 s`. */
export const formatSeconds = (seconds: number | undefined): string =>
  seconds === undefined || !Number.isFinite(seconds) ? ABSENT : inSeconds(seconds);

/** In the largest unit: `3 s`, `45 min`, `2 h`. Input in milliseconds. */
export const span = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
};

/** `3 s ago`, `2 min ago`, `3 d ago`. Input in milliseconds; a negative age counts as 0. */
export const formatAge = (ms: number): string => `${span(ms)} ago`;

/** `in 2 s`, `in 4 min`. Input in milliseconds, rounded up to seconds. */
export const formatAhead = (ms: number): string => `in ${span(Math.ceil(ms / 1000) * 1000)}`;

/** To a tenth of a second: `15 s`, `0.5 s`. Input in milliseconds. */
export const formatWait = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** `244 ms`, and from ten seconds on `12.3 s`. Input in milliseconds. */
export const formatTook = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : formatWait(ms));
