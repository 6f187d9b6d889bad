import { expect, test } from 'playwright/test';
import { readText, type ListInput } from './read-list.ts';

const open = new AbortController().signal;
const toUtf16 = (text: string, isLittleEndian = false) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittleEndian);
  return view;
};

const createFile = (...parts: BlobPart[]): ListInput => ({ kind: 'file', file: new File(parts, 'list.csv') });

const text = 'call_id;Größe\r\nCA1;€ 😀\r\n';

const FILES: [what: string, bytes: BlobPart, text: string][] = [
  ['UTF-8 with a byte order mark', `\ufeff${text}`, text],
  ['UTF-16 BE', toUtf16(`\ufeff${text}`), text],
  ['UTF-16 BE without a mark', toUtf16(text), text],
  ['UTF-16 LE without a mark', toUtf16(text, true), text],
  ['Windows-1252', new Uint8Array([0x43, 0x41, 0x31, 0x2c, 0xf6, 0x80]), 'CA1,ö€'],
];

for (const [what, bytes, expected] of FILES) {
  test(`reads a file in ${what}`, async () => {
    expect(await readText(createFile(bytes), open)).toEqual({ ok: true, text: expected });
  });
}

test('keeps a character between two slices whole', async () => {
  const long = `${'x'.repeat(2 ** 18 - 1)}€${'y'.repeat(2 ** 18)}😀`;
  expect(await readText(createFile(long), open)).toMatchObject({ ok: true, text: long });
});

test('a late broken character makes it Windows-1252', async () => {
  const bytes = new Uint8Array(2 ** 19).fill(0x61);
  bytes[2 ** 19 - 1] = 0xe9;
  const file = await readText(createFile(bytes), open);
  expect(file.ok && file.text.endsWith('aé')).toBe(true);
});

test('says why a file can’t be read', async () => {
  expect(await readText(createFile('PK\u0003\u0004\0\0'), open)).toEqual({ ok: false, reason: 'no-text' });
  expect(await readText(createFile(new Uint8Array(10 * 2 ** 20 + 1)), open)).toEqual({
    ok: false,
    reason: 'too-big',
  });
  const gone = new File(['a'], 'gone.csv');
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError');
  };
  expect(await readText({ kind: 'file', file: gone }, open)).toEqual({ ok: false, reason: 'unreadable' });
});

test('says that a file is empty, or a PDF', async () => {
  expect(await readText(createFile('\ufeff \n'), open)).toEqual({ ok: false, reason: 'empty' });
  expect(await readText(createFile('%PDF-1.7\nobj'), open)).toEqual({ ok: false, reason: 'no-text' });
});

test('stops on abort', async () => {
  await expect(readText(createFile('a'), AbortSignal.abort())).rejects.toThrow(/abort/i);
});

test('limits pasted text too', async () => {
  const read = (pasted: string) => readText({ kind: 'text', text: pasted }, open);
  expect(await read('\ufeffa,b')).toEqual({ ok: true, text: 'a,b' });
  expect(await read('a\0b')).toEqual({ ok: false, reason: 'no-text' });
  expect(await read('x'.repeat(10 * 2 ** 20 + 1))).toEqual({ ok: false, reason: 'too-big' });
});
