import { useMemo, useRef, type ReactNode } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { span } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatMoment, formatTime, zoneText } from '#src/lib/timestamp.ts';
import { useClocks } from '#src/outcomes/clock.ts';
import { Modal } from '#src/ui/overlays/Dialog.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import { StackedBar } from '#src/ui/table/Tally.tsx';
import table from '#src/ui/table/Table.module.css';
import { useWakeLock } from '#src/ui/wake-lock.ts';
import { useBoard } from './board/board.ts';
import { footerWords, type Overview } from './board/overview.ts';
import { useOverview } from './board/ticking.ts';
import { blockerWords } from './BoardNotices.tsx';
import { troubleText } from './call/fields.ts';
import { useTallyKeys } from './tally-keys.ts';
import { wallLists } from './wall.ts';
import styles from './Wall.module.css';

/** More would not be read from afar. */
const MOST_LINES = 12;
const LOOK_MS = 10_000;

/** What everybody who looks up is to know first; undefined while all is well. */
const noticeOf = ({
  blocker,
  waitStatus,
  loading,
  total,
}: Overview): { title: string; text: string } | undefined => {
  if (blocker?.why === 'session')
    return { title: 'Your session has ended.', text: 'Nothing is checked. Press Esc, then sign in.' };
  if (blocker) return blockerWords(blocker, waitStatus);
  if (loading || total > 0) return undefined;
  return {
    title: 'No calls watched yet',
    text: 'This screen shows the calls that this browser watches. Press Esc to add some.',
  };
};

/** As much of its head as there is room for: the tail tells it from its neighbours. */
const Id = ({ id }: { id: string }) => {
  const [head, tail] = splitForDisplay(withMarks(id));
  return (
    <span className={classes(table['id'], styles['id'])}>
      <span>{head}</span>
      {tail}
    </span>
  );
};

const Lines = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <section>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );

/** The board for a screen on the wall: to be read from afar, with nothing to press. Escape leaves it. */
export const Wall = ({ onClose }: { onClose: () => void }) => {
  const { config, service } = useWorkspace();
  const board = useBoard();
  const overview = useOverview();
  const keys = useTallyKeys();
  const isKeptOn = useWakeLock();
  // Told every second, so that everybody sees that the screen lives.
  const { epochMs: now } = useClocks();
  const { call } = overview;
  // How long a call is stuck grows with answers that change nothing else.
  const looked = Math.floor(now / LOOK_MS);
  const { failures, stuck } = useMemo(
    () =>
      wallLists(
        [...board.ids()].flatMap((id) => call(id) ?? []),
        MOST_LINES,
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked at anew now and then
    [board, call, looked],
  );
  const notice = noticeOf(overview);
  const isLeft = useRef(false);
  const leave = () => {
    // Going back takes a moment: a second Escape within it would go back one more.
    if (isLeft.current) return;
    isLeft.current = true;
    onClose();
  };
  return (
    <Modal className={styles['wall']} aria-label="Wall screen" onClose={leave}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a small screen it scrolls */}
      <div className={styles['screen']} role="region" aria-label="Calls" tabIndex={0}>
        <header>
          <h1>Calls</h1>
          <span className="second">{config.environment ?? new URL(service.baseUrl).host}</span>
          <span className={styles['clock']}>
            {formatTime(now)} <small>{zoneText(now)}</small>
          </span>
        </header>
        <div role="alert" className={styles['notice']}>
          {notice && (
            <>
              <strong>{notice.title}</strong> {notice.text}
            </>
          )}
        </div>
        <StackedBar parts={keys} />
        <dl className={styles['keys']}>
          {(overview.total > 0 ? keys : []).map(({ value, label, tone, icon, count }) => (
            <div key={value} data-key={value}>
              <dt>
                {tone && <StatusIcon tone={tone} {...(icon && { icon })} />}
                {label}
              </dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
        <div className={styles['lists']}>
          <Lines title="Stuck">
            {stuck.map(({ view, ms }) => (
              <li key={view.entry.id}>
                <Id id={view.entry.id} />
                <span>{view.statusBadge.word}</span>
                <b>{span(ms)}</b>
              </li>
            ))}
          </Lines>
          <Lines title="Latest failures">
            {failures.map(({ view, at }) => (
              <li key={view.entry.id}>
                <Id id={view.entry.id} />
                <span>{troubleText(view)}</span>
                <b>{formatMoment(at, now)}</b>
              </li>
            ))}
          </Lines>
        </div>
        <footer>
          <span>{footerWords(overview)}</span>
          <span>
            {!isKeptOn && 'This browser may turn the screen off. '}
            Press <kbd>Esc</kbd> to leave
          </span>
        </footer>
      </div>
    </Modal>
  );
};
