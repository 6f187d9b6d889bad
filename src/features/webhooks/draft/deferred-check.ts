import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = async () => (await import('./CheckView.tsx')).CheckView;

/** The check of a list. Whoever looks at a run does without its code. */
export const CheckView = deferred(load);
export const prefetchCheck = prefetch(load);
