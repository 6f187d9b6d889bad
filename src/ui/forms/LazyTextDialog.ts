import { lazyDialog } from '#src/ui/lazy.tsx';

export const LazyTextDialog = lazyDialog(async () => (await import('./TextDialog.tsx')).TextDialog);
