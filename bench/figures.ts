import type { LoggedRead } from './page/service.ts';

/** The value below which `share` (0 to 1) of the values lie; NaN where there is none, so that an aim is missed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** How many reads were on their way at once at the most: sent, and not answered yet. */
export const mostAtOnce = (reads: readonly LoggedRead[]): number => {
  const edges = reads.flatMap(({ sent, answered }) => [
    { at: sent, step: 1 },
    { at: answered, step: -1 },
  ]);
  edges.sort((a, b) => a.at - b.at || a.step - b.step);
  let now = 0;
  let most = 0;
  for (const { step } of edges) {
    now += step;
    most = Math.max(most, now);
  }
  return most;
};

/** The most within any second, of what came at these milliseconds. */
export const mostInASecond = (times: readonly number[]): number => {
  const arrivals = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [at, arrival] of arrivals.entries()) {
    while ((arrivals[first] ?? arrival) <= arrival - 1000) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
};

export const byId = (reads: readonly LoggedRead[]): Map<string, LoggedRead[]> => {
  const groups = new Map<string, LoggedRead[]>();
  for (const read of reads) {
    const group = groups.get(read.id);
    if (group) group.push(read);
    else groups.set(read.id, [read]);
  }
  return groups;
};

/** Reads of calls that were sent although an answer had told the page of the call's end. */
export const readsAfterEnd = (reads: readonly LoggedRead[]): number => {
  const told = new Map<string, number>();
  for (const { id, ended, answered } of reads) if (ended && !told.has(id)) told.set(id, answered);
  return reads.filter(({ id, sent }) => sent > (told.get(id) ?? Infinity)).length;
};
