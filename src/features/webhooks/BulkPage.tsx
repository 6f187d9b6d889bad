import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { booksOf } from '#src/journal/books-of.ts';
import type { Books, Sheet } from '#src/journal/books.ts';
import { useScope } from '#src/journal/scope.ts';
import { BULK_PATH, bulkPlaceOf, NEW_PATH } from './bulk-address.ts';
import { BulkInput } from './BulkInput.tsx';
import { CheckView } from './CheckView.tsx';
import { runnerOf } from './runner-of.ts';
import { RunView } from './RunView.tsx';
import { useDesk } from './use-desk.ts';

/** The sheet of one run; null where the books have none, undefined until that is known. */
const useSheet = (books: Books, runId: string): Sheet | null | undefined => {
  const [found, setFound] = useState<{ runId: string; sheet: Sheet | null }>();
  useEffect(() => {
    let isCurrent = true;
    void books.open(runId).then((sheet) => isCurrent && setFound({ runId, sheet: sheet ?? null }));
    return () => {
      isCurrent = false;
    };
  }, [books, runId]);
  return found?.runId === runId ? found.sheet : undefined;
};

const OneRun = ({ runId, onNew }: { runId: string; onNew: () => void }) => {
  const scope = useScope();
  const runner = runnerOf(scope);
  const sheet = useSheet(booksOf(scope), runId);
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  if (sheet === undefined) return null;
  if (sheet === null) {
    return (
      <div className="bulk-in">
        <div role="status">
          <h2>This run is not kept in this browser</h2>
          <p className="second">
            It was sent from another browser, or this one has forgotten it.{' '}
            <Link href={BULK_PATH}>New run</Link>
          </p>
        </div>
      </div>
    );
  }
  const isHere = current?.isHere === true && current.sheet.run().id === runId;
  return <RunView key={runId} sheet={sheet} runner={runner} isHere={isHere} onNew={onNew} />;
};

/** Many pairs at once: what is to be sent, its check, and the run that it becomes. */
export const BulkPage = () => {
  const place = bulkPlaceOf(usePathname()) ?? { kind: 'bulk' };
  const [, navigate] = useLocation();
  const { view } = useDesk();
  const runner = runnerOf(useScope());
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  const onNew = () => navigate(runner.current() ? NEW_PATH : BULK_PATH);

  if (place.kind === 'run') return <OneRun runId={place.runId} onNew={onNew} />;
  if (view.draft) return <CheckView draft={view.draft} />;
  // What somebody is typing does not make way for a run that another tab begins.
  const { pairs, campaigns, webhooks } = view.typed;
  const isBlank = !view.reading && `${pairs}${campaigns}${webhooks}`.trim() === '';
  if (place.kind === 'bulk' && current && isBlank) {
    return <OneRun runId={current.sheet.run().id} onNew={onNew} />;
  }
  return <BulkInput />;
};
