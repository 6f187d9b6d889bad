import { Link } from 'wouter';
import type { NewRun } from '#src/log/run.ts';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';

export const RunOrigin = ({ source, earlier }: Pick<NewRun, 'source' | 'earlier'>) => {
  if (!earlier) return source !== '' && <span className="quiet"> from {source}</span>;
  return (
    <span className="quiet">
      {', '}
      <Link href={getRunPath(earlier.run)}>
        {earlier.isUndo ? 'undo of an earlier run' : 'from an earlier run'}
      </Link>
    </span>
  );
};
