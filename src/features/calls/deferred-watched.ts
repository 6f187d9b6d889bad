import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = () => import('./BoardView.tsx');

/** What watched calls are shown with; one file with all three. An empty board does without it. */
export const BoardView = deferred(async () => (await load()).BoardView);
export const Controls = deferred(async () => (await import('./Controls.tsx')).Controls);
export const CallDetail = deferred(async () => (await import('./detail/CallDetail.tsx')).CallDetail);
export const prefetchWatched = prefetch(load);
