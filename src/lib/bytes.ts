const UNITS = ['kB', 'MB', 'GB'] as const;

/** A size in decimal units: `96 B`, `1.2 kB`, `3.4 MB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  let unit: string = 'B';
  for (const next of UNITS) {
    // 999.95 would be written as 1000.0.
    if (value < 999.95) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
};
