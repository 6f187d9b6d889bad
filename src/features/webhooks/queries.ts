import { mutationOptions } from '@tanstack/react-query';
import { recorded, type Recorded } from '#src/journal/recorded.ts';
import type { Scope } from '#src/journal/scope.ts';
import type { Change } from './change.ts';

/** Names every attach and detach in the mutation cache. */
export const CHANGES_KEY = ['webhooks', 'change'] as const;

// Nothing secret is in these, so that the last answer is still there after a visit to another area.
const KEPT_MS = 600_000;
const ONCE = { networkMode: 'always', retry: false, gcTime: KEPT_MS } as const;

/** Each is sent once, written down before and closed after, also where nobody looks at the area any more. */
export const webhookMutations = {
  attach: ({ journal, service }: Scope) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'attach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journal, { ...change, operation: 'attach' }, () => service.addWebhook(change)),
      ...ONCE,
    }),
  detach: ({ journal, service }: Scope) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'detach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journal, { ...change, operation: 'detach' }, () => service.removeWebhook(change)),
      ...ONCE,
    }),
};
