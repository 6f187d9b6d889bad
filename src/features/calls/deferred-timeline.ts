import { deferred, loadStyles } from '#src/ui/deferred.tsx';
import styles from './timeline/timeline.css?url';

const load = async () => {
  const [{ Timeline }] = await Promise.all([import('./timeline/Timeline.tsx'), loadStyles(styles)]);
  return Timeline;
};

/** The calls as bars over time. The table does without its code and styles. */
export const Timeline = deferred(load);
