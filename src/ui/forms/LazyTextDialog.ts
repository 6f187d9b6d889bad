import { lazyPart } from '#src/ui/lazy.tsx';

export const LazyTextDialog = lazyPart(async () => (await import('./TextDialog.tsx')).TextDialog);
