import type { Line } from './table.ts';
import type { SideName } from './visit.ts';

/** The quantile of the values. NaN without values, so that an aim is missed. */
const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

type Spread = { median: number; least: number; most: number };

export type Measured = Map<string, Partial<Record<SideName, number[]>>>;

export const addTo = (measured: Measured, what: string, side: SideName, values: readonly number[]): void => {
  const sides = measured.get(what) ?? {};
  measured.set(what, { ...sides, [side]: [...(sides[side] ?? []), ...values] });
};

const spreadOf = (values: readonly number[]): Spread => ({
  median: percentile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
});

const round = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : round(value);

/** Such as `1,720 ms (1,690 to 1,800)`. */
const inWords = ({ median, least, most }: Spread, unit: string): string =>
  `${rounded(median)}${unit && ` ${unit}`} (${rounded(least)} to ${rounded(most)})`;

export type Aim = {
  what: string;
  unit: string;
  atMost?: number;
  /** A multiple of the floor, or a number of the unit. */
  by: 'floor' | 'itself';
};

export const lineFor = (measured: Measured, { what, unit, atMost, by }: Aim): Line => {
  const { floor, console: own, before } = measured.get(what) ?? {};
  const sides = {
    ...(floor && { floor: spreadOf(floor) }),
    ...(own && { console: spreadOf(own) }),
    ...(before && { before: spreadOf(before) }),
  };
  const median = sides.console?.median ?? Number.NaN;
  const base = sides.floor?.median ?? Number.NaN;
  const ratioOf = (value: number): string => (by === 'floor' ? `, ${(value / base).toFixed(2)} ×` : '');
  return {
    what,
    value: by === 'floor' ? Number((median / base).toFixed(3)) : median,
    unit: by === 'floor' ? '×' : unit,
    ...(atMost !== undefined && { atMost }),
    ...(sides.floor && { rival: inWords(sides.floor, unit) }),
    note: [
      ...(sides.console ? [inWords(sides.console, unit)] : []),
      ...(sides.before ? [`before ${inWords(sides.before, unit)}${ratioOf(sides.before.median)}`] : []),
    ].join('; '),
  };
};
