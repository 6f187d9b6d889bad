import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { perWorkspace, useWorkspace } from '#src/journal/workspace.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

// The browser asks in its own words. Other areas are not held: nothing is lost on the way there.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const draftStoreOf = perWorkspace((workspace) =>
  createDraftStore({
    read: async (input, operation, slicing) => {
      const { readDraft } = await import('./draft-read.ts');
      return readDraft(input, operation, slicing);
    },
    runLog: runLogOf(workspace),
    holdTab: () => {
      addEventListener('beforeunload', askBrowser);
      return () => removeEventListener('beforeunload', askBrowser);
    },
  }),
);

/** What the signed-in person prepares for a run. */
export const useDraftStore = (): DraftStore => draftStoreOf(useWorkspace());
