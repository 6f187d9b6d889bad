import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compressed forms by file extension; always the same bytes. */
export const compress = (content: string | Buffer): [extension: string, content: Buffer][] => {
  const bytes = Buffer.from(content);
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [
    ['.br', brotliCompressSync(bytes, { params })],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ];
};
