export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomHex = (byteCount: number): string =>
  toHex(crypto.getRandomValues(new Uint8Array(byteCount)));

const fnv1a = (text: string, basis: number): number => {
  let hash = basis;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
};

/** FNV-1a with two bases, for keys in storage. It is not cryptographic and hides no secret. */
export const fingerprint = (text: string): string =>
  [0x811c9dc5, 0x01000193].map((basis) => fnv1a(text, basis).toString(16).padStart(8, '0')).join('');
