import type { Counts, Line, Run } from '#src/log/run.ts';
import { formatClock, formatTook, formatWait } from '#src/lib/duration.ts';
import { formatMoment, formatTime } from '#src/lib/timestamp.ts';
import { counted, number, rateNumber } from '#src/lib/count.ts';
import { WITH_MESSAGE, WITH_MESSAGE_WORDS } from '#src/outcomes/with-message.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';

/** What the words of a run need beside the run itself. Times in milliseconds. */
export type Moment = {
  /** Epoch milliseconds. */
  nowMs: number;
  /** This tab is the one that sends. */
  isHere: boolean;
  /** Storage did not take something, so this tab sends nothing more. */
  hasFailed: boolean;
  isOffline: boolean;
  /** The host of the sign-in server, where the run waits for it to renew the session. */
  awaited?: string | undefined;
  /** How long the service still asks to be left alone; absent where it does not. */
  heldMs?: number | undefined;
  /** About how long the rest takes; absent where nothing can be said. */
  remainingMs?: number | undefined;
  /** Requests a second, if the service takes fewer than may be sent. */
  limitedTo?: number | undefined;
  /** Lines whose tab was closed before their answer came. */
  lost?: number | undefined;
};

/** Lines whose outcome is settled by an answer, or by none: what "192 of 312" counts. */
export const settledOf = ({ accepted, refused, unknown }: Counts): number => accepted + refused + unknown;

/** Time spent sending, in milliseconds. `nowMs` in epoch milliseconds. */
const activeMsOf = ({ activeMs, activeSince }: Run, nowMs: number): number =>
  activeMs + (activeSince === undefined ? 0 : Math.max(0, nowMs - activeSince));

const clock = (ms: number): string => formatClock(ms / 1000);

/** A countdown ends at 0:01, since at 0:00 nothing is waited for any more. */
const countdown = (ms: number): string => clock(Math.ceil(Math.max(0, ms) / 1000) * 1000);

/** The user stopped it, and answers are still to come. */
export const isBeingStopped = ({ status, cancelledAt }: Run): boolean =>
  status === 'running' && cancelledAt !== undefined;

const pausedTitle = ({ pause, total, counts }: Run): string => {
  if (counts.sending > 0) return `Pausing: ${counted(total, 'pair')}`;
  if (pause?.why === 'failures' && pause.failures) {
    const { count, status, areTurnedAway } = pause.failures;
    if (areTurnedAway) return `Paused: the service turned ${number(count)} requests away in a row`;
    return status === undefined
      ? `Paused after ${number(count)} requests without an answer`
      : `Paused after ${number(count)} answers of ${status} in a row`;
  }
  return `Paused: ${counted(total, 'pair')}`;
};

/** What a run does, or how it ended: its heading. */
export const runTitle = (run: Run, hasFailed = false): string => {
  if (hasFailed) return `Stopped: this browser’s storage failed`;
  const { status, operation, total, counts } = run;
  switch (status) {
    case 'running':
      return `${VERBS[operation].doing} ${counted(total, 'pair')}`;
    case 'paused':
      return pausedTitle(run);
    case 'finished': {
      const how = counts['not-sent'] > 0 ? 'Stopped' : 'Finished';
      return `${how}: ${number(counts.accepted)} of ${number(total)} ${VERBS[operation].done.toLowerCase()}`;
    }
  }
};

const runningSentences = (run: Run, moment: Moment): string[] => {
  const { nowMs, isHere, isOffline, awaited, heldMs, remainingMs, limitedTo } = moment;
  if (isBeingStopped(run)) return [`Stopping, ${counted(run.counts.sending, 'answer')} to come.`];
  if (!isHere) return ['This run is sent by another tab.'];
  if (isOffline) {
    return ['This browser is offline.', 'Nothing is being sent; the run goes on when it is back.'];
  }
  if (awaited !== undefined) {
    return [
      `The sign-in server ${awaited} does not answer, so your session can’t be renewed.`,
      'Nothing is being sent; the run goes on when it is, or when you have signed in again.',
    ];
  }
  if (heldMs !== undefined) return ['The service asked for a pause.', `Goes on in ${countdown(heldMs)}.`];
  const left = remainingMs === undefined ? '' : `, about ${countdown(remainingMs)} left`;
  const rate = limitedTo === undefined ? '' : `, at ${rateNumber(limitedTo)} a second`;
  return [`${clock(activeMsOf(run, nowMs))} so far${left}${rate}.`];
};

const lostSentence = (lost: number): string => {
  if (lost === 0) return 'Nothing was on its way.';
  return lost === 1
    ? '1 pair was on its way: its outcome is unknown.'
    : `${number(lost)} pairs were on their way: their outcome is unknown.`;
};

const pausedSentences = ({ pause, counts }: Run, lost: number | undefined): string[] => {
  if (counts.sending > 0) return [`Pausing, ${counted(counts.sending, 'answer')} to come.`];
  switch (pause?.why) {
    case 'session':
      return ['Your session had ended, so nothing is being sent.', 'Sign in, then resume.'];
    case 'interrupted':
      return [
        `The tab that sent this run was closed at about ${formatTime(pause.at)}.`,
        ...(lost === undefined ? [] : [lostSentence(lost)]),
      ];
    case 'failures':
    case 'person':
      return [`Paused at ${formatTime(pause.at)}.`, 'Nothing is being sent.'];
    case undefined:
      return ['Nothing is being sent.'];
  }
};

const finishedSentences = (run: Run, nowMs: number): string[] => {
  const { accepted, refused, unknown, 'not-sent': notSent } = run.counts;
  const done = VERBS[run.operation].done.toLowerCase();
  const tookMs = activeMsOf(run, nowMs);
  const sentences = [`Took ${tookMs < 1000 ? 'under 1 s' : clock(tookMs)}.`];
  if (accepted === run.total && run.messages === 0) sentences.push('The service accepted every pair.');
  if (run.messages > 0) sentences.push(`${number(run.messages)} ${WITH_MESSAGE_WORDS}.`);
  if (refused > 0) sentences.push(`${number(refused)} failed.`);
  if (unknown > 0) sentences.push(`${number(unknown)} got no answer and may or may not be ${done}.`);
  if (notSent > 0) sentences.push(`${number(notSent)} ${notSent === 1 ? 'was' : 'were'} not sent.`);
  return sentences;
};

const failedSentences = ({ counts, total }: Run): string[] => [
  counts.sending > 0
    ? `${counted(counts.sending, 'answer')} to come.`
    : `${number(settledOf(counts))} of ${number(total)} have an answer on this page.`,
  'Nothing more is sent. Export the results, then reload: what was on its way is unknown after that.',
];

/** What there is to say of a run beside how far it is. Shown under its heading, and spoken as it is. */
export const runSentences = (run: Run, moment: Moment): string[] => {
  if (moment.hasFailed) return failedSentences(run);
  switch (run.status) {
    case 'running':
      return runningSentences(run, moment);
    case 'paused':
      return pausedSentences(run, moment.lost);
    case 'finished':
      return finishedSentences(run, moment.nowMs);
  }
};

/** A run that is over or stands still, in one line. */
export const standingWords = (run: Run): string => {
  if (run.status !== 'finished') return runTitle(run);
  const { refused, unknown } = run.counts;
  const failed = refused > 0 ? `, ${number(refused)} failed` : '';
  return `${runTitle(run)}${failed}${unknown > 0 ? `, ${number(unknown)} unknown` : ''}`;
};

/** What a progress bar says of itself. */
export const progressWords = ({ operation, counts, total }: Run): string => {
  const rest = counts['not-sent'] > 0 ? `, ${number(counts['not-sent'])} not sent` : '';
  return `${number(settledOf(counts))} of ${number(total)}: ${number(counts.accepted)} ${VERBS[operation].done.toLowerCase()}, ${number(counts.refused)} failed, ${number(counts.unknown)} unknown${rest}`;
};

/** `at 14:21:07`, `on 20 Nov, 14:21:07`. */
export const onOrAt = (moment: string): string => `${moment.includes(',') ? 'on' : 'at'} ${moment}`;

/** `Run of 312 pairs from renewals.csv paused at 14:30:52`. `nowMs` in epoch milliseconds. */
export const openRunInWords = (
  { total, status, pause, source, earlier }: Pick<Run, 'total' | 'status' | 'pause' | 'source' | 'earlier'>,
  nowMs: number,
): string => {
  const from = source === '' ? '' : ` from ${source}`;
  // An undo has the file of the run that it undoes, and would be taken for that one.
  const run = `Run of ${counted(total, 'pair')}${earlier?.isUndo ? ', undo of an earlier run,' : from}`;
  if (status === 'running') return `${run} under way`;
  return pause === undefined ? `${run} paused` : `${run} paused ${onOrAt(formatMoment(pause.at, nowMs))}`;
};

const QUARTERS = ['', 'A quarter answered', 'Half answered', 'Three quarters answered'];

const quarterOf = ({ counts, total }: Run): number =>
  total === 0 ? 0 : Math.floor((settledOf(counts) / total) * 4);

/** What is spoken when a run goes from one state to another; undefined where nothing is. Never for single lines. */
export const spokenWords = (before: Run | undefined, run: Run, moment: Moment): string | undefined => {
  const hasTurned = before !== undefined && before.status !== run.status;
  const all = [`${runTitle(run, moment.hasFailed)}.`, ...runSentences(run, moment)].join(' ');
  if (moment.hasFailed) return run.counts.sending === 0 ? all : undefined;
  switch (run.status) {
    case 'running': {
      if (before === undefined || hasTurned) return `${runTitle(run)}.`;
      const quarter = quarterOf(run);
      return quarter > quarterOf(before) && quarter < 4
        ? `${QUARTERS[quarter]}: ${progressWords(run)}.`
        : undefined;
    }
    case 'paused':
      // Once nothing is on its way any more, so that what is said stays true.
      return run.counts.sending === 0 && (hasTurned || (before?.counts.sending ?? 0) > 0) ? all : undefined;
    case 'finished':
      return hasTurned ? all : undefined;
  }
};

/** How a line's state is shown. */
export const resultOf = (
  { state, withMessage }: Pick<Line, 'state' | 'withMessage'>,
  done: string,
): StatusLook => {
  switch (state) {
    case 'accepted':
      return withMessage ? WITH_MESSAGE : { tone: 'ok', word: done };
    case 'refused':
      return { tone: 'bad', word: 'Failed' };
    case 'unknown':
      return { tone: 'warn', word: 'Unknown' };
    case 'sending':
      return { tone: 'live', icon: 'wait', word: 'Sending', spin: true };
    case 'queued':
      return { tone: 'wait', icon: 'dot', word: 'Waiting' };
    case 'not-sent':
      return { tone: 'wait', icon: 'dot', word: 'Not sent' };
  }
};

/** `Line 7` where the run came from a list, as that list counts; else `No. 7`, its place in the run. */
export const lineName = ({ sourceLine }: { sourceLine?: number | undefined }, index: number): string =>
  sourceLine === undefined ? `No. ${number(index + 1)}` : `Line ${number(sourceLine)}`;

const answered = ({ status, durationMs }: Line): string =>
  durationMs === undefined ? String(status ?? '') : `${status} in ${formatTook(durationMs)}`;

const unanswered = (line: Line): string => {
  const { status, durationMs, problem } = line;
  if (problem === 'lost') return 'Its tab was closed';
  if (status !== undefined) return answered(line);
  // Whatever else kept the answer away did not wait for it.
  return problem === 'timeout' && durationMs !== undefined
    ? `No answer in ${formatWait(durationMs)}`
    : 'No answer';
};

/** The answer to a line in a few words, "" where there is nothing to say yet. */
export const answerOf = (line: Line): string => {
  switch (line.state) {
    case 'accepted':
    case 'refused':
      return answered(line);
    case 'unknown':
      return unanswered(line);
    case 'queued':
      return line.requests > 0 ? 'Turned away, will be sent again' : '';
    case 'not-sent':
      return line.status === undefined ? '' : `Answered ${line.status}, not sent again`;
    case 'sending':
      return '';
  }
};
