/** As searches and headers compare texts: without case, accents and the shape of quotes. `Campaña` is `campana`, `Weiß` is `weiss`. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  const plain = lower
    .replaceAll('ß', 'ss')
    .replaceAll(/[‘’‚‛ʼ′´]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"');
  return plain.normalize('NFKD').replaceAll(/\p{M}/gu, '');
};
