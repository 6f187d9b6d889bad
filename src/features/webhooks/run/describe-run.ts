import type { WebhookPair } from '#src/api/client.ts';
import type { ProblemKind } from '#src/api/outcome.ts';
import { countLines, countSettled, type Line, type Pause, type Run, type RunView } from '#src/log/run.ts';
import { formatClock } from '#src/lib/duration.ts';
import { escapeId, escapeInvisible } from '#src/lib/invisible.ts';
import { formatIsoDay, formatMoment, formatTime } from '#src/lib/timestamp.ts';
import { formatCount, formatNumber, formatRate } from '#src/lib/count.ts';
import type { SentPair } from '#src/log/sent-pairs.ts';
import { formatOutcome, getSentKind, OUTCOMES } from '#src/outcomes/messages.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import type { NameBook } from '#src/features/webhooks/names/names.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';

/** What a run's texts need besides the run. Times in milliseconds. */
export type RunMoment = {
  epochMs: number;
  isHere: boolean;
  /** Storage failed, so this tab sends nothing more. */
  hasFailed: boolean;
  isOffline: boolean;
  isSignedOut: boolean;
  /** The host of the sign-in server that the run waits for. */
  awaitedHost: string | undefined;
  /** How long the service still asks to wait. */
  waitMs: number | undefined;
  remainingMs: number | undefined;
  /** Requests a second, if the service takes fewer than configured. */
  limitedTo: number | undefined;
};

const getVerb = ({ operation, isMixed }: Run) =>
  isMixed ? { ...VERBS[operation], capital: 'Change', done: 'Changed' } : VERBS[operation];

/** What failed comes first. */
const OUTCOME_ORDER = ['refused', 'unknown', 'not-sent', 'accepted', 'with-message', 'checked'] as const;

/** `4 refused`, `2 unknown`. None contains a comma, so that commas can join them. `lines`: with what the user checked. */
const listOutcomes = (
  { counts, messages }: Run,
  accepted: number,
  lines: readonly Pick<Line, 'checked'>[] = [],
): string[] => {
  const checked = lines.filter((line) => line.checked).length;
  const all = { ...counts, unknown: counts.unknown - checked, accepted, 'with-message': messages, checked };
  return OUTCOME_ORDER.flatMap((outcome) => {
    const word = OUTCOMES[outcome].look.word.toLowerCase().replace(',', '');
    return all[outcome] > 0 ? `${formatNumber(all[outcome])} ${word}` : [];
  });
};

/** All that was not simply accepted. */
const listTroubles = (run: Run, lines?: RunView['lines']): string[] => listOutcomes(run, 0, lines);

/** `282 of 295 attached, 1 accepted with a message`: that one may not be attached. */
const formatDone = (run: Run): string => {
  const { total, counts, messages } = run;
  const done = `${formatNumber(counts.accepted - messages)} of ${formatNumber(total)} ${getVerb(run).done.toLowerCase()}`;
  return messages === 0 ? done : `${done}, ${formatNumber(messages)} accepted with a message`;
};

/** `8 of 300` */
const formatSettled = ({ counts, total }: Run): string =>
  `${formatNumber(countSettled(counts))} of ${formatNumber(total)}`;

export const describeProgress = ({ run, lines }: { run: Run; lines?: RunView['lines'] }): string => {
  const outcomes = listOutcomes(run, run.counts.accepted - run.messages, lines).join(', ');
  return `${formatSettled(run)}: ${outcomes || '0 accepted'}`;
};

/** `Now 291 of 295 attached, 2 unknown, 1 you checked, with its retries` */
export const describeAfterRetries = (run: Run, merged: readonly { line: Line }[]): string => {
  const lines = merged.map(({ line }) => line);
  const after: Run = {
    ...run,
    counts: countLines(lines),
    messages: lines.filter(({ withMessage }) => withMessage).length,
  };
  const others = listTroubles({ ...after, messages: 0 }, lines);
  return `Now ${[formatDone(after), ...others].join(', ')}, with its retries`;
};

/** `12 undone later`. Empty if no later run undid any of its pairs. */
const describeUndone = ({ id, operation }: Run, runs: readonly Run[]): string => {
  // One that undoes a replacement attaches first.
  const undos = runs.filter(
    ({ earlier, ...run }) => earlier?.isUndo && earlier.run === id && run.operation !== operation,
  );
  const count = undos.reduce((sum, { counts, messages }) => sum + counts.accepted - messages, 0);
  return count === 0 ? '' : `${formatNumber(count)} undone later`;
};

/** Their status, if any, may say 200 all the same. */
const NO_REAL_ANSWERS: Readonly<Record<string, string>> = {
  'web-page': 'web pages in place of answers',
  redirect: 'redirects in place of answers',
  network: 'requests without a whole answer',
} satisfies Partial<Record<ProblemKind, string>>;

const describeFailures = ({ count, status, problem = '' }: NonNullable<Pause['failures']>): string => {
  const kind = status === undefined ? 'requests without an answer' : `answers of ${status} in a row`;
  const isUnanswered = status === undefined && problem !== 'redirect';
  return `${formatNumber(count)} ${isUnanswered ? kind : (NO_REAL_ANSWERS[problem] ?? kind)}`;
};

const formatPausedTitle = (run: Run): string => {
  const { pause, counts } = run;
  const at = formatSettled(run);
  const { doing } = getVerb(run);
  if (run.cancelledAt !== undefined) return `${doing} stops at ${at}`;
  if (counts.sending > 0) return `${doing} pauses at ${at}`;
  if (!pause?.failures) return `${doing} paused at ${at}`;
  return `${doing} paused after ${describeFailures(pause.failures)}`;
};

export const formatRunTitle = (run: Run, hasFailed = false): string => {
  const { status, total, counts } = run;
  if (hasFailed)
    return `${getVerb(run).doing} stopped at ${formatSettled(run)}: this browser’s storage failed`;
  switch (status) {
    case 'running':
      return `${getVerb(run).doing} ${formatCount(total, 'pair')}`;
    case 'paused':
      return formatPausedTitle(run);
    case 'finished': {
      const how = counts['not-sent'] > 0 ? 'Stopped' : 'Finished';
      return `${how}: ${formatDone(run)}`;
    }
  }
};

const formatElapsed = (ms: number): string => formatClock(ms / 1000);

const getActiveMs = (run: Run, epochMs: number): number =>
  run.activeMs + (run.activeSince === undefined ? 0 : Math.max(0, epochMs - run.activeSince));

const describeSending = (run: Run, moment: RunMoment): string => {
  const { epochMs, isHere, isOffline, awaitedHost, waitMs, remainingMs, limitedTo } = moment;
  if (!isHere) return 'Another tab is sending this run.';
  const rate = limitedTo === undefined ? '' : `, at ${formatRate(limitedTo)} a second`;
  const about = remainingMs === undefined ? '' : `, about ${formatElapsed(remainingMs + (waitMs ?? 0))} left`;
  const left = about + rate;
  if (isOffline) return `You’re offline. The run continues when you’re back online${left}.`;
  if (awaitedHost !== undefined) {
    return `The sign-in server ${awaitedHost} doesn’t answer. The run continues when it does, or when you sign in again${left}.`;
  }
  if (waitMs !== undefined) {
    return `The service asked for a pause. Continues in ${formatElapsed(Math.max(0, waitMs))}${left}.`;
  }
  return `${formatElapsed(getActiveMs(run, epochMs))} so far${left}.`;
};

const describePause = ({ run, lines }: RunView, { isSignedOut }: RunMoment): string => {
  const { pause, counts } = run;
  if (counts.sending > 0) return `${formatCount(counts.sending, 'answer')} to come.`;
  if (!pause) return 'Nothing is being sent.';
  switch (pause.why) {
    case 'session':
      return isSignedOut ? 'Your session ended. Sign in, then resume.' : 'Paused. Resume when ready.';
    case 'interrupted': {
      const lost = lines.filter(({ problem }) => problem === 'lost').length;
      const closed = `The tab that sent this run was closed or reloaded at about ${formatTime(pause.at)}.`;
      return lost === 0 ? closed : `${closed} ${formatCount(lost, 'pair')} got no answer: outcome unknown.`;
    }
    case 'failures':
    case 'person': {
      if (pause.afterFirst === undefined) return `Nothing is sent since ${formatTime(pause.at)}.`;
      return [...listTroubles(run, lines), 'Check the results, then resume or stop.'].join('. ');
    }
  }
};

export const describeRun = (view: RunView, moment: RunMoment): string => {
  const { run } = view;
  if (moment.hasFailed) return 'Nothing more is sent. Export the results, then reload the page.';
  switch (run.status) {
    case 'running':
      return describeSending(run, moment);
    case 'paused':
      return describePause(view, moment);
    case 'finished':
      return '';
  }
};

const QUARTERS = ['', ', a quarter answered', ', half answered', ', three quarters answered'];

/** What is announced: another text when a run starts, at each quarter and when it ends. Never a single line. */
export const announceRun = (view: RunView, moment: RunMoment): string => {
  const { run } = view;
  if (moment.hasFailed) return '';
  if (run.status === 'running') {
    const quarter = Math.min(3, Math.floor((countSettled(run.counts) / run.total) * 4));
    return `${formatRunTitle(run)}${QUARTERS[quarter]}.`;
  }
  if (run.counts.sending > 0) return '';
  const said =
    run.status === 'finished'
      ? listTroubles({ ...run, messages: 0 }, view.lines).join(', ')
      : describeRun(view, moment);
  return `${formatRunTitle(run)}. ${said}`.trim();
};

/** `at 14:21:07`, `on 20 Nov, 14:21:07`. Times in epoch milliseconds. */
export const formatAt = (at: number, epochMs: number): string => {
  const moment = formatMoment(at, epochMs);
  return `${moment.includes(',') ? 'on' : 'at'} ${moment}`;
};

const getRunLook = ({ status, counts, messages, total }: Run): StatusLook => {
  if (status === 'running') return { tone: 'live', icon: 'wait', spin: true, word: 'Running' };
  if (status === 'paused') return { tone: 'other', icon: 'paused', word: 'Paused' };
  const word = counts['not-sent'] > 0 ? 'Stopped' : 'Finished';
  if (counts.accepted === total && messages === 0) return { tone: 'ok', word };
  return { tone: counts.refused === total ? 'bad' : 'warn', word };
};

/** `Attach 12 pairs` */
export const formatAct = (run: Run): string => `${getVerb(run).capital} ${formatCount(run.total, 'pair')}`;

const describeAct = (run: Run): string => {
  const { done, doing } = getVerb(run);
  const pairs = formatCount(run.total, 'pair');
  if (run.status === 'running') return `${doing} ${pairs}`;
  if (run.status === 'paused') return `${formatAct(run)}, paused`;
  return `${done} ${formatNumber(run.counts.accepted - run.messages)} of ${pairs}`;
};

/** `Still to detach: wh-a from cmp-1.`, `Still to detach: wh-a from 12 campaigns.` Also if a detach is unknown. */
export const describeDetachNext = (pairs: readonly WebhookPair[]): string => {
  const webhooks = new Set(pairs.map(({ webhookId }) => webhookId));
  const campaigns = new Set(pairs.map(({ campaignId }) => campaignId));
  const describe = (ids: ReadonlySet<string>, noun: string) =>
    ids.size === 1 ? escapeId([...ids].join('')) : formatCount(ids.size, noun);
  return `Still to detach: ${describe(webhooks, 'webhook')} from ${describe(campaigns, 'campaign')}.`;
};

/** Where its lines came from. */
const describeOrigin = ({ earlier, source }: Run): string => {
  if (earlier) return earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run';
  return source === '' ? '' : `from ${source}`;
};

/** `runs` may have those that undid some of its pairs. */
export const describeSentRun = (run: Run, runs: readonly Run[]) => {
  const sent = run.status === 'finished' ? '' : `${formatNumber(countSettled(run.counts))} sent`;
  const details = [run.title, sent, ...listTroubles(run), describeUndone(run, runs), describeOrigin(run)];
  return { ...getRunLook(run), act: describeAct(run), details: details.filter(Boolean).join(', ') };
};

export const getLineKind = ({ state: outcome, withMessage, checked }: Line) =>
  getSentKind({ outcome, withMessage, checked: checked && true });

/** What is said of a line. */
export const getLineWording = (line: Line) => OUTCOMES[getLineKind(line)];

/** `“already attached”`, `422 “unknown webhook”`, `No answer in 30 s`, `Attached` if the user checked so. */
export const describeLineReason = (line: Line): string => {
  const { state, status, message, checked } = line;
  if (checked) return VERBS[checked].done;
  if (message === undefined) return getLineWording(line).answer(line);
  const quote = `“${escapeInvisible(message)}”`;
  return state === 'accepted' ? quote : [status, quote].filter(Boolean).join(' ');
};

/** `refused: 422 “unknown webhook”`, `not sent` */
export const describeLineResult = (line: Line): string =>
  [formatOutcome({ outcome: line.state }), describeLineReason(line)].filter(Boolean).join(': ');

/** With today as an example of a day. */
export const formatFilterHint = (): string => `ID, name, outcome or ${formatIsoDay(Date.now())}`;

/** All that the filter may find of it. */
export const listSentTexts = (sent: SentPair, { campaign, webhook }: NameBook): string[] => [
  sent.campaignId,
  sent.webhookId,
  campaign.get(sent.campaignId) ?? '',
  webhook.get(sent.webhookId) ?? '',
  sent.operation,
  formatOutcome(sent),
  formatIsoDay(sent.at),
];

/** Whether each word is in one of the texts. */
export const hasWords = (texts: readonly string[], typed: string): boolean => {
  const all = texts.join('\n').toLowerCase();
  return typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};
