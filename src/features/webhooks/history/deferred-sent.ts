import { deferred, loadStyles } from '#src/ui/deferred.tsx';
import href from './search.css?url';

/** A run among what was sent. Whoever never sends one does without its code. */
export const SentRun = deferred(async () => (await import('./SentRun.tsx')).SentRun);

/** What there is to know of a pair. */
const loadNotes = async () => (await import('#src/features/webhooks/pair/PairNotes.tsx')).PairNotes;
export const PairNotes = deferred(loadNotes);

/** Search in what was sent. */
export const SearchSent = deferred(async () => {
  const [part] = await Promise.all([import('./SearchSent.tsx'), loadStyles(href)]);
  return part.SearchSent;
});
