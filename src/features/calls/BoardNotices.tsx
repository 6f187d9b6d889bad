import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { formatCount } from '#src/lib/count.ts';
import { collect } from '#src/lib/timing.ts';
import { formatMinute, formatTime } from '#src/lib/timestamp.ts';
import { WAIT_TEXT } from '#src/outcomes/messages.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { describeAbsence, toTimeKey } from './board/absence.ts';
import { useBoard, useOverview } from './board/board.ts';
import { focusTableIfLost } from './board/focus.ts';
import { summarizeStatuses, toStatusInText } from './board/end-notifications.ts';
import type { PollingBlocker } from './board/polling-blockers.ts';
import { formatView, parseView, useView } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';

/** Undefined while signed out, which has its own banner, and while the page is hidden. */
const describeBlocker = ({
  reason,
  since,
  until = since,
  failure,
}: PollingBlocker): { title: string; text: string } | undefined => {
  switch (reason) {
    case 'offline':
      return {
        title: 'This browser is offline.',
        text: `Not checked since ${formatTime(since)}.`,
      };
    case 'failing':
      return {
        title: `Checks fail: ${failure}.`,
        text: `Since ${formatTime(since)}.`,
      };
    case 'asked-to-wait':
      return {
        title: WAIT_TEXT,
        text: `Nothing is checked until ${formatTime(until)}.`,
      };
    case 'outdated':
    case 'session':
    case 'hidden':
      return undefined;
  }
};

/** At the foot, so that it moves no row when it comes. */
const AbsenceBanner = () => {
  const board = useBoard();
  const [, navigate] = useLocation();
  const { label } = useView().view;
  const absence = useStore(board.absence);
  const text = useSyncExternalStore(board.subscribe, () =>
    absence ? describeAbsence(board.store.callsWith(label), absence) : '',
  );
  if (!absence || text === '') return null;
  const dismiss = () => {
    board.absence.end();
    focusTableIfLost();
  };
  const show = () => {
    const view = parseView(location.search);
    navigate(
      BOARD_PATH + formatView({ ...view, filter: 'all', time: toTimeKey(absence), text: '', summary: false }),
    );
    dismiss();
  };
  return (
    <AlertBanner
      tone="info"
      title={`While you were away (since ${formatMinute(absence.from, absence.until)}):`}
      actions={
        <>
          <Button size="sm" onClick={show}>
            Show
          </Button>
          <Button size="sm" variant="bare" square icon="x" aria-label="Dismiss" onClick={dismiss} />
        </>
      }
    >
      {text}
    </AlertBanner>
  );
};

export const BoardBanner = () => {
  const board = useBoard();
  const blocker = useOverview((overview) => overview.blocker);
  const isChecking = useOverview(({ checking }) => checking > 0);
  const canSave = useOverview((overview) => overview.canSave);
  const unreadable = useOverview((overview) => overview.unreadable);
  const pageOnly = useStore(isPageOnly);
  const blocked = blocker && describeBlocker(blocker);
  if (blocked) {
    const canTry = blocker.reason === 'failing' || (blocker.reason === 'offline' && isChecking);
    const tryNow = (
      <Button size="sm" busy={blocker.isTrying} onClick={board.poller.tryAll}>
        Try now
      </Button>
    );
    return (
      <AlertBanner tone="warn" title={blocked.title} actions={canTry && tryNow}>
        {blocked.text}
      </AlertBanner>
    );
  }
  if (!canSave && !pageOnly) {
    return (
      <AlertBanner tone="warn" title="This browser can’t save your calls.">
        Allow this site to store data or make room on the disk, then reload.
      </AlertBanner>
    );
  }
  if (unreadable === 0) return <AbsenceBanner />;
  const them = unreadable === 1 ? 'it' : 'them';
  return (
    <AlertBanner
      tone="warn"
      title={`${formatCount(unreadable, 'saved call')} could not be read.`}
      actions={
        <Button size="sm" onClick={() => void board.sync.deleteUnreadable()}>
          Delete {them}
        </Button>
      }
    >
      Not checked.
    </AlertBanner>
  );
};

/** Changes within this time are announced together. */
const ANNOUNCE_MS = 2000;

export const Announcer = () => {
  const board = useBoard();
  const [announced, setAnnounced] = useState({ text: '', count: 0 });
  useEffect(() => {
    const statuses = collect<string>(ANNOUNCE_MS, (words) =>
      setAnnounced(({ count }) => ({ text: summarizeStatuses(words), count: count + 1 })),
    );
    const unsubscribe = board.store.subscribe(({ statusChanged }) => {
      for (const call of board.store.find(statusChanged)) statuses.add(toStatusInText(call));
    });
    board.notifications.setBoardOnScreen(true);
    return () => {
      board.notifications.setBoardOnScreen(false);
      unsubscribe();
      statuses.stop();
    };
  }, [board]);
  return (
    <p className="vh" role="status" aria-label="Changes of status">
      {/* A new element each time: the same text again would not be announced. */}
      <span key={announced.count}>{announced.text}</span>
    </p>
  );
};
