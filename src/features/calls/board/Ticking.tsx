import { ago, ahead, formatClock } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import type { Board } from './board.ts';
import { durationAt } from '#src/features/calls/call/call.ts';
import { freshnessOf, type Freshness } from '#src/features/calls/board/freshness.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import { useTicking } from './ticking.ts';
import { noNextCheck } from '#src/features/calls/call/words.ts';

type Shown = { board: Board; view: CallView };

export const useFreshness = ({ board, view }: Shown): Freshness =>
  useTicking(board, (now) => freshnessOf(view, board.overview(), now));

/** The duration in whole seconds as it runs on since the last check; undefined where none was reported. */
export const useDuration = ({ board, view }: Shown): number | undefined => {
  const { statuses } = board;
  return useTicking(board, (now) => {
    const ticking = freshnessOf(view, board.overview(), now) === 'fresh';
    return durationAt(view.seen, { now, ticking, statuses });
  });
};

/** The duration in the table. It stands still and turns quiet while checks don't succeed. */
export const RunningDuration = ({ board, view }: Shown) => {
  const freshness = useFreshness({ board, view });
  const seconds = useDuration({ board, view });
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
export const CheckedAge = ({ board, view }: Shown) => {
  const checked = view.seen?.checked;
  const freshness = useFreshness({ board, view });
  const age = useTicking(board, (now) => (checked && freshness !== 'done' ? ago(now - checked.mono) : ''));
  const isHeld = useTicking(board, () => board.overview().blocker !== undefined);
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
export const useNextCheck = ({ board, view }: Shown): string =>
  useTicking(board, (now) => {
    if (view.due === undefined) return noNextCheck(view);
    const { blocker, crowded } = board.overview();
    if (blocker && blocker.why !== 'hidden') return 'Waiting';
    if (crowded) return 'In turn';
    // The answer may be newer than the last tick.
    const left = view.due - Math.max(now, view.seen?.checked?.mono ?? 0);
    return left < 500 ? 'now' : ahead(left);
  });

export const NextCheck = ({ board, view }: Shown) => {
  const text = useNextCheck({ board, view });
  return <span className={text.startsWith('in ') ? 'second' : 'quiet'}>{text}</span>;
};
