import { useEffect, useState } from 'react';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import type { CallView } from './call/call.ts';
import { sumUp } from './board/end-notifications.ts';

const waitTitle = (status: number | undefined): string => {
  if (status === 429) return 'The service asked for fewer requests (429).';
  return status === 503 ? 'The service is not available at the moment (503).' : 'The service asked to wait.';
};

/** Why nothing is checked, where that concerns all calls. */
export const BoardBanner = () => {
  const board = useBoard();
  const [trying, setTrying] = useState(false);
  const { blocker, waitStatus, checking } = useOverview();
  if (!blocker) return null;
  switch (blocker.why) {
    case 'offline': {
      const tryNow = async () => {
        setTrying(true);
        await board.tryNow();
        setTrying(false);
      };
      return (
        <AlertBanner
          tone="warn"
          title="This browser is offline."
          actions={
            checking > 0 && (
              <Button size="sm" busy={trying} onClick={() => void tryNow()}>
                Try now
              </Button>
            )
          }
        >
          Nothing has been checked since {formatTime(blocker.since)}. Statuses and durations are the last ones
          seen.
        </AlertBanner>
      );
    }
    case 'asked-to-wait':
      return (
        <AlertBanner tone="warn" title={waitTitle(waitStatus)}>
          Nothing is checked until {formatTime(blocker.until ?? blocker.since)}.
        </AlertBanner>
      );
    case 'session':
    case 'hidden':
      return null;
  }
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
        const text = sumUp(words);
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
