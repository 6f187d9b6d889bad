import type { Counts, Line, Run, RunOperation } from '#src/journal/runs/run.ts';
import { formatClock } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { counted, number } from '#src/lib/count.ts';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

/** What the words of a run need beside the run itself. Times in milliseconds. */
export type Moment = {
  /** Epoch milliseconds. */
  nowMs: number;
  /** This tab is the one that sends. */
  isHere: boolean;
  isOffline: boolean;
  /** The host of the sign-in server, where the run waits for it to renew the session. */
  awaited?: string | undefined;
  /** How long the service still asks to be left alone; absent where it does not. */
  heldMs?: number | undefined;
  /** About how long the rest takes; absent where nothing can be said. */
  remainingMs?: number | undefined;
  /** Lines whose tab was closed before their answer came. */
  lost?: number | undefined;
};

/** Heading, and the line under it: how far it is, and what there is to say. */
export type RunWords = { title: string; isOfSource: boolean; strong: string; text: string };

/** `1 pair`, `312 pairs`. */
export const pairsWord = (count: number): string => counted(count, 'pair');

const answersWord = (count: number): string => counted(count, 'answer');

/** Lines whose outcome is settled by an answer, or by none: what "192 of 312" counts. */
export const settledOf = ({ accepted, refused, unknown }: Counts): number => accepted + refused + unknown;

/** Time spent sending, in milliseconds. `nowMs` in epoch milliseconds. */
export const activeMsOf = ({ activeMs, activeSince }: Run, nowMs: number): number =>
  activeMs + (activeSince === undefined ? 0 : Math.max(0, nowMs - activeSince));

const clock = (ms: number): string => formatClock(ms / 1000);

/** A countdown ends at 0:01, since at 0:00 nothing is waited for any more. */
const countdown = (ms: number): string => clock(Math.ceil(Math.max(0, ms) / 1000) * 1000);

/** Called off since it was last begun or gone on with; one that was called off before may be sending again. */
export const isBeingCalledOff = ({ status, cancelledAt, activeSince }: Run): boolean =>
  status === 'running' && cancelledAt !== undefined && cancelledAt >= (activeSince ?? cancelledAt);

const runningText = (
  run: Run,
  { nowMs, isHere, isOffline, awaited, heldMs, remainingMs }: Moment,
): string => {
  if (isBeingCalledOff(run)) return `. Cancelling, ${answersWord(run.counts.sending)} to come.`;
  if (!isHere) return '. This run is sent by another tab.';
  if (isOffline) {
    return '. This browser is offline. Nothing is being sent; the run goes on when it is back.';
  }
  if (awaited !== undefined) {
    return `. The sign-in server ${awaited} does not answer, so your session can’t be renewed. Nothing is being sent; the run goes on when it is, or when you have signed in again.`;
  }
  if (heldMs !== undefined) return `. The service asked for a pause. Goes on in ${countdown(heldMs)}.`;
  const soFar = `, ${clock(activeMsOf(run, nowMs))} so far`;
  return remainingMs === undefined ? soFar : `${soFar}, about ${countdown(remainingMs)} left`;
};

const lostWords = (lost: number): string => {
  if (lost === 0) return ' Nothing was on its way.';
  return lost === 1
    ? ' 1 pair was on its way: its outcome is unknown.'
    : ` ${number(lost)} pairs were on their way: their outcome is unknown.`;
};

const pausedText = ({ pause, counts }: Run, lost: number | undefined): string => {
  if (counts.sending > 0) return `. Pausing, ${answersWord(counts.sending)} to come.`;
  const at = pause === undefined ? '' : formatTime(pause.at);
  switch (pause?.why) {
    case 'session':
      return '. Your session had ended, so nothing is being sent. Sign in, then resume.';
    case 'storage':
      return '. This browser’s storage took no more, and no line is sent that can’t be written down first. Make room, then try again.';
    case 'interrupted':
      return `. The tab that sent this run was closed at about ${at}.${lost === undefined ? '' : lostWords(lost)}`;
    case 'failures':
    case 'person':
      return `, paused at ${at}. Nothing is being sent.`;
    case undefined:
      return '. Nothing is being sent.';
  }
};

const pausedTitle = ({ pause, total, counts }: Run): string => {
  if (counts.sending > 0) return `Pausing: ${pairsWord(total)}`;
  if (pause?.why === 'failures' && pause.failures) {
    const { count, status, areTurnedAway } = pause.failures;
    if (areTurnedAway) return `Paused: the service turned ${number(count)} requests away in a row`;
    return status === undefined
      ? `Paused after ${number(count)} requests without an answer`
      : `Paused after ${number(count)} answers of ${status} in a row`;
  }
  return `Paused: ${pairsWord(total)}`;
};

const finishedTitle = (run: Run): string => {
  // Only calling off leaves lines that were not sent, also where others were sent again since.
  const how = run.counts['not-sent'] > 0 ? 'Cancelled' : 'Finished';
  const done = VERBS[run.operation].done.toLowerCase();
  return `${how}: ${number(run.counts.accepted)} of ${number(run.total)} ${done}`;
};

const finishedText = (run: Run, nowMs: number): string => {
  const { accepted, refused, unknown, 'not-sent': notSent } = run.counts;
  const done = VERBS[run.operation].done.toLowerCase();
  const parts = [`Took ${clock(activeMsOf(run, nowMs))}.`];
  if (accepted === run.total) parts.push('Every pair was accepted.');
  if (refused > 0) parts.push(`${number(refused)} ${refused === 1 ? 'was' : 'were'} answered with an error.`);
  if (unknown > 0) parts.push(`${number(unknown)} got no answer and may or may not be ${done}.`);
  if (notSent > 0) parts.push(`${number(notSent)} ${notSent === 1 ? 'was' : 'were'} not sent.`);
  return parts.join(' ');
};

/** A run that is over or stands still, in one line. */
export const standingWords = (run: Run): string => {
  if (run.status !== 'finished') return pausedTitle(run);
  const { refused, unknown } = run.counts;
  const failed = refused > 0 ? `, ${number(refused)} failed` : '';
  return `${finishedTitle(run)}${failed}${unknown > 0 ? `, ${number(unknown)} unknown` : ''}`;
};

/** What stands over the table of a run. */
export const runWords = (run: Run, moment: Moment): RunWords => {
  const strong = `${number(settledOf(run.counts))} of ${number(run.total)}`;
  switch (run.status) {
    case 'running':
      return {
        title: `${VERBS[run.operation].doing} ${pairsWord(run.total)}`,
        isOfSource: true,
        strong,
        text: runningText(run, moment),
      };
    case 'paused':
      return {
        title: pausedTitle(run),
        isOfSource: true,
        strong,
        text: pausedText(run, moment.lost),
      };
    case 'finished':
      return {
        title: finishedTitle(run),
        isOfSource: false,
        strong: '',
        text: finishedText(run, moment.nowMs),
      };
  }
};

/** What a progress bar says of itself. */
export const progressWords = ({ counts, total }: Run): string => {
  const rest = counts['not-sent'] > 0 ? `, ${number(counts['not-sent'])} not sent` : '';
  return `${number(settledOf(counts))} of ${number(total)}: ${number(counts.accepted)} done, ${number(counts.refused)} failed, ${number(counts.unknown)} unknown${rest}`;
};

/** `Undo: detach 303`. */
export const undoLabel = ({ operation }: Pick<Run, 'operation'>, count: number): string =>
  `Undo: ${VERBS[OPPOSITE[operation]].plain} ${number(count)}`;

/** Why the browser can't keep what is going to be sent, and what follows from it. */
export const refusalText = (refusal: 'refused' | 'full'): string =>
  `${refusal === 'full' ? 'Its storage is full.' : 'Its storage takes nothing at present.'} Nothing is sent that can’t be written down first. Make room, then try again.`;

/** The same, where nothing says yet that it can't. */
export const refusalWords = (refusal: 'refused' | 'full'): string =>
  `This browser can’t keep the run. ${refusalText(refusal)}`;

/** That what came back is known to this tab alone. */
export const UNWRITTEN_WORDS =
  'This browser’s storage takes nothing at present. What came back last is known to this tab alone: keep it open until it is written down, or export what is known.';

/** That a run is not kept any more, and what can be done. */
export const GONE_WORDS =
  'This run is not in this browser’s storage any more, as where somebody has cleared it, so it can’t go on. Export what is known: the file can be read as a new list.';

/** How a line's state is shown. */
export const resultOf = ({ state }: Pick<Line, 'state'>, done: string): StatusLook & { spin?: boolean } => {
  switch (state) {
    case 'accepted':
      return { tone: 'ok', word: done };
    case 'refused':
      return { tone: 'bad', word: 'Failed' };
    case 'unknown':
      return { tone: 'warn', word: 'Unknown' };
    case 'sending':
      return { tone: 'live', icon: 'wait', word: 'Sending', spin: true };
    case 'queued':
      return { tone: 'wait', icon: 'rest', word: 'Waiting' };
    case 'not-sent':
      return { tone: 'wait', icon: 'rest', word: 'Not sent' };
  }
};

/** `244 ms`, from ten seconds on `15 s`, `12.3 s`. Input in milliseconds. */
export const tookWords = (ms: number): string =>
  ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;

const answered = ({ status, durationMs }: Pick<Line, 'status' | 'durationMs'>): string =>
  durationMs === undefined ? String(status ?? '') : `${status} in ${tookWords(durationMs)}`;

const unanswered = ({ status, durationMs, problem }: Line): string => {
  if (problem === 'lost') return 'Its tab was closed';
  if (status !== undefined) return answered({ status, ...(durationMs !== undefined && { durationMs }) });
  // Whatever else kept the answer away did not wait for it.
  return problem === 'timeout' && durationMs !== undefined
    ? `No answer in ${Math.round(durationMs / 100) / 10} s`
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
      if (line.before) return 'Will be sent again';
      return line.sent > 0 ? 'Turned away, will be sent again' : '';
    case 'not-sent':
      return line.status === undefined ? '' : `Answered ${line.status}, not done`;
    case 'sending':
      return '';
  }
};

/** What a line's state means, in whole sentences. */
export const meaningOf = (line: Line, operation: RunOperation): string => {
  const { plain, done } = VERBS[operation];
  switch (line.state) {
    case 'accepted':
      return operation === 'attach'
        ? 'The service accepted the request. The webhook now acts on events of this campaign.'
        : 'The service accepted the request. The webhook no longer triggers actions for this campaign.';
    case 'refused':
      return `The service answered with an error. That does not prove that nothing was ${done.toLowerCase()}.`;
    case 'unknown':
      return `${line.problem === 'lost' ? 'The tab that sent it was closed before an answer came. ' : ''}The webhook may or may not be ${done.toLowerCase()}. The service does not say what a second ${plain} of the same pair does.`;
    case 'sending':
      return 'Its request is on its way.';
    case 'queued':
      return line.sent > 0 && !line.before
        ? 'The service turned its request away and did not carry it out. It is sent again in its turn.'
        : 'It is sent in its turn.';
    case 'not-sent':
      if (line.status !== undefined) {
        return `A request for it left. The service answered ${line.status}, so it was turned away and not carried out. It was called off before it was sent again.`;
      }
      return line.sent > 0
        ? 'It was called off before it was sent again.'
        : 'No request for it left this browser.';
  }
};
