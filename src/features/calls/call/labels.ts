import { cutText } from '#src/lib/cut-text.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';

export const MAX_LABEL_LENGTH = 60;

/** Labels that have the same key are one. */
export const getLabelKey = (label: string): string => label.normalize('NFC').toLowerCase();

/** Reads what was typed, or is in an address or a file. Commas and semicolons separate labels in exports. */
export const readLabel = (text: string): string =>
  cutText(cleanInvisible(text.replaceAll(/\s*[,;]\s*/g, ' ')), MAX_LABEL_LENGTH).trim();

/** The first spelling of each is kept. */
export const mergeLabels = (...all: readonly (readonly string[] | undefined)[]): string[] => {
  const found = new Map<string, string>();
  for (const label of all.flatMap((labels = []) => labels)) {
    const key = getLabelKey(label);
    if (label !== '' && !found.has(key)) found.set(key, label);
  }
  return [...found.values()];
};

export const readLabels = (text: string): string[] => mergeLabels(text.split(/[,;\n]/).map(readLabel));

/** Every call is shown without a label. */
export const hasLabel = (
  { labels = [] }: { labels?: readonly string[] | undefined },
  label: string,
): boolean => {
  if (label === '') return true;
  const key = getLabelKey(label);
  return labels.some((each) => getLabelKey(each) === key);
};
