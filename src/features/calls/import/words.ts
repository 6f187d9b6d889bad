import { counted, number, rateNumber } from '#src/lib/count.ts';
import type { Found, Places } from './read.ts';

/** `line 4`, `lines 4, 19 and 312 more`; of a link, which has no lines, `IDs 4 and 19`. */
export const placesInWords = ({ lines, first }: Places, unit: 'line' | 'ID'): string => {
  const listed = first.map(number);
  const last = lines > first.length ? `${number(lines - first.length)} more` : listed.pop();
  const before = listed.join(', ');
  return `${unit}${lines === 1 ? '' : 's'} ${before}${before && ' and '}${last ?? ''}`;
};

/** How often each of so many calls can be checked, at the rate that the service is asked with. */
export const roundInWords = (count: number, perSecond: number): string => {
  const seconds = count / perSecond;
  const [length, unit] =
    seconds <= 300 ? [seconds, 's'] : seconds < 7200 ? [seconds / 60, 'min'] : [seconds / 3600, 'h'];
  const time = `${number(Math.max(1, Math.round(length)))} ${unit}`;
  return `One round of checks over ${count === 1 ? 'it' : `these ${counted(count, 'call')}`} takes about ${time}, at ${rateNumber(perSecond)} a second`;
};

/** Why nothing of it can be watched; undefined where something can. */
export const whyNothing = ({ found, fresh, already, unusable }: Found, room: number): string | undefined => {
  if (found === 0) return 'No call IDs found';
  if (fresh === 0 && already > 0) return 'All of them are watched already';
  if (fresh === 0 && unusable.count > 0) return 'None can be sent as a call ID';
  return room === 0 ? 'The board is full' : undefined;
};

/** What was found, for those who hear the page. */
export const foundInWords = ({ found, fresh, already, repeated, unusable, blank }: Found): string =>
  [
    `${counted(found, 'ID')} found`,
    `${number(fresh)} new`,
    already > 0 && `${number(already)} already watched`,
    repeated.count > 0 && `${number(repeated.count)} repeated`,
    unusable.count > 0 && `${number(unusable.count)} not usable`,
    blank > 0 && counted(blank, 'blank line'),
  ]
    .filter(Boolean)
    .join(', ');
