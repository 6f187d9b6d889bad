import { useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DELETE_KEY, PROVIDER_KEY } from './queries.ts';

/** A change that is on its way, whichever visit to this page asked for it. `since` in epoch milliseconds. */
export type Running = { operation: 'save' | 'delete'; since: number };

/** The change on its way, and whether there is one at this very moment, before anything is drawn again. */
export const useRunning = () => {
  const client = useQueryClient();
  const isDeleting = useIsMutating({ mutationKey: DELETE_KEY }) > 0;
  const [since] = useMutationState({
    filters: { mutationKey: PROVIDER_KEY, status: 'pending' },
    select: ({ state }) => state.submittedAt,
  });
  const running: Running | undefined =
    since === undefined ? undefined : { operation: isDeleting ? 'delete' : 'save', since };
  return { running, isRunning: () => client.isMutating({ mutationKey: PROVIDER_KEY }) > 0 };
};

/** Now, in epoch milliseconds, renewed each time that a whole second has passed since `since`. */
export const useNow = (since: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const wait = 1000 - (Math.max(0, now - since) % 1000);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [now, since]);
  return now;
};
