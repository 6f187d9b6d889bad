import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { formatClock } from '#src/lib/duration.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatDate, formatDay, formatTime, formatWhen, formatZone } from '#src/lib/timestamp.ts';
import type { EndBin, Summary, SummaryPart } from './summarize.ts';

export const PART_LABELS: Readonly<Record<SummaryPart, string>> = {
  ended: 'Ended',
  going: 'Still going',
  unconfirmed: 'Not confirmed',
};

/** Never rounded to none or to all. */
export const formatShare = (count: number, total: number): string => {
  const percent = Math.round((100 * count) / total);
  if (percent === 0 && count > 0) return '<1 %';
  return percent === 100 && count < total ? '>99 %' : `${percent || 0} %`;
};

const MAX_ERRORS = 10;
/** In characters. */
const MAX_ERROR_LENGTH = 200;

export type ErrorLine = { label: string; count: number };

/** As many as can be read; the others in one line. */
export const listErrors = ({ errors, failed }: Summary): ErrorLine[] => {
  const listed = errors.length > MAX_ERRORS + 1 ? errors.slice(0, MAX_ERRORS) : errors;
  const rest = failed - listed.reduce((sum, { count }) => sum + count, 0);
  const lines = listed.map(({ error, count }) => ({
    label: escapeInvisible(cutText(error, MAX_ERROR_LENGTH)),
    count,
  }));
  if (rest === 0) return lines;
  return [...lines, { label: formatCount(errors.length - listed.length, 'other error'), count: rest }];
};

export const listDurations = ({ durations }: Summary): { label: string; value: string }[] =>
  durations
    ? [
        { label: 'Median', value: formatClock(durations.median) },
        { label: '95th percentile', value: formatClock(durations.percentile95) },
      ]
    : [];

type KeyFigure = { label: string; text: string; value: string };

/** For the wall screen; none before a call has ended. */
export const listKeyFigures = (summary: Summary): KeyFigure[] => {
  const { ended, failed, errors } = summary;
  if (ended === 0) return [];
  const figures = [
    { label: 'Failed', text: `of ${formatNumber(ended)} ended`, value: formatShare(failed, ended) },
    ...listDurations(summary).map(({ label, value }) => ({ label, text: 'Duration', value })),
  ];
  const [first] = errors;
  if (!first) return figures;
  const text = escapeInvisible(cutText(first.error, MAX_ERROR_LENGTH));
  return [...figures, { label: 'Top error', text, value: formatShare(first.count, failed) }];
};

const formatUnit = (count: number, unit: string): string => (count === 1 ? unit : `${count} ${unit}s`);

/** `minute`, `5 minutes`, `hour`, `day` */
export const formatBinLength = (minutes: number): string => {
  if (minutes < 60) return formatUnit(minutes, 'minute');
  return minutes < 1440 ? formatUnit(minutes / 60, 'hour') : formatUnit(minutes / 1440, 'day');
};

export const formatBinStart = ({ from }: EndBin, binMinutes: number, now: number): string => {
  const day = formatDay(from, now);
  if (binMinutes >= 1440) return day;
  const time = formatTime(from).slice(0, 5);
  return day === 'Today' ? time : `${formatWhen(from, now)}, ${time}`;
};

/** For a ticket. `which` says which calls these are. */
export const formatSummary = (summary: Summary, which: string, now: number): string => {
  const { total, statuses, failed, durations, ends } = summary;
  const lines = [`Summary of ${which}, ${formatDate(now)}, ${formatTime(now)} ${formatZone(now)}`];
  const add = (label: string, count: number, of: number, indent = '  ') =>
    lines.push(`${indent}${label}: ${formatNumber(count)} (${formatShare(count, of)})`);
  for (const part of ['ended', 'going', 'unconfirmed'] as const) {
    const ofPart = statuses[part];
    const count = ofPart.reduce((sum, each) => sum + each.count, 0);
    if (count === 0) continue;
    add(PART_LABELS[part], count, total, '');
    for (const { look, count: own } of ofPart) add(escapeInvisible(look.word), own, total);
  }
  if (failed > 0) {
    lines.push('', 'Errors of failed calls');
    for (const { label, count } of listErrors(summary)) add(label, count, failed);
  }
  if (durations) {
    lines.push('', `Duration of ${formatCount(durations.count, 'ended call')}`);
    for (const { label, value } of listDurations(summary)) lines.push(`  ${label}: ${value}`);
  }
  if (ends) {
    lines.push('', `Ends per ${formatBinLength(ends.binMinutes)}`);
    for (const bin of ends.bins) {
      const ofThem = bin.failed > 0 ? `, ${formatNumber(bin.failed)} failed` : '';
      lines.push(`  ${formatBinStart(bin, ends.binMinutes, now)}: ${formatNumber(bin.ended)}${ofThem}`);
    }
  }
  return lines.join('\n');
};
