import { booksOf } from '#src/journal/runs/books-of.ts';
import { useScope, type Scope } from '#src/journal/scope.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

const stores = new WeakMap<Scope, DraftStore>();

// The browser asks in its own words. Other areas are not held: nothing is lost on the way there.
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

const openStore = (scope: Scope): DraftStore =>
  createDraftStore({
    read: async (input, operation, slicing) => {
      const { readDraft } = await import('./draft-read.ts');
      return readDraft(input, operation, slicing);
    },
    books: booksOf(scope),
    holdTab: () => {
      addEventListener('beforeunload', askBrowser);
      return () => removeEventListener('beforeunload', askBrowser);
    },
  });

/** What the signed-in person prepares for a run. */
export const useDraftStore = (): DraftStore => {
  const scope = useScope();
  const store = stores.get(scope) ?? openStore(scope);
  stores.set(scope, store);
  return store;
};
