import { useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/journal/workspace.ts';
import { useDropAnywhere } from '#src/ui/forms/catch-input.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Tally } from '#src/ui/table/Tally.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { CheckHead } from './CheckHead.tsx';
import { CheckLines } from './CheckLines.tsx';
import { checkKeys, lengthOfRun, meanwhileInWords } from './check-words.ts';
import { DetachPairsDialog } from './DetachPairsDialog.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import type { Draft, DraftFilter } from './draft.ts';
import { runnerOf } from '#src/features/webhooks/run/runner-of.ts';
import { useRefusal } from '#src/features/webhooks/run/use-runs.ts';
import { useDraftStore } from './use-draft-store.ts';
import { refusalText } from '#src/features/webhooks/run/run-words.ts';
import { useSending } from './use-sending.ts';

const FILTERS: readonly DraftFilter[] = ['all', 'ready', 'invalid', 'duplicate', 'header', 'same'];

const BusyNote = () => {
  const runner = runnerOf(useWorkspace());
  const current = useSyncExternalStore(runner.subscribe, runner.current);
  if (!current) {
    return (
      <div className="bulk-notes">
        <Alert tone="info" title="The other run is no longer under way" live="status">
          This list can be sent now.
        </Alert>
      </div>
    );
  }
  return (
    <div className="bulk-notes">
      <Alert
        tone="warn"
        title="Another run is under way"
        live="alert"
        actions={<Link href={pathOfRun(current.record.run().id)}>Open that run</Link>}
      >
        This browser sends one run at a time. Nothing of this list was sent.
      </Alert>
    </div>
  );
};

/** The list before anything of it is sent: what is wrong where, and what the button will do. */
export const CheckView = ({ draft }: { draft: Draft }) => {
  const workspace = useWorkspace();
  const store = useDraftStore();
  const { editing, isFixed } = useStore(store);
  const view = useStore(draft);
  const [filter, setFilter] = useState<DraftFilter>('all');
  const [asking, setAsking] = useState<'detach' | 'discard'>();
  const refusal = useRefusal(view.toSend);
  const { begin, isBeginning, isBusy, isUnwritten, changed } = useSending(draft);
  useDropAnywhere(() => showToast({ tone: 'plain', text: 'Discard this list to read another file' }));

  const edited = editing && draft.line(editing.index).line.toLocaleString('en');
  const why =
    edited === undefined
      ? view.toSend === 0
        ? 'Nothing to send'
        : undefined
      : `Save or cancel line ${edited} first`;

  const send = () => {
    if (view.operation === 'detach') setAsking('detach');
    else void begin();
  };
  const discard = () => {
    flushSync(() => store.discard());
    const form = document.querySelector('.bulk-form');
    (form?.querySelector('textarea') ?? form?.querySelector('input'))?.focus();
  };
  const { text, basis } = lengthOfRun(view.toSend, workspace.config.api);

  return (
    <div className="board2">
      <CheckHead
        draft={draft}
        view={view}
        isBeginning={isBeginning}
        why={why}
        onSend={send}
        onDiscard={() => (isFixed ? setAsking('discard') : discard())}
      >
        {isBusy && <BusyNote />}
        {changed && (
          <div className="bulk-notes">
            <Alert tone="warn" title="The list has changed" live="alert">
              {changed.more > 0 && `${meanwhileInWords(view.operation, changed.more)} `}
              Nothing of this list was sent. Check it once more.
            </Alert>
          </div>
        )}
        {!isBusy && (isUnwritten || refusal !== undefined) && (
          <div className="bulk-notes">
            <Alert
              key={String(isUnwritten)}
              tone="warn"
              title="This browser can’t keep the run"
              {...(isUnwritten && { live: 'alert' })}
            >
              {refusalText(refusal ?? 'refused')}
            </Alert>
          </div>
        )}
      </CheckHead>
      <Tally
        className="lines-tally"
        label="Lines by check"
        keys={checkKeys(view, filter)}
        chosen={filter}
        onChoose={(value) => setFilter(FILTERS.find((each) => each === value) ?? 'all')}
      />
      <CheckLines draft={draft} filter={filter} />
      <footer className="foot">
        <span>
          {text} <span className="quiet">{basis}</span>
        </span>
        <span className="quiet">Keep this tab open while it runs</span>
      </footer>
      {asking === 'detach' && (
        <DetachPairsDialog
          count={view.toSend}
          onCancel={() => setAsking(undefined)}
          onDetach={() => {
            setAsking(undefined);
            void begin();
          }}
        />
      )}
      {asking === 'discard' && (
        <DiscardDialog
          onCancel={() => setAsking(undefined)}
          onDiscard={() => {
            flushSync(() => setAsking(undefined));
            discard();
          }}
        />
      )}
    </div>
  );
};
