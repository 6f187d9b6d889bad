import { formatNumber } from '#src/lib/count.ts';

/** What a list is read from: a text that was pasted, or a file that was chosen or dropped. */
export type ListInput = { kind: 'text'; text: string } | { kind: 'file'; file: File };

/** A text without its byte order mark. `isGuessed`: read as Windows-1252, since the file is not UTF-8. */
type ListText = { ok: true; text: string; isGuessed: boolean } | { ok: false; why: ReadFailure };

export type ReadFailure =
  | 'too-big'
  | 'too-many-lines'
  | 'too-many-values'
  | 'too-many-broken'
  | 'no-text'
  | 'unreadable';

/** So many lines are taken at once, beside a header. */
export const MOST_LINES = 10_000;

/** So many values are read without keeping the page from answering. */
export const MOST_VALUES = 500_000;

/** After each line with a broken quote the rest is read anew. */
export const MOST_BROKEN = 20;

/** What is said of it, and what can be done. */
export const READ_FAILURES: Record<ReadFailure, { title: string; text: string }> = {
  'too-big': { title: 'This is more than 10 MB', text: 'Split it, and take one part after the other.' },
  'too-many-lines': {
    title: `This has more than ${formatNumber(MOST_LINES)} lines`,
    text: 'Split it, and take one part after the other.',
  },
  'too-many-values': {
    title: `This has more than ${formatNumber(MOST_VALUES)} separators, line breaks and quotes`,
    text: 'Keep only the columns that hold IDs, or split it.',
  },
  'too-many-broken': {
    title: `More than ${MOST_BROKEN} lines have a quote out of place`,
    text: 'Save the table as CSV again, and choose that file.',
  },
  'no-text': { title: 'This is not a text file', text: 'Save the table as CSV, and choose that file.' },
  unreadable: { title: 'This could not be read', text: 'Choose the file once more.' },
};

/** In bytes of a file, or characters of a text. */
export const MOST_READ = 10 * 2 ** 20;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Small enough to be decoded within a few milliseconds.
const SLICE_BYTES = 2 ** 18;

const encodingOf = ([first, second]: Uint8Array): Encoding => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/** Undefined where it is not a text. Throws a TypeError where the bytes are not of this encoding. */
const decode = async (file: Blob, encoding: Encoding, signal: AbortSignal): Promise<string | undefined> => {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let text = '';
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    // Reading the next slice takes a turn of its own, so that no task becomes long.
    const bytes = await file.slice(from, from + SLICE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    const slice = decoder.decode(bytes, { stream: true });
    // No text holds a NUL; spreadsheets and archives do.
    if (slice.includes('\0')) return undefined;
    text += slice;
  }
  return text + decoder.decode();
};

/** By its byte order mark, else UTF-8, else Windows-1252, as spreadsheets of some countries write. */
const readFile = async (file: Blob, signal: AbortSignal): Promise<ListText> => {
  if (file.size > MOST_READ) return { ok: false, why: 'too-big' };
  try {
    let encoding = encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
    const text = await decode(file, encoding, signal).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      encoding = 'windows-1252';
      return decode(file, encoding, signal);
    });
    if (text === undefined) return { ok: false, why: 'no-text' };
    return { ok: true, text, isGuessed: encoding === 'windows-1252' };
  } catch (error) {
    signal.throwIfAborted();
    // A file that has changed or gone since it was chosen, or a folder.
    if (error instanceof DOMException) return { ok: false, why: 'unreadable' };
    throw error;
  }
};

/** The text to read. Rejects only when `signal` aborts. */
export const readText = async (input: ListInput, signal: AbortSignal): Promise<ListText> => {
  if (input.kind === 'file') return readFile(input.file, signal);
  const { text } = input;
  if (text.length > MOST_READ) return { ok: false, why: 'too-big' };
  if (text.includes('\0')) return { ok: false, why: 'no-text' };
  return { ok: true, text: text.startsWith('\uFEFF') ? text.slice(1) : text, isGuessed: false };
};
