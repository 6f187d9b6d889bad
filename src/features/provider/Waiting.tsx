import { useSyncExternalStore } from 'react';
import { useScope } from '#src/journal/scope.ts';
import { ahead } from '#src/lib/duration.ts';
import { useNow } from './use-running.ts';

const monotonicNow = (): number => performance.now();

/** How long an answer has been waited for. Not announced: it changes by the second. */
export const Waiting = ({ since }: { since: number }) => {
  const { config, service } = useScope();
  const now = useNow(since);
  const heldUntil = useSyncExternalStore(service.pace.subscribe, service.pace.heldUntil);
  const leftMs = heldUntil === undefined ? 0 : heldUntil - monotonicNow();
  if (leftMs > 0) {
    return <span className="quiet">The service asked to wait, sending {ahead(leftMs)}</span>;
  }
  const total = config.api.writeTimeoutSeconds;
  const waited = Math.min(total, Math.max(0, Math.floor((now - since) / 1000)));
  return (
    <span className="quiet">
      Waiting for an answer, {waited} s of {total} s
    </span>
  );
};
