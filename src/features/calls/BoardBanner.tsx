import { useState } from 'react';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { AlertBanner } from '#src/ui/alerts/Alert.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.tsx';

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
