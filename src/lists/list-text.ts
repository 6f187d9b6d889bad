import { formatNumber } from '#src/lib/count.ts';

export type ListInput = { kind: 'text'; text: string } | { kind: 'file'; file: File };

type ListText = { ok: true; text: string } | { ok: false; reason: ReadFailure };

export type ReadFailure =
  | 'too-big'
  | 'too-long-line'
  | 'too-many-lines'
  | 'too-many-separators'
  | 'too-many-broken'
  | 'no-text'
  | 'empty'
  | 'unreadable';

/** In bytes of a file, or characters of a text. */
export const MAX_LIST_SIZE = 10 * 2 ** 20;

export const MAX_LIST_LINES = 10_000;

/** In characters. A longer line would freeze the page. */
export const MAX_LINE_LENGTH = 2 ** 20;

/** Counts line breaks and quotes too. More would freeze the page. */
export const MAX_SEPARATORS = 500_000;

/** The rest is parsed again after each of them. */
export const MAX_BROKEN_LINES = 20;

export const READ_FAILURES: Record<ReadFailure, { title: string; text: string }> = {
  'too-big': { title: 'This is more than 10 MB', text: 'Split it, and take one part after the other.' },
  'too-long-line': {
    title: `A line has more than ${formatNumber(MAX_LINE_LENGTH)} characters`,
    text: 'Put each ID on a line of its own.',
  },
  'too-many-lines': {
    title: `This has more than ${formatNumber(MAX_LIST_LINES)} lines`,
    text: 'Split it, and take one part after the other.',
  },
  'too-many-separators': {
    title: `This has more than ${formatNumber(MAX_SEPARATORS)} separators, line breaks and quotes`,
    text: 'Keep only the columns that hold IDs, or split it.',
  },
  'too-many-broken': {
    title: `More than ${MAX_BROKEN_LINES} lines have a quote out of place`,
    text: 'Save the table as CSV again, and choose that file.',
  },
  'no-text': { title: 'This is not a text file', text: 'Save the table as CSV, and choose that file.' },
  empty: { title: 'This file is empty', text: 'Choose another one.' },
  unreadable: { title: 'This could not be read', text: 'Choose the file once more.' },
};

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Small enough to decode within a few milliseconds.
const SLICE_BYTES = 2 ** 18;

const detectEncoding = ([first, second]: Uint8Array): Encoding => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/** Undefined if it is not a text. Throws a TypeError if the bytes are not in this encoding. */
const decode = async (file: Blob, encoding: Encoding, signal: AbortSignal): Promise<string | undefined> => {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let text = '';
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    // Awaiting each slice keeps tasks short.
    const bytes = await file.slice(from, from + SLICE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    const slice = decoder.decode(bytes, { stream: true });
    // Spreadsheet files and archives contain NULs; a PDF may have none.
    if (slice.includes('\0') || (from === 0 && /^(?:%PDF-|\{\\rtf)/.test(slice))) return undefined;
    text += slice;
  }
  return text + decoder.decode();
};

/** Reads the byte order mark, else tries UTF-8, else Windows-1252, which some spreadsheets write. */
const readFile = async (file: Blob, signal: AbortSignal): Promise<ListText> => {
  if (file.size > MAX_LIST_SIZE) return { ok: false, reason: 'too-big' };
  try {
    const encoding = detectEncoding(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
    const text = await decode(file, encoding, signal).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return decode(file, 'windows-1252', signal);
    });
    if (text === undefined) return { ok: false, reason: 'no-text' };
    return text.trim() === '' ? { ok: false, reason: 'empty' } : { ok: true, text };
  } catch (error) {
    signal.throwIfAborted();
    // The file was changed or deleted in the meantime, or it is a folder.
    if (error instanceof DOMException) return { ok: false, reason: 'unreadable' };
    throw error;
  }
};

export const readText = async (input: ListInput, signal: AbortSignal): Promise<ListText> => {
  if (input.kind === 'file') return readFile(input.file, signal);
  const { text } = input;
  if (text.length > MAX_LIST_SIZE) return { ok: false, reason: 'too-big' };
  if (text.includes('\0')) return { ok: false, reason: 'no-text' };
  return { ok: true, text: text.startsWith('\uFEFF') ? text.slice(1) : text };
};
