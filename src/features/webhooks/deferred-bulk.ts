import { deferred, loadStyles, prefetch } from '#src/ui/deferred.tsx';
import href from './draft/bulk.css?url';

const load = async () => {
  const [{ BulkPage }] = await Promise.all([import('./BulkPage.tsx'), loadStyles(href)]);
  return BulkPage;
};

/** Many pairs at once. Whoever changes one does without its code. */
export const BulkPage = deferred(load);
export const prefetchBulk = prefetch(load);
