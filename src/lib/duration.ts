const ABSENT = '–';

/** A year. Longer durations are shown in seconds. */
export const MAX_SECONDS = 366 * 86_400;

const withUnit = (seconds: number): string => `${seconds} s`;

const padTwo = (value: number): string => String(value).padStart(2, '0');

const splitSeconds = (seconds: number): { hours: number; minutes: number; rest: number } => {
  const whole = Math.floor(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), rest: whole % 60 };
};

/** In sentences: `12.5 s`, `2m 05s`, `1h 02m 05s`. Drops fractions from a minute on. */
export const formatDuration = (seconds: number | undefined): string => {
  if (seconds === undefined || !Number.isFinite(seconds)) return ABSENT;
  if (seconds > MAX_SECONDS) return withUnit(seconds);
  if (seconds < 60) return withUnit(Number(seconds.toFixed(3)));
  const { hours, minutes, rest } = splitSeconds(seconds);
  return hours > 0 ? `${hours}h ${padTwo(minutes)}m ${padTwo(rest)}s` : `${minutes}m ${padTwo(rest)}s`;
};

/** In tables: `0:03`, `2:05`, `1:02:05`. Drops fractions. */
export const formatClock = (seconds: number | undefined): string => {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return ABSENT;
  if (seconds > MAX_SECONDS) return withUnit(seconds);
  const { hours, minutes, rest } = splitSeconds(seconds);
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(rest)}` : `${minutes}:${padTwo(rest)}`;
};

/** In the largest unit, rounded down: `3 s`, `45 min`, `2 h`. */
export const formatSpan = (ms: number): string => {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
};

/** As {@link formatSpan}, with two units from an hour on: `45 min`, `1 h 50 min`, `2 d 3 h`. */
export const formatLongSpan = (ms: number): string => {
  const { hours, minutes } = splitSeconds(ms / 1000);
  if (hours < 1) return formatSpan(ms);
  return hours < 24 ? `${hours} h ${minutes} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

export const formatAge = (ms: number): string => `${formatSpan(ms)} ago`;

export const formatTimeUntil = (ms: number): string => `in ${formatSpan(Math.ceil(ms / 1000) * 1000)}`;

export const formatWait = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

export const formatResponseTime = (ms: number): string =>
  ms < 10_000 ? `${Math.round(ms)} ms` : formatWait(ms);
