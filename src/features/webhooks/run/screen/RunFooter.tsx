import { Link } from 'wouter';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { classes } from '#src/lib/classes.ts';
import { number } from '#src/lib/count.ts';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
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

const Undo = () => {
  const { run, undoState, act } = useRun();
  if (!undoState) return null;
  const { by, isWhole, undone, mayUndo, count } = undoState;
  return (
    <>
      {by && (
        <Link href={pathOfRun(by.id)}>
          {isWhole ? 'Undone' : undone === 0 ? 'Its undo' : `${number(undone)} undone`}
        </Link>
      )}
      {mayUndo && (
        <TextButton onClick={() => act.ask({ kind: 'undo' })}>
          Undo: {VERBS[OPPOSITE[run.operation]].plain} {number(count)}
        </TextButton>
      )}
    </>
  );
};

/** Under the table: in which order it stands, and what else can be done. */
export const RunFooter = (following: { isFollowing: boolean; onFollow: () => void }) => {
  const { run, act } = useRun();
  const { refused, unknown, 'not-sent': notSent } = run.counts;
  return (
    <footer className={classes(list['foot'], styles['foot'])}>
      {run.status === 'finished' ? (
        <>
          <span>{refused + unknown > 0 ? 'Failed and unknown first' : 'In the order of the list'}</span>
          <span className={styles['acts']}>
            {/* Where some have failed, these have the button of their own. */}
            {refused > 0 && notSent > 0 && (
              <TextButton onClick={() => act.sendAgain('not-sent')}>
                Send {number(notSent)} not sent
              </TextButton>
            )}
            {unknown > 0 && (
              <TextButton onClick={() => act.ask({ kind: 'unknown' })}>
                Send again: {number(unknown)} unknown
              </TextButton>
            )}
            <Undo />
          </span>
        </>
      ) : (
        <UnderWay {...following} />
      )}
    </footer>
  );
};
