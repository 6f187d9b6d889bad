import { deferred, loadStyles } from '#src/ui/deferred.tsx';
import href from './table/selection.css?url';

/** What can be done with selected calls. Until some are selected the board does without its code and styles. */
export const SelectionBar = deferred(async () => {
  const [part] = await Promise.all([import('./table/SelectionBar.tsx'), loadStyles(href)]);
  return part.SelectionBar;
});
