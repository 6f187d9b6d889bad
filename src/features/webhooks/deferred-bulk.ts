import { deferred, loadStyles, prefetch } from '#src/ui/deferred.tsx';
import reading from '#src/ui/reading.css?url';
import href from './bulk.css?url';

const load = async () => {
  const [{ BulkPage }] = await Promise.all([import('./BulkPage.tsx'), loadStyles(href), loadStyles(reading)]);
  return BulkPage;
};

/** Many pairs at once. Whoever changes one does without its code. */
export const BulkPage = deferred(load);
export const prefetchBulk = prefetch(load);
