import { useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatTimeUntil } from '#src/lib/duration.ts';
import { useClocks, useWait } from './clock.ts';
import { describeWait, formatWaiting } from './messages.ts';

/** `since` is in epoch milliseconds. A request that was sent before the service asked to wait is not delayed. */
export const Waiting = ({ since }: { since: number }) => {
  const { config, service } = useWorkspace();
  const { monotonicMs: now } = useClocks();
  const { waitUntil, waitStatus } = useWait(service.queue);
  const [waitUntilAtFirst] = useState(waitUntil);
  const mustWait = waitUntilAtFirst !== undefined && waitUntil !== undefined;
  const waitedMs = now - (waitUntilAtFirst ?? since - performance.timeOrigin);
  return (
    <>
      <span aria-hidden="true">
        {mustWait
          ? `${describeWait(waitStatus)} Will be sent ${formatTimeUntil(Math.max(0, waitUntil - now))}.`
          : formatWaiting(waitedMs, config.api.writeTimeoutSeconds * 1000)}
      </span>
      <span className="vh">
        {mustWait ? `${describeWait(waitStatus)} Will be sent later.` : 'Waiting for an answer.'}
      </span>
    </>
  );
};
