import { TextButton } from '#src/ui/forms/Button.tsx';
import { classes } from '#src/lib/classes.ts';
import { counted } from '#src/lib/count.ts';
import { relist } from '#src/features/webhooks/run/run-undo.ts';
import { useRun } from './run-hooks.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './RunScreen.module.css';

/** Under the table: in which order it is, and what can be done with the lines that are shown. */
export const RunFooter = ({ rows }: { rows: readonly number[] }) => {
  const { run, lines, moment, onRelist } = useRun();
  const { refused, unknown } = run.counts;
  const checkAgain = () => onRelist(relist({ run, lines: rows.flatMap((index) => lines[index] ?? []) }));
  return (
    <footer className={classes(list['foot'], styles['foot'])}>
      {run.status === 'finished' ? (
        <>
          <span>{refused + unknown > 0 ? 'Failed and unknown first' : 'In the order of the list'}</span>
          {rows.length > 0 && (
            <TextButton onClick={checkAgain}>New run from {counted(rows.length, 'pair')} shown</TextButton>
          )}
        </>
      ) : (
        <span className="quiet" hidden={moment.hasFailed}>
          Closing {run.status === 'running' && !moment.isHere ? 'that' : 'this'} tab pauses the run; it can be
          resumed here
        </span>
      )}
    </footer>
  );
};
