export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomHex = (byteCount: number): string =>
  toHex(crypto.getRandomValues(new Uint8Array(byteCount)));
