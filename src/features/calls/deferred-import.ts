import { deferred, loadStyles, prefetch } from '#src/ui/deferred.tsx';
import href from './import/import.css?url';

const load = async () => {
  const [{ ImportDialog, ImportDrop }] = await Promise.all([
    import('./import/ImportDialog.tsx'),
    loadStyles(href),
  ]);
  return { ImportDialog, ImportDrop };
};

/** The preview of many calls. Whoever watches a few does without its code. */
export const ImportDialog = deferred(async () => (await load()).ImportDialog);
export const ImportDrop = deferred(async () => (await load()).ImportDrop);
export const prefetchImport = prefetch(load);
