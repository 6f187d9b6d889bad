import { deferred, loadStyles } from '#src/ui/deferred.tsx';
import href from './run.css?url';

const load = async () => {
  const [{ RunScreen }] = await Promise.all([import('./RunScreen.tsx'), loadStyles(href)]);
  return RunScreen;
};

/** One run: how far it is, its lines and their answers, and what can be done about it. */
export const RunView = deferred(load);
