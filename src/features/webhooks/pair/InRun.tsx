import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { atMostEvery } from '#src/journal/at-most-every.ts';
import { booksOf } from '#src/journal/runs/books-of.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { useScope } from '#src/journal/scope.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { runWithPair } from './in-run.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import styles from './PairForm.module.css';

const LOOK_EVERY_MS = 1000;

/** Says that a pair is in a run that is not over: two requests for one pair may take effect in either order. */
export const InRun = ({ pair: { campaignId, webhookId } }: { pair: PairValues }) => {
  const books = booksOf(useScope());
  const [run, setRun] = useState<Run>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = (): void => {
      runWithPair(books, { campaignId, webhookId }, signal).then(
        (found) => !signal.aborted && setRun(found),
        () => undefined,
      );
    };
    const calm = atMostEvery(LOOK_EVERY_MS, look);
    const leave = books.subscribe(calm.call);
    calm.call();
    return () => {
      leave();
      calm.stop();
      leaving.abort();
    };
  }, [books, campaignId, webhookId]);
  if (!run) return null;
  const underWay = run.status === 'paused' ? 'is paused' : 'is under way';
  return (
    <div className={styles['last']}>
      <Alert
        tone="warn"
        icon="warn"
        live="status"
        title={`This pair is in a run that ${underWay}`}
        actions={<Link href={pathOfRun(run.id)}>Open</Link>}
      >
        The run sends {VERBS[run.operation].plain} for it; which of the two requests takes effect last is not
        known.
      </Alert>
    </div>
  );
};
