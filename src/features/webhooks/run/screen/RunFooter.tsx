import { Link } from 'wouter';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { useRun } from './run-hooks.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

const UnderWay = ({ isFollowing, onFollow }: { isFollowing: boolean; onFollow: () => void }) => {
  const { record, run, moment } = useRun();
  const tab = run.status === 'running' && !moment.isHere ? 'that tab' : 'this tab';
  return (
    <>
      {isFollowing ? (
        <span>Following the newest answers</span>
      ) : (
        <TextButton onClick={onFollow}>Follow the newest answers</TextButton>
      )}
      <span className="quiet">
        {record.trouble() === undefined
          ? `Closing ${tab} pauses the run; it can be resumed here`
          : 'What came back last is not written down yet: keep this tab open'}
      </span>
    </>
  );
};

/** Where the run was taken back, or its part. */
const UndoneBy = () => {
  const { undoState } = useRun();
  if (!undoState?.by) return null;
  const { by, isWhole, undone } = undoState;
  return (
    <Link href={pathOfRun(by.id)}>
      {isWhole ? 'Undone' : undone === 0 ? 'Its undo' : `${number(undone)} undone`}
    </Link>
  );
};

/** Under the table: in which order it stands, and what is followed. */
export const RunFooter = (following: { isFollowing: boolean; onFollow: () => void }) => {
  const { run } = useRun();
  const { refused, unknown } = run.counts;
  return (
    <footer className={classes(list['foot'], styles['foot'])}>
      {run.status === 'finished' ? (
        <>
          <span>{refused + unknown > 0 ? 'Failed and unknown first' : 'In the order of the list'}</span>
          <UndoneBy />
        </>
      ) : (
        <UnderWay {...following} />
      )}
    </footer>
  );
};
