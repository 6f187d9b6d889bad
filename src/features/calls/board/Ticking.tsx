import { ago, ahead, formatClock } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { useBoard } from './board.ts';
import { durationAt } from '#src/features/calls/call/call.ts';
import { freshnessOf, type Freshness } from '#src/features/calls/board/freshness.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import { useTicking } from './ticking.ts';
import { noNextCheck } from '#src/features/calls/call/words.ts';

type Shown = { view: CallView };

export const useFreshness = (view: CallView): Freshness => {
  const board = useBoard();
  return useTicking((now) => freshnessOf(view, board.overview(), now));
};

/** The duration in whole seconds as it runs on since the last check; undefined where none was reported. */
export const useDuration = (view: CallView): number | undefined => {
  const board = useBoard();
  const { statuses } = board;
  return useTicking((now) => {
    const ticking = freshnessOf(view, board.overview(), now) === 'fresh';
    return durationAt(view.seen, { now, ticking, statuses });
  });
};

/** The duration in the table. It stands still and turns quiet while checks don't succeed. */
export const RunningDuration = ({ view }: Shown) => {
  const freshness = useFreshness(view);
  const seconds = useDuration(view);
  if (!view.seen?.checked) return <span className="skel" />;
  if (seconds === undefined) return <span className="quiet">—</span>;
  const text = formatClock(seconds);
  return freshness === 'stale' ? (
    <span className="quiet" title="As of the last check">
      {text}
    </span>
  ) : (
    text
  );
};

/** How long ago the last check was; when it was, where no more follow. */
export const CheckedAge = ({ view }: Shown) => {
  const checked = view.seen?.checked;
  const board = useBoard();
  const freshness = useFreshness(view);
  const age = useTicking((now) => (checked && freshness !== 'done' ? ago(now - checked.mono) : ''));
  const isHeld = useTicking(() => board.overview().blocker !== undefined);
  if (!checked) return <span className="quiet">–</span>;
  switch (freshness) {
    case 'done':
      return <time className="quiet">{formatTime(checked.at)}</time>;
    case 'stale':
      // A failing call that is asked again in its time says so in its own words.
      return <span className={view.state.kind === 'failing' && !isHeld ? 'second' : 'late'}>{age}</span>;
    case 'paused':
      return <span className="quiet">{age}</span>;
    case 'fresh':
      return <span className="second">{age}</span>;
  }
};

/** When the next check is due, in words for the table. */
export const useNextCheck = (view: CallView): string => {
  const board = useBoard();
  return useTicking((now) => {
    if (view.due === undefined) return noNextCheck(view);
    const { blocker, crowded } = board.overview();
    if (blocker && blocker.why !== 'hidden') return 'Waiting';
    if (crowded) return 'Waiting its turn';
    // The answer may be newer than the last tick.
    const left = view.due - Math.max(now, view.seen?.checked?.mono ?? 0);
    return left < 500 ? 'now' : ahead(left);
  });
};

export const NextCheck = ({ view }: Shown) => {
  const text = useNextCheck(view);
  return <span className={text.startsWith('in ') ? 'second' : 'quiet'}>{text}</span>;
};
