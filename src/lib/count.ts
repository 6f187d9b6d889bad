let format: Intl.NumberFormat | undefined;

/** `9,950`. Creates the format only when needed: that takes several milliseconds. */
export const formatNumber = (count: number): string =>
  Math.abs(count) < 1000 && Number.isInteger(count)
    ? String(count)
    : (format ??= new Intl.NumberFormat('en')).format(count);

export const formatRate = (perSecond: number): string =>
  perSecond.toLocaleString('en', { maximumSignificantDigits: 3 });

export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // Above this, kilobytes would round to 1000.0.
  if (bytes >= 999_950) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e3).toFixed(1)} kB`;
};
