import { deferred } from '#src/ui/deferred.tsx';

/** The dialogs of a run that most visits never open. */
export const UndoDialog = deferred(async () => (await import('./UndoDialog.tsx')).UndoDialog);
export const LineDialog = deferred(async () => (await import('./LineDialog.tsx')).LineDialog);
export const CancelDialog = deferred(async () => (await import('./RunDialogs.tsx')).CancelDialog);
export const SendUnknownDialog = deferred(async () => (await import('./RunDialogs.tsx')).SendUnknownDialog);
