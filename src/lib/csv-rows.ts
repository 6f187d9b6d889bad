import Papa, { type Parser, type ParseResult } from 'papaparse';
import { createPause, type Slicing } from './slicing.ts';

/** So much text is worked through in a few milliseconds. */
export const CHUNK_CHARACTERS = 2 ** 16;
// After so many chunks without the end of a row, a quote is taken for one that nobody closed.
const MOST_CHUNKS_A_ROW = 16;

/** The line break of a text: old files have a lone carriage return. Before a line feed it goes with the blanks. */
export const newlineOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

/**
 * Hands out the rows of a table. Resolves with false, and hands out no more, where a quote is never closed; `isPlain`
 * takes quotes for any other character. Rejects on abort alone.
 */
export const eachRow = (
  text: string,
  {
    delimiter,
    isPlain,
    take,
  }: { delimiter: string; isPlain: boolean; take: (row: readonly string[]) => void },
  slicing: Slicing,
): Promise<boolean> => {
  const pause = createPause(slicing);
  let chunksARow = 0;
  let isOpen = false;
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter,
      newline: newlineOf(text),
      chunkSize: CHUNK_CHARACTERS,
      fastMode: isPlain || undefined,
      chunk: ({ data, errors, meta }: ParseResult<string[]>, parser: Parser) => {
        chunksARow = data.length > 0 ? 0 : chunksARow + 1;
        isOpen =
          !isPlain &&
          (chunksARow >= MOST_CHUNKS_A_ROW || errors.some(({ code }) => code === 'MissingQuotes'));
        for (const row of isOpen ? data.slice(0, -1) : data) take(row);
        if (isOpen) return parser.abort();
        const wait = pause(meta.cursor / text.length);
        if (!wait) return;
        parser.pause();
        wait.then(
          () => parser.resume(),
          (error: unknown) => {
            reject(error);
            parser.abort();
          },
        );
      },
      complete: () => resolve(!isOpen),
    });
  });
};
