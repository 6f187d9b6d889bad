/** The counts in labels such as `Completed 1,204`, by label. */
export const countsOf = (labels: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    labels.flatMap((text) => {
      const [, label = '', count = ''] = /^(.*?)\s*([\d,]+)$/.exec(text.trim()) ?? [];
      return label === '' ? [] : [[label, Number(count.replaceAll(',', ''))]];
    }),
  );

const FILTER_BAR = 'section[aria-label="Watched calls by status"]';

export const readCounts = (): Record<string, number> =>
  countsOf([...document.querySelectorAll(`${FILTER_BAR} button`)].map(({ textContent }) => textContent));
