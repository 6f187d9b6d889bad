import { mutationOptions } from '@tanstack/react-query';
import { journalOf } from '#src/journal/journal-of.ts';
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
  attach: (scope: Scope) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'attach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journalOf(scope), { ...change, operation: 'attach' }, () =>
          scope.service.addWebhook(change),
        ),
      ...ONCE,
    }),
  detach: (scope: Scope) =>
    mutationOptions({
      mutationKey: [...CHANGES_KEY, 'detach'],
      mutationFn: (change: Change): Promise<Recorded> =>
        recorded(journalOf(scope), { ...change, operation: 'detach' }, () =>
          scope.service.removeWebhook(change),
        ),
      ...ONCE,
    }),
};
