import { Link, useLocation } from 'wouter';
import type { Run } from '#src/journal/runs/run.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LogEntry } from '#src/ui/Log.tsx';
import { StatusIcon } from '#src/ui/Status.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { sentRunWords } from '#src/features/webhooks/run/sent-runs.ts';
import styles from './SentList.module.css';

/** One run in "Sent from this browser". Its undo is asked for on its own page. */
export const SentRun = ({ run, runs, now }: { run: Run; runs: readonly Run[]; now: number }) => {
  const [, navigate] = useLocation();
  const { tone, icon, spin = false, what, rest, isUndone, mayUndo } = sentRunWords(run, runs, now);
  const path = pathOfRun(run.id);
  return (
    <LogEntry
      time={formatTime(run.at)}
      dateTime={new Date(run.at).toISOString()}
      icon={<StatusIcon tone={tone} {...(icon && { icon })} spin={spin} />}
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
    </LogEntry>
  );
};
