import { counted } from '#src/lib/count.ts';
import type { BadLine, ReadNames } from './names-csv.ts';
import { LONGEST_NAME, MOST_NAMES, type NameKind } from './names.ts';

/** Told where a name was typed in place of an ID; what can be done about it stands after it. */
export const namesakeWords = (kind: NameKind, text: string, ids: readonly string[]): string =>
  ids.length > 1
    ? `‘${text}’ is the name of ${counted(ids.length, kind)}. Use`
    : `‘${text}’ is the name of ${ids[0]}.`;

/** What a file comes to: "312 names: 300 new, 12 changed". */
export const readInWords = ({ fresh, changed, same }: ReadNames): string => {
  const parts = [
    [fresh, 'new'],
    [changed, 'changed'],
    [same, 'as they are'],
  ] as const;
  const told = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en')} ${what}`);
  return `${counted(fresh + changed + same, 'name')}${told.length > 0 ? `: ${told.join(', ')}` : ''}`;
};

const WHY: Record<BadLine['why'], string> = {
  kind: 'neither campaign nor webhook',
  id: 'no ID that can be sent',
  name: 'no name',
  long: `name longer than ${LONGEST_NAME} characters`,
  'other-name': 'another name for an ID of an earlier line',
  stray: 'a quote within a value',
  quote: 'a quote that is never closed; nothing after it was read',
  full: `more than ${MOST_NAMES.toLocaleString('en')} names`,
};

/** Why a line is left out. */
export const badInWords = ({ line, why }: BadLine): string =>
  `Line ${line.toLocaleString('en')}: ${WHY[why]}`;
