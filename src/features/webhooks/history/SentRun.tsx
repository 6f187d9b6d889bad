import { Link, useLocation } from 'wouter';
import type { Run } from '#src/journal/runs/run.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { SentRow } from '#src/outcomes/SentRow.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { sentRunWords } from '#src/features/webhooks/run/sent-runs.ts';
import styles from './SentList.module.css';

/** One run in "Sent from this browser". Its undo is asked for on its own page. */
export const SentRun = ({ run, runs, now }: { run: Run; runs: readonly Run[]; now: number }) => {
  const [, navigate] = useLocation();
  const words = sentRunWords(run, runs, now);
  const { what, rest, isUndone, mayUndo } = words;
  const path = pathOfRun(run.id);
  return (
    <SentRow
      at={run.at}
      look={words}
      action={
        mayUndo && (
          <Button
            variant="bare"
            size="sm"
            aria-label={`Undo: ${what}, ${formatTime(run.at)}`}
            onClick={() => navigate(`${path}?undo`)}
          >
            Undo
          </Button>
        )
      }
    >
      <p>
        <Link href={path} className={styles['run']}>
          {isUndone ? <s className={styles['undone']}>{what}</s> : what}
        </Link>
      </p>
      {rest !== '' && <p className="quiet">{rest}</p>}
    </SentRow>
  );
};
