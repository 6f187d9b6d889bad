import { splitIds } from '#src/lib/ids.ts';
import { findCommonShape, getShape } from '#src/lists/unlike.ts';
import { readCallsFromLink } from './address.ts';

/** What looks like the ID of a call, and what does not. */

/** Headers and labels of call IDs, the most specific first. */
export const CALL_ID_NAMES =
  'callid callids callidc callsid calluuid callidentifier uniqueid anrufid anrufids gesprächsid gesprächid gespraechsid iddappel idappel iddelappel iddelallamada iddellamada idllamada idchiamata gespreksid oproepid idrozmowy calls call anruf gespräch appel llamada sid uuid id ids identifier'.split(
    ' ',
  );

const CJK = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]`;

/** A name such as `Anna-Lena` or `Müller`, an address of a page, `code=480`, Chinese or Japanese. */
const NO_ID = new RegExp(
  String.raw`${CJK}|^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)*$|^https?:|^(?=.*\P{ASCII})\P{N}*$|^[\p{L}_][\w.-]*=[^=]`,
  'u',
);

/** `a84b4c76e66710@pc33.example.com`, as SIP calls a call. An address of mail or of a telephone has no such parts. */
const SIP_CALL_ID = /^(?:(?=[^@]{10,}@)(?:[^@\d]*\d+[^@\d]+){2}[^@]*|\d{16,})@[^\s@]+$/;

/** In characters. The pattern would take long. */
const MAX_SIP_LENGTH = 255;

/** `1764321260.12` of an Asterisk: seconds since 1970, and a counter. */
const ASTERISK_ID = /^1\d{9}\.\d+$/;

const isNoId = (value: string): boolean =>
  value.includes('@') ? value.length > MAX_SIP_LENGTH || !SIP_CALL_ID.test(value) : NO_ID.test(value);

/** Not a word of letters only. */
const mayBeId = (value: string): boolean => /[\d_]|\w-\w/.test(value) && !isNoId(value);

/** In characters. A longer value is no word, and an error says what is wrong with it. */
const MAX_WORD_LENGTH = 100;

/** No ID by its looks, nor the address of a call. */
export const isWord = (value: string, origin: string): boolean =>
  value.length <= MAX_WORD_LENGTH && !mayBeId(value) && readCallsFromLink(value, origin) === undefined;

/** A date such as `2026-11-27` or `27-Nov-2026`, a time, a version, a part of a phone number. */
const SPLIT_NUMBER =
  /^(?:\d+[-./:][\d\-./:TZ+]+|v?\d+(?:\.\d+){2,}\S*|\d{1,4}[-./]\p{L}{3,9}[-./]\d{2,4}(?:\P{L}.*)?)$/u;

/** Also among words: six or more characters, with a digit or several parts, and no phone number or date. */
export const looksLikeId = (value: string): boolean =>
  /^(?!\+)[^\s,;()[\]{}<>]{6,}$/.test(value) &&
  (/\d/.test(value) || /^\w+(?:[-_]\w+){2,}$/.test(value)) &&
  (!SPLIT_NUMBER.test(value) || ASTERISK_ID.test(value)) &&
  !isNoId(value);

/** Such as `612345678`, or with the prefix of a country. */
const PHONE_DIGITS = /^(?:[067]\d{6,14}|\d{9,15})$/;

/** The higher, the more likely is it the ID of a call, and no phone number or order. */
export const rankId = (id: string): number => {
  if (PHONE_DIGITS.test(id)) return 0;
  if (/^\d+$/.test(id)) return 1;
  if (/^ca(?:ll)?(?![a-z])/i.test(id)) return 4;
  return getShape(id) === 'uuid' || ASTERISK_ID.test(id) ? 3 : 2;
};

/** In characters. Longer values are no IDs, and cleaning them takes long. */
export const MAX_CLEANED = 4096;

const OPENING = '([{<#nN';
const ENDING = '.:!?…)]}>';

/** `(call-1).` and `nº 7`: without brackets or a number sign before it, and the end of a sentence. */
export const trimPunctuation = (value: string): string => {
  // Regular expressions take long for 10,000 lines.
  const isPlain = !OPENING.includes(value[0] ?? ' ') && !ENDING.includes(value.at(-1) ?? ' ');
  if (isPlain || value.length > MAX_CLEANED) return value;
  const text = value
    .replace(/^(?:[([{<#]|n[º°]\.?(?=\d))+/i, '')
    .replace(/(?:[.:!?…]|(?<![([{<].*)[)\]}>])+$/, '');
  return text === '' ? value : text;
};

/** `Ref:call-1` and `ID#call-1` */
const LABEL = /^(\p{L}[\p{L}.-]*:|(?:call|id|no|nr|ref)#)([^:/][^:]*)$/iu;
const SCRIPTS = new RegExp(`(${CJK}+)`, 'u');
const ASCII = /^[!-~]*$/;

/** `call-1/call-2` or `call-1,call-2` */
const splitAlike = (value: string): string[] => {
  const parts = value.split(/[,;/|+&]/);
  const areAlike = ![undefined, 'number'].includes(findCommonShape(parts));
  return areAlike && parts.every(looksLikeId) ? parts : [value];
};

/** The values of a text. A label with a colon, and Chinese or Japanese, end before an ID without a blank. */
export const splitWords = (text: string): string[] =>
  splitIds(text).flatMap((value) => {
    if (ASCII.test(value) && !/[:/|+&#]/.test(value)) return [value];
    const [, label, labelled = ''] = LABEL.exec(value) ?? [];
    if (label !== undefined && looksLikeId(trimPunctuation(labelled)) && /\p{L}/u.test(labelled))
      return [label, labelled];
    const runs = value.split(SCRIPTS).filter((run) => run !== '');
    return runs.length > 1 && runs.some((run) => looksLikeId(trimPunctuation(run)))
      ? runs
      : splitAlike(value);
  });

/** `TWILIO_AUTH_TOKEN=x`, `Password: x`. Longer names would take long. */
const SECRETS = /[\p{L}\d_ .-]{0,40}(?:token|secret|passwor[dt]|api[ _-]?key)["'\x60]?\s*[:=]\s*\S+/giu;

/** What is pasted here by mistake is neither sent nor part of the address. */
export const removeSecrets = (text: string): string =>
  // Looking for names in 10,000 lines takes long.
  /[:=]/.test(text) ? text.replaceAll(SECRETS, '') : text;
