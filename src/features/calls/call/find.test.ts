import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import { find, isListOfIds, readTypedText, type Found } from './find.ts';
import { callWith } from './testing/call-kit.ts';

const origin = 'https://console.example';
const calls = [
  callWith(undefined, { id: 'call-10', note: 'Ana Diaz, no route' }),
  callWith(undefined, { id: 'call-11' }),
  callWith(undefined, { id: 'other-7', labels: ['VIP'] }),
  callWith(undefined, { id: 'tel-12', note: 'Sra. Núñez, +34 612 345 678' }),
  callWith(undefined, { id: 'de', note: 'ruft an unter +49 171 99887766, Weiß' }),
  callWith(undefined, { id: 'fr', note: 'M. D’Amico, +33 6 98 76 54 32' }),
  callWith(undefined, { id: 'gb', note: 'Mobile +44 (0)7700 900123' }),
  callWith(undefined, { id: 'at', note: '0664/1234567 from 9:00' }),
];
const isShown = ({ entry }: (typeof calls)[number]) => entry.labels === undefined;

const CASES: Record<string, readonly [text: string, kind: Found['kind'], ids: readonly string[]]> = {
  'a watched ID': ['call-10', 'open', ['call-10']],
  'a watched ID with hidden characters': ['\u200Bcall-10\u00A0', 'open', ['call-10']],
  'the address of a watched call': [`${origin}/calls/call-11`, 'open', ['call-11']],
  'a watched ID that a label hides': ['other-7', 'show', ['other-7']],
  'an ID that is not watched': ['call-99', 'watch', ['call-99']],
  'a part of several IDs': ['call-1', 'rows', ['call-10', 'call-11']],
  'a part of one ID': ['11', 'open', ['call-11']],
  'a part of a hidden ID': ['other', 'show', ['other-7']],
  'words of a note': ['no route', 'open', ['call-10']],
  'a word without its accents': ['nunez', 'open', ['tel-12']],
  'a phone number without blanks': ['612345678', 'open', ['tel-12']],
  'a phone number with its prefix': ['+34612345678', 'open', ['tel-12']],
  'a phone number with other blanks': ['(612) 34-56-78', 'open', ['tel-12']],
  'a phone number without its prefix': ['0171 99887766', 'open', ['de']],
  'a phone number of digits only': ['017199887766', 'open', ['de']],
  'a phone number in pairs': ['06 98 76 54 32', 'open', ['fr']],
  'a British phone number': ['07700 900123', 'open', ['gb']],
  'a phone number with 00': ['0044 7700 900123', 'open', ['gb']],
  'the prefix of a number without': ['+43 664 1234567', 'open', ['at']],
  'another prefix of 00': ['00436641234567', 'open', ['at']],
  'the prefix and the 0 in brackets': ['+43 (0)664 1234567', 'open', ['at']],
  'the end of another number': ['+34 671 99887766', 'check', ['+34 671 99887766']],
  'a national number of no call': ['017199887700', 'check', ['017199887700']],
  'a straight quote': ["d'amico", 'open', ['fr']],
  'ss for ß': ['WEISS', 'open', ['de']],
  'a phone number of no call': ['+34600000000', 'check', ['+34600000000']],
  'a phone number in groups of no call': ['600 000 000', 'nothing', ['600', '000']],
  'a numbered list': ['1. new-1\n2. new-2', 'watch', ['new-1', 'new-2']],
  'IDs of a sentence': ['new-1, new-2.', 'watch', ['new-1', 'new-2']],
  'an ID in brackets': ['(call-12e4)', 'watch', ['call-12e4']],
  'a sentence in Japanese': ['通話call-12dbを確認', 'check', ['通話', 'call-12db', 'を確認']],
  'several IDs': ['call-10 call-99', 'watch', ['call-10', 'call-99']],
  'lines without digits': ['alpha\nbeta', 'check', ['alpha', 'beta']],
  'a row of a sheet': ['Müller\tCA10001\t5', 'check', ['Müller', 'CA10001', '5']],
  'words with an ID': ['please see CA10001', 'check', ['please', 'see', 'CA10001']],
  'words with a watched ID': ['please see (call-10).', 'check', ['please', 'see', 'call-10']],
  'words with an address': [`see ${origin}/calls/call-99`, 'check', ['see', 'call-99']],
  'words with a key': ['callId=call-99 failed', 'check', ['callId=call-99', 'failed']],
  'words without an ID': ['nothing like this', 'nothing', ['nothing', 'like', 'this']],
  'the text of a ticket': [
    'Call ID: call-10\nStatus: failed',
    'check',
    ['Call', 'ID', 'call-10', 'Status', 'failed'],
  ],
  'IDs below a header': ['Call ID\nnew-1\nnew-2', 'check', ['Call', 'ID', 'new-1', 'new-2']],
  'an ID below a header': ['call_id\ncall-10', 'check', ['call_id', 'call-10']],
  'a secret': ['TWILIO_AUTH_TOKEN=0f3c2a9051d44b0e9a7d2c1f6e8b0d35', 'nothing', []],
  'a secret with words': ['Auth Token: 0f3c2a9051d44b0e9a7d2c1f6e8b0d35', 'nothing', []],
  nothing: [' \n, ', 'nothing', []],
  'a long text, whatever is in it': ['a'.repeat(20_001), 'check', []],
  'what no address can carry': ['..', 'nothing', ['..']],
};
test('Enter opens, watches, filters or asks', () =>
  expectRows(
    Object.entries(CASES),
    ([, [text]]) => find(readTypedText(text, origin), calls, { isShown, origin }),
    ([, [, kind, ids]]) => ({ kind, ids }),
  ));

test('words to search for are no list of IDs', () => {
  expect(isListOfIds(readTypedText('no rouze', origin), calls)).toBe(false);
  expect(isListOfIds(readTypedText('Ana Diaz', origin), calls)).toBe(false);
  expect(isListOfIds(readTypedText('alpha beta', origin), [])).toBe(false);
});
