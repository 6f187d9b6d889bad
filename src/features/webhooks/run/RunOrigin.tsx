import { Link } from 'wouter';
import type { NewRun } from '#src/log/run.ts';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';

type Origin = Pick<NewRun, 'source' | 'earlier'>;

export const RunSource = ({ source, earlier }: Origin) =>
  !earlier && source !== '' && <span className="quiet"> from {source}</span>;

export const EarlierRun = ({ earlier }: Origin) =>
  earlier && (
    <p className="hint">
      <Link href={getRunPath(earlier.run)}>
        {earlier.isUndo ? 'Undo of an earlier run' : 'From an earlier run'}
      </Link>
    </p>
  );
