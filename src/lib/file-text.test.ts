import { expect, test } from 'playwright/test';
import { MOST_READ, readFile } from './file-text.ts';

const open = new AbortController().signal;
const utf16 = (text: string, isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return bytes;
};

const text = 'call_id;Größe\r\nCA1;€ 😀\r\n';

const FILES: [what: string, bytes: BlobPart, encoding: string, text: string][] = [
  ['UTF-8', text, 'utf-8', text],
  ['UTF-8 with a byte order mark', `\ufeff${text}`, 'utf-8', text],
  ['UTF-16 LE', utf16(`\ufeff${text}`, true), 'utf-16le', text],
  ['UTF-16 BE', utf16(`\ufeff${text}`, false), 'utf-16be', text],
  ['Windows-1252', new Uint8Array([0x43, 0x41, 0x31, 0x2c, 0xf6, 0x80]), 'windows-1252', 'CA1,ö€'],
  ['nothing at all', '', 'utf-8', ''],
];

for (const [what, bytes, encoding, expected] of FILES) {
  test(`a file in ${what}`, async () => {
    expect(await readFile(new Blob([bytes]), open)).toEqual({ ok: true, text: expected, encoding });
  });
}

test('a character on the border of two slices stays whole', async () => {
  const long = `${'x'.repeat(2 ** 18 - 1)}€${'y'.repeat(2 ** 18)}😀`;
  expect(await readFile(new Blob([long]), open)).toMatchObject({ ok: true, text: long });
});

test('a broken character far into a file makes it Windows-1252', async () => {
  const bytes = new Uint8Array(2 ** 19).fill(0x61);
  bytes[2 ** 19 - 1] = 0xe9;
  const file = await readFile(new Blob([bytes]), open);
  expect(file).toMatchObject({ ok: true, encoding: 'windows-1252' });
  expect(file.ok && file.text.endsWith('aé')).toBe(true);
});

test('what is no text, too big or gone is told', async () => {
  expect(await readFile(new Blob(['PK\u0003\u0004\0\0']), open)).toEqual({ ok: false, why: 'no-text' });
  expect(await readFile(new Blob([new Uint8Array(MOST_READ + 1)]), open)).toEqual({
    ok: false,
    why: 'too-big',
  });
  const gone = new Blob(['a']);
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError');
  };
  expect(await readFile(gone, open)).toEqual({ ok: false, why: 'unreadable' });
});

test('reading stops on abort', async () => {
  await expect(readFile(new Blob(['a']), AbortSignal.abort())).rejects.toThrow(/abort/i);
});
