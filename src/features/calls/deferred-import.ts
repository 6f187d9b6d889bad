import { lazyPart } from '#src/ui/lazy.tsx';

/** The preview of many calls. Whoever watches a few does without its code. */
export const ImportDialog = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDialog);
export const ImportDrop = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDrop);
