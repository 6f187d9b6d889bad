/**
 * The service documents no format. `local` has no zone, so it is never converted; `raw` is shown as it came; `absent`: nothing, or
 * a placeholder.
 */
export type Timestamp =
  | { kind: 'instant'; epochMs: number; raw: string }
  | { kind: 'local'; text: string }
  | { kind: 'raw'; text: string }
  | { kind: 'absent' };

/** One object for all: thousands of calls have none. */
const ABSENT = { kind: 'absent' } as const;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?$/;

const DAY_MS = 86_400_000;
/** Calendars of software begin before: in the years 0, 1, 1601, 1899, 1970, 1980 and on this day. */
const FIRST_MS = Date.UTC(2000, 0, 2);
const APPLE_EPOCH_MS = Date.UTC(2001, 0, 1);

/** Whether a call can have started or ended then. Clocks and zones may differ by a day. */
const isPlausible = (epochMs: number, nowMs: number): boolean =>
  epochMs >= FIRST_MS && epochMs <= nowMs + DAY_MS && epochMs !== APPLE_EPOCH_MS;

/** Seconds from 1e9 on, milliseconds from 1e11 on. */
const parseNumber = (value: number): number => Math.floor(value >= 1e11 ? value : 1000 * value);

/** Microseconds, nanoseconds, ticks of 100 ns since 1601 and since the year 1, and a spreadsheet's days. */
const OTHER_UNITS: readonly ((value: number) => number)[] = [
  (value) => value / 1e3,
  (value) => value / 1e6,
  (value) => value / 1e4 - 11_644_473_600_000,
  (value) => value / 1e4 - 62_135_596_800_000,
  (value) => (value - 25_569) * DAY_MS,
];

/** `20261121`, `20261121100000` */
const COMPACT = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])(?:[0-5]\d){1,2})?$/;

const readNumber = (text: string, nowMs: number): Timestamp => {
  const value = Number(text);
  const epochMs = parseNumber(value);
  if (COMPACT.test(text)) return { kind: 'raw', text };
  if (value >= 1e9 && isPlausible(epochMs, nowMs)) return { kind: 'instant', epochMs, raw: text };
  return OTHER_UNITS.some((convert) => isPlausible(convert(value), nowMs)) ? { kind: 'raw', text } : ABSENT;
};

const parseOffset = (zone: string): number => {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
};

/** `epochMs`: if the text were of UTC, unless it has a zone. */
const parseIso = (text: string): { time: Timestamp; epochMs: number } | undefined => {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const moment = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${moment}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // Some browsers would silently roll over 31 April or 24:00.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(moment)) return undefined;
  const epochMs = date.getTime() - (zone === undefined ? 0 : parseOffset(zone));
  const time: Timestamp =
    zone === undefined ? { kind: 'local', text } : { kind: 'instant', epochMs, raw: text };
  return { time, epochMs };
};

/** In lower case, without spaces and punctuation. */
const NO_TIMES = new Set(
  'n na nan nat nil no none null undefined unknown unset unavailable unspecified notset notset notavailable notapplicable notended notstarted notyet never empty blank false pending ongoing running active inprogress open tbd tba invalid invaliddate infinity zero'.split(
    ' ',
  ),
);

/** The year of a date, in any order of its parts. */
const YEAR =
  /^([+-]?\d{4,6})[-/.]\d\d?[-/.]\d\d?(?!\d)|(?<!\d)\d\d?[-/. ](?:\d\d?|\p{L}+\.?)[-/. ,]+(\d{4})(?!\d)|\p{L}{3,}\.? \d\d?,? .*?(?<![\d+-])(\d{4})(?!\d)/u;

/** What programs write for no time, such as `0000-00-00`, `N/A` or the first or the last day of a calendar. */
const isPlaceholder = (text: string, nowMs: number): boolean => {
  const withoutZone = text.replaceAll(/[tz]|utc|gmt/gi, '');
  if (/^[^\p{L}1-9]*$/u.test(withoutZone)) return true;
  if (NO_TIMES.has(text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, ''))) return true;
  const [, ...years] = YEAR.exec(text) ?? [];
  const year = Number(years.find((part) => part !== undefined) ?? Number.NaN);
  return year < 2000 || year > new Date(nowMs + DAY_MS).getUTCFullYear();
};

/** `/Date(1795255200000)/`, as some services write JSON. */
const JSON_DATE = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;

/**
 * Numbers from 1e11 on are milliseconds, smaller ones seconds. A placeholder is absent, and so is what is more than a day after
 * `nowMs`. Never throws.
 */
export const parseTimestamp = (
  value: string | number | null | undefined,
  nowMs: number = Date.now(),
): Timestamp => {
  const text = String(value ?? '').trim();
  if (text === '') return ABSENT;
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return readNumber(text, nowMs);
  const { time, epochMs } = parseIso(text) ?? {};
  if (time && epochMs !== undefined) return isPlausible(epochMs, nowMs) ? time : ABSENT;
  const inner = JSON_DATE.exec(text)?.[1];
  const isAbsent =
    inner === undefined ? isPlaceholder(text, nowMs) : readNumber(inner, nowMs).kind === 'absent';
  return isAbsent ? ABSENT : { kind: 'raw', text };
};

/** `2026-11-21 14:21:07`, which spreadsheets read as a time. */
export const formatUtc = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');

const zoneOffsetMs = (epochMs: number): number => -60_000 * new Date(epochMs).getTimezoneOffset();

const pad = (part: number): string => String(part).padStart(2, '0');

/** The value of an input of a date and time; "" for none. */
export const toLocalInput = (epochMs: number | undefined): string =>
  epochMs === undefined ? '' : new Date(epochMs + zoneOffsetMs(epochMs)).toISOString().slice(0, 16);

/** The browser's zone at that moment, such as `UTC+5:30`. */
export const formatZone = (epochMs: number): string => {
  const offset = zoneOffsetMs(epochMs) / 60_000;
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${pad(minutes)}`}`;
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

// Not `Intl.DateTimeFormat`, whose first use takes 20 ms of a start.

const formatHourMinute = (epochMs: number): string => {
  const date = new Date(epochMs);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

/** `14:21:07` */
export const formatTime = (epochMs: number): string =>
  `${formatHourMinute(epochMs)}:${pad(new Date(epochMs).getSeconds())}`;

const formatLongDay = (epochMs: number): string => {
  const date = new Date(epochMs);
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`;
};

const formatShortDay = (epochMs: number): string => {
  const [day, month = ''] = formatLongDay(epochMs).split(' ');
  return `${day} ${month.slice(0, 3)}`;
};

const getYear = (epochMs: number): number => new Date(epochMs).getFullYear();

/** `21 Nov 2026` */
export const formatDate = (epochMs: number): string => `${formatShortDay(epochMs)} ${getYear(epochMs)}`;

/** The title of a time: `21 Nov 2026, 14:21:07 UTC+5:30`. */
export const formatTimeTitle = (epochMs: number): string =>
  `${formatDate(epochMs)}, ${formatTime(epochMs)} ${formatZone(epochMs)}`;

const getDaysSince1970 = (epochMs: number): number => Math.floor((epochMs + zoneOffsetMs(epochMs)) / DAY_MS);

/** `2026-11-21` */
export const formatIsoDay = (epochMs: number): string =>
  new Date(getDaysSince1970(epochMs) * DAY_MS).toISOString().slice(0, 10);

const isSameDay = (a: number, b: number): boolean => getDaysSince1970(a) === getDaysSince1970(b);
const isSameYear = (a: number, b: number): boolean => getYear(a) === getYear(b);

export const formatDay = (epochMs: number, nowMs: number): string => {
  if (isSameDay(epochMs, nowMs)) return 'Today';
  return isSameYear(epochMs, nowMs)
    ? formatLongDay(epochMs)
    : `${formatLongDay(epochMs)} ${getYear(epochMs)}`;
};

/** `18 Nov` this year, else `18 Nov 2024`. */
const formatEarlierDay = (epochMs: number, nowMs: number): string =>
  isSameYear(epochMs, nowMs) ? formatShortDay(epochMs) : formatDate(epochMs);

/** `14:21` today, else `20 Nov, 14:21`. */
export const formatMinute = (at: number, nowMs = Date.now()): string =>
  isSameDay(at, nowMs) ? formatHourMinute(at) : `${formatEarlierDay(at, nowMs)}, ${formatHourMinute(at)}`;

/** `14:21:07` today, else `20 Nov, 14:21:07`. */
export const formatMoment = (at: number, nowMs: number): string =>
  isSameDay(at, nowMs) ? formatTime(at) : `${formatEarlierDay(at, nowMs)}, ${formatTime(at)}`;
