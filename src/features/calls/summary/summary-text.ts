import { formatCount, formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { formatClock } from '#src/lib/duration.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatDate, formatDay, formatTime, formatWhen, formatZone } from '#src/lib/timestamp.ts';
import type { StatusLook, Tone } from '#src/ui/Status.tsx';
import type { CallPart } from '#src/features/calls/call/call.ts';
import type { EndBin, Summary } from './summarize.ts';

const PART_LABELS: readonly (readonly [CallPart, string])[] = [
  ['ended', 'Ended'],
  ['going', 'Still going'],
  ['unconfirmed', 'Not confirmed'],
];

export type BarPart = { tone: Tone; count: number };

export type SummaryRow = {
  label: string;
  look?: StatusLook;
  /** Without a bar, the row sums up those below it. */
  bar?: { parts: readonly BarPart[]; of: number };
  values: readonly string[];
};

export type SummarySection = {
  title: string;
  meta?: string;
  /** For a screen reader. */
  columns: readonly string[];
  rows: readonly SummaryRow[];
};

/** Rounds neither to 0 % nor to 100 %. */
export const formatShare = (count: number, total: number): string => {
  const percent = Math.round((100 * count) / total);
  if (percent === 0 && count > 0) return '<1 %';
  return percent === 100 && count < total ? '>99 %' : `${percent || 0} %`;
};

const MAX_ERRORS = 10;
/** In characters. */
const MAX_ERROR_LENGTH = 200;

type ErrorLine = { label: string; count: number };

/** The most frequent errors, and one line for all others. */
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

const formatUnit = (count: number, unit: string): string => (count === 1 ? unit : `${count} ${unit}s`);

/** `minute`, `5 minutes`, `hour`, `day` */
export const formatBinLength = (minutes: number): string => {
  if (minutes < 60) return formatUnit(minutes, 'minute');
  return minutes < 1440 ? formatUnit(minutes / 60, 'hour') : formatUnit(minutes / 1440, 'day');
};

/** Without `now`, always with the date. */
const formatBinStart = ({ from }: EndBin, binMinutes: number, now?: number): string => {
  const day = now === undefined ? formatDate(from) : formatDay(from, now);
  if (binMinutes >= 1440) return day;
  const time = formatTime(from).slice(0, 5);
  if (day === 'Today') return time;
  return `${now === undefined ? day : formatWhen(from, now)}, ${time}`;
};

const formatCounts = (count: number, total: number): string[] => [
  formatNumber(count),
  formatShare(count, total),
];

const listStatuses = ({ statuses, total }: Summary): SummaryRow[] =>
  PART_LABELS.flatMap(([part, label]) => {
    const count = statuses[part].reduce((sum, each) => sum + each.count, 0);
    if (count === 0) return [];
    const rows = statuses[part].map(({ look, count: own }): SummaryRow => ({
      label: escapeInvisible(look.word),
      look,
      bar: { parts: [{ tone: look.tone, count: own }], of: total },
      values: formatCounts(own, total),
    }));
    const sum: SummaryRow = { label, values: formatCounts(count, total) };
    return [sum].concat(rows);
  });

const listEnds = (ends: NonNullable<Summary['ends']>, now?: number): SummaryRow[] => {
  const most = ends.bins.reduce((max, { ended }) => Math.max(max, ended), 1);
  return ends.bins.map((bin) => {
    const { ended, completed, failed } = bin;
    const parts: BarPart[] = [
      { tone: 'ok', count: completed },
      { tone: 'bad', count: failed },
      { tone: 'other', count: ended - completed - failed },
    ];
    return {
      label: formatBinStart(bin, ends.binMinutes, now),
      bar: { parts, of: most },
      values: [formatNumber(ended), `${formatNumber(failed)} failed`],
    };
  });
};

/** Without `now` for a text that is read later. */
export const describeSummary = (summary: Summary, now?: number): SummarySection[] => {
  const { total, failed, durations, ends } = summary;
  const errors = listErrors(summary).map(({ label, count }): SummaryRow => ({
    label,
    bar: { parts: [{ tone: 'bad', count }], of: failed },
    values: formatCounts(count, failed),
  }));
  const sections: SummarySection[] = [
    {
      title: 'Statuses',
      columns: ['Status', 'Calls', 'Share'],
      rows: total > 0 ? listStatuses(summary) : [],
    },
    { title: 'Errors of failed calls', columns: ['Error', 'Calls', 'Share'], rows: errors },
    {
      title: 'Duration',
      meta: durations ? `of ${formatCount(durations.count, 'ended call')}` : '',
      columns: ['Figure', 'Duration'],
      rows: listDurations(summary).map(({ label, value }) => ({ label, values: [value] })),
    },
    {
      title: ends ? `Ends per ${formatBinLength(ends.binMinutes)}` : '',
      columns: ['From', 'Ended', 'Failed'],
      rows: ends ? listEnds(ends, now) : [],
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
};

/** Leaves out the times at which no call ended. */
export const formatSummary = (
  summary: Summary,
  { which, link, now }: { which: string; link: string; now: number },
): string => {
  const head = `Summary of ${which}\n${formatDate(now)}, ${formatTime(now)} ${formatZone(now)}\n${link}`;
  const sections = describeSummary(summary).map(({ title, meta = '', rows }) =>
    [
      `${title} ${meta}`.trim(),
      ...rows
        .filter(({ values }) => values[0] !== '0')
        .map(({ label, values, bar }) => `${bar ? '  ' : ''}${label}: ${values.join(', ')}`),
    ].join('\n'),
  );
  return [head, ...sections].join('\n\n');
};
