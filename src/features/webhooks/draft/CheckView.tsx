import { useId, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted, number } from '#src/lib/count.ts';
import { useDropAnywhere } from '#src/ui/forms/paste-and-drop.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { FilterBar } from '#src/ui/table/FilterBar.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import list from '#src/features/webhooks/run/PairList.module.css';
import { useRunUnderWay } from '#src/features/webhooks/run/runner-of.ts';
import { CheckHead } from './CheckHead.tsx';
import { CheckLines } from './CheckLines.tsx';
import { filterOptions, lengthOfRun, meanwhileInWords, sendWords } from './check-words.ts';
import type { Draft, DraftFilter } from './draft.ts';
import { useDraftStore } from './draft-store.ts';
import { OperationChoice } from './InputForm.tsx';
import { useSending } from './use-sending.ts';
import styles from './CheckView.module.css';

const BusyAlert = () => {
  const current = useRunUnderWay();
  if (current === undefined) {
    return (
      <Alert tone="info" title="The other run is no longer under way" live="status">
        This list can be sent now.
      </Alert>
    );
  }
  return (
    <Alert
      tone="warn"
      title="Another run is under way"
      live="alert"
      actions={<Link href={pathOfRun(current)}>Open that run</Link>}
    >
      This browser sends one run at a time. Nothing of this list was sent.
    </Alert>
  );
};

/** What is done with the list, and the button that does it; below them why it was not done. */
const CheckActions = ({ draft, editing }: { draft: Draft; editing: number | undefined }) => {
  const store = useDraftStore();
  const { operation, toSend, isFixed, lines, turned } = useStore(draft);
  const [asking, setAsking] = useState<'turned' | 'detach' | 'discard'>();
  const { begin, isBeginning, answer } = useSending(draft);
  const whyId = useId();
  const pairs = counted(toSend, 'pair');

  /** Why nothing can be sent at present. */
  const edited = lines.find(({ index }) => index === editing);
  const why = edited
    ? `Save or cancel line ${number(edited.line)} first`
    : toSend === 0
      ? 'Nothing to send'
      : undefined;
  const held = { 'aria-disabled': true, 'aria-describedby': whyId, className: styles['off'] };

  const sendOrAsk = () => {
    setAsking(operation === 'detach' ? 'detach' : undefined);
    if (operation === 'attach') begin();
  };
  const send = (event: MouseEvent) => {
    if (why !== undefined || !isFirstClick(event)) return;
    if (turned > 0) setAsking('turned');
    else sendOrAsk();
  };
  const stopAsking = () => setAsking(undefined);
  const discard = () => {
    flushSync(() => {
      stopAsking();
      store.discard();
    });
    const form = document.querySelector('main form');
    (form?.querySelector('textarea') ?? form?.querySelector('input'))?.focus();
  };

  return (
    <>
      <div className="btns">
        <OperationChoice value={operation} onChange={draft.setOperation} />
        <Button onClick={() => (isFixed ? setAsking('discard') : discard())}>Discard</Button>
        <Button variant="primary" busy={isBeginning} {...(why !== undefined && held)} onClick={send}>
          {sendWords(operation, toSend)}
        </Button>
        {why !== undefined && (
          <span className={styles['why']} id={whyId}>
            {why}
          </span>
        )}
      </div>
      <div className={styles['alerts']}>
        {answer === 'busy' && <BusyAlert />}
        {typeof answer === 'object' && (
          <Alert tone="warn" title="The list has changed" live="alert">
            {answer.more > 0 && `${meanwhileInWords(operation, answer.more)} `}
            Nothing of this list was sent. Check it once more.
          </Alert>
        )}
        {answer === 'unwritten' && (
          <Alert tone="warn" title="This browser can’t keep the run" live="alert">
            Its storage takes nothing at present, and nothing is sent that can’t be written down first. Make
            room and reload the page, then try again.
          </Alert>
        )}
      </div>
      {asking === 'turned' && (
        <ConfirmDialog
          title={`${counted(turned, 'pair')} ${turned === 1 ? 'seems' : 'seem'} to be the other way round`}
          action="Send as they are"
          onBack={stopAsking}
          onConfirm={sendOrAsk}
        >
          <p className="second">
            Here their campaign IDs are known as webhooks, and their webhook IDs as campaigns. To correct
            this, choose other columns or edit the lines.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'detach' && (
        <ConfirmDialog
          title={`Detach ${pairs}?`}
          action={`Detach ${pairs}`}
          onBack={stopAsking}
          onConfirm={() => {
            stopAsking();
            begin();
          }}
        >
          <p className="second">
            {toSend === 1 ? 'The webhook no longer triggers' : 'The webhooks no longer trigger'} actions for{' '}
            {toSend === 1 ? 'this campaign' : 'these campaigns'} once the service has accepted this. What it
            accepts can be undone from the run.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog title="Discard this list?" action="Discard" onBack={stopAsking} onConfirm={discard}>
          <p className="second">You have changed lines of it by hand. These changes can’t be brought back.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The list before anything of it is sent: what is wrong where, and what the button will do. */
export const CheckView = ({ draft }: { draft: Draft }) => {
  const { config } = useWorkspace();
  const { counts, toSend } = useStore(draft);
  const [filter, setFilter] = useState<DraftFilter>('all');
  const [editing, setEditing] = useState<number>();
  useDropAnywhere(() => showToast({ tone: 'plain', text: 'Discard this list to read another file' }));
  const { text, basis } = lengthOfRun(toSend, config.api);
  return (
    <div className={list['screen']}>
      <CheckHead draft={draft}>
        <CheckActions draft={draft} editing={editing} />
      </CheckHead>
      <FilterBar
        className={list['filterBar']}
        label="Lines by check"
        options={filterOptions(counts, filter)}
        value={filter}
        onChange={setFilter}
      />
      <CheckLines draft={draft} filter={filter} editing={editing} onEdit={setEditing} />
      <footer className={list['foot']}>
        <span>
          {text} <span className="quiet">{basis}</span>
        </span>
        <span className="quiet">Keep this tab open while it runs</span>
      </footer>
    </div>
  );
};
