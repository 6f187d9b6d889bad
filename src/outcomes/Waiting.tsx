import { useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatTimeUntil } from '#src/lib/duration.ts';
import { useClocks, useWait } from './clock.ts';
import { formatWaiting, WAIT_TEXT } from './messages.ts';

/** `since` is in epoch milliseconds. A request that was sent before the service asked to wait is not delayed. */
export const Waiting = ({ since }: { since: number }) => {
  const { config, service } = useWorkspace();
  const { monotonicMs: now } = useClocks();
  const { waitUntil } = useWait(service.queue);
  const [waitUntilAtFirst] = useState(waitUntil);
  const mustWait = waitUntilAtFirst !== undefined && waitUntil !== undefined;
  const waitedMs = now - (waitUntilAtFirst ?? since - performance.timeOrigin);
  return (
    <>
      <span aria-hidden="true">
        {mustWait
          ? `${WAIT_TEXT} Will be sent ${formatTimeUntil(Math.max(0, waitUntil - now))}.`
          : formatWaiting(waitedMs, config.api.writeTimeoutSeconds * 1000)}
      </span>
      <span className="vh">{mustWait ? `${WAIT_TEXT} Will be sent later.` : 'Waiting for an answer.'}</span>
    </>
  );
};
