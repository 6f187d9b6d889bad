import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { counted } from '#src/lib/count.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { isPageOnly } from '#src/storage/probe.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { useBoard } from './board/board.ts';
import type { PollingBlocker } from './board/polling-blockers.ts';
import { useOverview } from './board/ticking.ts';
import type { CallView } from './call/call.ts';
import { summarizeStatuses } from './board/end-notifications.ts';

const waitTitle = (status: number | undefined): string => {
  if (status === 429) return 'The service asked for fewer requests (429).';
  return status === 503 ? 'The service is not available at the moment (503).' : 'The service asked to wait.';
};

/** Why nothing is checked, in words; undefined where that is said elsewhere, or nobody looks. */
export const blockerWords = (
  { reason, since, until = since }: PollingBlocker,
  waitStatus: number | undefined,
): { title: string; text: string } | undefined => {
  switch (reason) {
    case 'offline':
      return {
        title: 'This browser is offline.',
        text: `Nothing has been checked since ${formatTime(since)}. Statuses and durations are the last ones seen.`,
      };
    case 'asked-to-wait':
      return { title: waitTitle(waitStatus), text: `Nothing is checked until ${formatTime(until)}.` };
    case 'session':
    case 'hidden':
      return undefined;
  }
};

const BlockerBanner = ({ title, text, canTry }: { title: string; text: string; canTry: boolean }) => {
  const board = useBoard();
  const [trying, setTrying] = useState(false);
  const tryNow = async () => {
    setTrying(true);
    await board.tryNow();
    setTrying(false);
  };
  const actions = canTry && (
    <Button size="sm" busy={trying} onClick={() => void tryNow()}>
      Try now
    </Button>
  );
  return (
    <AlertBanner tone="warn" title={title} actions={actions}>
      {text}
    </AlertBanner>
  );
};

/** What concerns all calls: why none is checked, else what this browser cannot save or read. */
export const BoardBanner = () => {
  const board = useBoard();
  const { blocker, waitStatus, checking, canSave, unreadable } = useOverview();
  const pageOnly = useStore(isPageOnly);
  const words = blocker && blockerWords(blocker, waitStatus);
  if (words) return <BlockerBanner {...words} canTry={blocker.reason === 'offline' && checking > 0} />;
  if (!canSave && !pageOnly) {
    return (
      <AlertBanner tone="warn" title="This browser can’t save your calls.">
        They are here for this page only. Allow this site to store data or make room on the disk, then reload.
      </AlertBanner>
    );
  }
  if (unreadable === 0) return null;
  const remove = (
    <Button size="sm" onClick={() => void board.deleteUnreadable()}>
      Delete {unreadable === 1 ? 'it' : 'them'}
    </Button>
  );
  return (
    <AlertBanner
      tone="warn"
      title={`${counted(unreadable, 'saved call')} could not be read.`}
      actions={remove}
    >
      {unreadable === 1 ? 'It is' : 'They are'} not watched.
    </AlertBanner>
  );
};

/** Changes within this time are spoken as one. */
const TOGETHER_MS = 2000;

const wordFor = ({ statusBadge }: CallView): string =>
  statusBadge.verbatim ? statusBadge.word : statusBadge.word.toLowerCase();

/** Speaks changes of status in sum, politely; never ticks. */
export const Announcer = () => {
  const board = useBoard();
  const [spoken, setSpoken] = useState({ text: '', turn: 0 });
  useEffect(() => {
    let words: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = board.onChange(({ statusChanged }) => {
      if (statusChanged.length === 0) return;
      words.push(...statusChanged.flatMap((id) => board.call(id) ?? []).map(wordFor));
      timer ??= setTimeout(() => {
        const text = summarizeStatuses(words);
        setSpoken(({ turn }) => ({ text, turn: turn + 1 }));
        words = [];
        timer = undefined;
      }, TOGETHER_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [board]);
  return (
    <p className="vh" role="status" aria-label="Changes of status">
      {/* The same words once more are spoken only where they are a new element. */}
      <span key={spoken.turn}>{spoken.text}</span>
    </p>
  );
};
