import { createStore } from 'zustand/vanilla';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { createTimeTest, formatTimeRange, type TimeKey } from '#src/features/calls/call/time-filter.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import type { SettingsStore } from './settings.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** A shorter one has no news. */
const MIN_ABSENCE_MS = 5 * MINUTE_MS;

/** In epoch milliseconds. `until`: when the calls have been checked again; undefined while checks are stopped. */
type Absence = { from: number; until: number | undefined };

/** While the user doesn't look at the board, in any tab. `periodMs`: between two checks of a call. */
export const createAbsence = (settings: SettingsStore, periodMs: () => number, isBlocked: () => boolean) => {
  const last = createStore<Absence | undefined>()(() => undefined);
  let isLooking = false;
  const end = (): void => last.setState(undefined, true);
  const begin = (from: number, now: number): void =>
    last.setState({ from, until: isBlocked() ? undefined : now + Math.max(MINUTE_MS, 2 * periodMs()) }, true);
  /** Until the calls have been checked again. */
  const isGoingOn = ({ until = Infinity }: Absence): boolean => Date.now() < until;
  return {
    getState: last.getState,
    getInitialState: last.getInitialState,
    subscribe: last.subscribe,
    end,
    look: (looks: boolean): void => {
      if (looks === isLooking) return;
      isLooking = looks;
      // What came in the last second was seen.
      const now = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS;
      const { lookedAt = now } = settings.getState();
      const absence = last.getState();
      if (looks && now - lookedAt >= MIN_ABSENCE_MS) begin(lookedAt, now);
      else if (!looks && !(absence && isGoingOn(absence))) settings.change({ lookedAt: now });
    },
    /** Checks stop or go on. */
    followChecks: (): void => {
      const absence = last.getState();
      if (absence && isGoingOn(absence)) begin(absence.from, Date.now());
    },
    /** Returns a function that stops listening. */
    listen: (): (() => void) =>
      settings.subscribe(({ lookedAt = 0 }, before) => {
        // Another tab that was looked at until now.
        const isElsewhere = isLooking && lookedAt !== before.lookedAt;
        if (isElsewhere && Date.now() - lookedAt < MIN_ABSENCE_MS) end();
      }),
  };
};

/** Filters what changed meanwhile. */
export const toTimeKey = ({ from, until }: Absence): TimeKey =>
  formatTimeRange({ field: 'changed', from, until });

/** What ended, failed or got stuck meanwhile; "" if nothing did. */
export const describeAbsence = (calls: Iterable<CallView>, absence: Absence): string => {
  const { from } = absence;
  const changed = [...calls].filter(createTimeTest(toTimeKey(absence), from));
  const ended = changed.filter((call) => isEnded(call) && (call.history?.endedSeenAt ?? 0) >= from);
  const failed = ended.filter(({ group }) => group === 'bad').length;
  const stuck = changed.filter(({ stuckAt = 0 }) => stuckAt >= from).length;
  const others = changed.length - ended.length - stuck;
  if (ended.length + stuck === 0) return '';
  const allFailed = failed === ended.length;
  const parts = [
    ended.length > 0 && !allFailed && `${formatNumber(ended.length)} ended`,
    failed > 0 && `${formatNumber(failed)}${allFailed ? '' : ' of them'} failed`,
    stuck > 0 && `${formatNumber(stuck)} got stuck`,
    others > 0 && formatCount(others, 'other change'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
};
