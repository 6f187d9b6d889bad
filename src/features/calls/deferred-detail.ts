import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = async () => (await import('./CallDetail.tsx')).CallDetail;

/** The detail of a call. The board does without its code until a call is opened or pointed at. */
export const CallDetail = deferred(load);
export const prefetchDetail = prefetch(load);
