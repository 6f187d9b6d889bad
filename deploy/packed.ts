import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A file's compressed forms, by what its name ends in then; the same bytes each time. */
export const packed = (content: string | Buffer): [ending: string, content: Buffer][] => {
  const bytes = Buffer.from(content);
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [
    ['.br', brotliCompressSync(bytes, { params })],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ];
};
