import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = async () => (await import('./LeaveDialog.tsx')).LeaveDialog;

/** The question before unsaved input is given up; loaded ahead by the area that has such input. */
export const LeaveDialog = deferred(load);
export const prefetchLeave = prefetch(load);
