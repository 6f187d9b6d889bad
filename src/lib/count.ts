let format: Intl.NumberFormat | undefined;

/**
 * A count as it is shown: `9,950`. The browser's format is made at the first use, and only for what it changes: that takes
 * several milliseconds.
 */
export const formatNumber = (count: number): string =>
  Math.abs(count) < 1000 && Number.isInteger(count)
    ? String(count)
    : (format ??= new Intl.NumberFormat('en')).format(count);

/** A rate as it is shown, which may have been found and not chosen: `1.94`. */
export const formatRate = (perSecond: number): string =>
  perSecond.toLocaleString('en', { maximumSignificantDigits: 3 });

/** So many of something: `1 pair`, `9,950 pairs`. */
export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** A size in decimal units: `96 B`, `1.2 kB`, `3.4 MB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // From here on kilobytes would be written as 1000.0.
  if (bytes >= 999_950) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e3).toFixed(1)} kB`;
};
