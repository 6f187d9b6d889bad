import { createStore } from 'zustand/vanilla';

/** The service documents no format. `local` has no zone, so it is never converted; `raw` is shown as it came. */
export type Timestamp =
  | { kind: 'instant'; epochMs: number; raw: string }
  | { kind: 'local'; text: string }
  | { kind: 'raw'; text: string }
  | { kind: 'absent' };

const DIGITS = /^\d{9,16}(\.\d+)?$/;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?$/;

/** The end of the year 9999. */
const LAST_MS = 253_402_300_799_999;

const parseNumber = (value: number): number | undefined => {
  if (value >= 1e11) return value <= LAST_MS ? Math.floor(value) : undefined;
  return value >= 1e9 ? Math.floor(value * 1000) : undefined;
};

const parseOffset = (zone: string): number => {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
};

const parseIso = (text: string): Timestamp | undefined => {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const moment = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${moment}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // Some browsers would silently roll over 31 April or 24:00.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(moment)) return undefined;
  if (zone === undefined) return { kind: 'local', text };
  return { kind: 'instant', epochMs: date.getTime() - parseOffset(zone), raw: text };
};

/** Numbers from 1e11 on are milliseconds, numbers from 1e9 on are seconds. Never throws. */
export const parseTimestamp = (value: string | number | null | undefined): Timestamp => {
  if (value === undefined || value === null) return { kind: 'absent' };
  const text = String(value).trim();
  if (text === '') return { kind: 'absent' };
  if (DIGITS.test(text)) {
    const epochMs = parseNumber(Number(text));
    return epochMs === undefined ? { kind: 'raw', text } : { kind: 'instant', epochMs, raw: text };
  }
  return parseIso(text) ?? { kind: 'raw', text };
};

export type TimeZone = 'local' | 'utc';

export const timeZone = createStore<TimeZone>(() => 'local');

const isUtc = (): boolean => timeZone.getState() === 'utc';

/** Positive if the zone is ahead of UTC. */
export const zoneOffsetMs = (epochMs: number): number =>
  isUtc() ? 0 : -60_000 * new Date(epochMs).getTimezoneOffset();

export const formatZone = (epochMs: number = Date.now()): string => {
  if (isUtc()) return 'UTC';
  const offset = zoneOffsetMs(epochMs) / 60_000;
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Its UTC parts are those of the chosen zone. Not `Intl.DateTimeFormat`, whose first use takes 20 ms of a start. */
const shiftToZone = (epochMs: number): Date => new Date(epochMs + zoneOffsetMs(epochMs));

const pad = (part: number): string => String(part).padStart(2, '0');

const formatShortTime = (epochMs: number): string => {
  const date = shiftToZone(epochMs);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
};

/** `14:21:07`, in the chosen zone. Zones differ by whole minutes. */
export const formatTime = (epochMs: number): string =>
  `${formatShortTime(epochMs)}:${pad(new Date(epochMs).getUTCSeconds())}`;

const formatLongDay = (epochMs: number): string => {
  const date = shiftToZone(epochMs);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
};

const formatShortDay = (epochMs: number): string => {
  const [day, month = ''] = formatLongDay(epochMs).split(' ');
  return `${day} ${month.slice(0, 3)}`;
};

const getYear = (epochMs: number): number => shiftToZone(epochMs).getUTCFullYear();

/** `21 Nov 2026`, in the chosen zone. */
export const formatDate = (epochMs: number): string => `${formatShortDay(epochMs)} ${getYear(epochMs)}`;

const DAY_MS = 86_400_000;

export const getDaysSince1970 = (epochMs: number): number =>
  Math.floor((epochMs + zoneOffsetMs(epochMs)) / DAY_MS);

const isSameDay = (a: number, b: number): boolean => getDaysSince1970(a) === getDaysSince1970(b);
const isSameYear = (a: number, b: number): boolean => getYear(a) === getYear(b);

/** `2026-11-21`, in the chosen zone. */
export const formatIsoDay = (epochMs: number): string =>
  new Date(getDaysSince1970(epochMs) * DAY_MS).toISOString().slice(0, 10);

export const formatDay = (epochMs: number, nowMs: number): string => {
  if (isSameDay(epochMs, nowMs)) return 'Today';
  return isSameYear(epochMs, nowMs)
    ? formatLongDay(epochMs)
    : `${formatLongDay(epochMs)} ${getYear(epochMs)}`;
};

/** In narrow columns: `14:31` today, `18 Nov` this year, else `18 Nov 2024`. */
export const formatWhen = (epochMs: number, nowMs: number): string => {
  if (isSameDay(epochMs, nowMs)) return formatShortTime(epochMs);
  return isSameYear(epochMs, nowMs) ? formatShortDay(epochMs) : formatDate(epochMs);
};

/** `14:21:07` today, else `20 Nov, 14:21:07`. */
export const formatMoment = (at: number, nowMs: number): string =>
  isSameDay(at, nowMs) ? formatTime(at) : `${formatWhen(at, nowMs)}, ${formatTime(at)}`;
