type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export type FileText =
  | { ok: true; text: string; encoding: Encoding }
  | { ok: false; why: 'too-big' | 'no-text' | 'unreadable' };

/** In bytes of a file, or characters of a text. */
export const MOST_READ = 10 * 2 ** 20;

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

/**
 * The text of a file: by its byte order mark, else UTF-8, else Windows-1252, as spreadsheets of some countries write.
 * Rejects only when `signal` aborts.
 */
export const readFile = async (file: Blob, signal: AbortSignal): Promise<FileText> => {
  if (file.size > MOST_READ) return { ok: false, why: 'too-big' };
  try {
    let encoding = encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
    const text = await decode(file, encoding, signal).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      encoding = 'windows-1252';
      return decode(file, encoding, signal);
    });
    return text === undefined ? { ok: false, why: 'no-text' } : { ok: true, text, encoding };
  } catch (error) {
    signal.throwIfAborted();
    // A file that has changed or gone since it was chosen, or a folder.
    if (error instanceof DOMException) return { ok: false, why: 'unreadable' };
    throw error;
  }
};
