import { deferred, prefetch } from '#src/ui/deferred.tsx';

const load = () => import('./import/ImportDialog.tsx');

/** The preview of many calls. Whoever watches a few does without its code. */
export const ImportDialog = deferred(async () => (await load()).ImportDialog);
export const ImportDrop = deferred(async () => (await load()).ImportDrop);
export const prefetchImport = prefetch(load);
