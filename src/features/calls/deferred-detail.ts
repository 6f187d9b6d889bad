import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = async () => (await import('./CallDetail.tsx')).CallDetail;

/** The detail of a call. An empty board does without its code. */
export const CallDetail = deferred(load);
export const prefetchDetail = prefetch(load);
