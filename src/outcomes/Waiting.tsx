import { useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatAhead } from '#src/lib/duration.ts';
import { useHeldUntil, useClocks } from './clock.ts';
import { formatWaiting } from './messages.ts';

/** `since` is in epoch milliseconds. A request that was sent before the service asked to wait is not delayed. */
export const Waiting = ({ since }: { since: number }) => {
  const { config, service } = useWorkspace();
  const { monotonicMs: now } = useClocks();
  const heldUntil = useHeldUntil(service.queue);
  const [heldAtFirst] = useState(heldUntil);
  const isHeld = heldAtFirst !== undefined && heldUntil !== undefined;
  const waitedMs = now - (heldAtFirst ?? since - performance.timeOrigin);
  return (
    <>
      <span aria-hidden="true">
        {isHeld
          ? `The service asked for fewer requests. Will be sent ${formatAhead(Math.max(0, heldUntil - now))}.`
          : formatWaiting(waitedMs, config.api.writeTimeoutSeconds * 1000)}
      </span>
      <span className="vh">
        {isHeld ? 'The service asked for fewer requests. Will be sent later.' : 'Waiting for an answer.'}
      </span>
    </>
  );
};
