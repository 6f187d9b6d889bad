import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useLog } from '#src/log/log.ts';
import { formatCount } from '#src/lib/count.ts';
import { Button, SUBMIT_KEYS } from '#src/ui/forms/Button.tsx';
import { Checkbox } from '#src/ui/forms/Field.tsx';
import { useKeys } from '#src/ui/keys.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import {
  CAMPAIGNS_PATH,
  JUST_BEGUN,
  parseBulkPath,
  getRunPath,
} from '#src/features/webhooks/change/paths.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { NotSentAlert, UnderWay } from '#src/features/webhooks/run/RunParts.tsx';
import type { NotSentReason } from '#src/features/webhooks/run/runner.ts';
import { useOnce, useRunner, useUnderWay } from '#src/features/webhooks/run/workspace-runner.ts';
import { describeWarnings } from './describe-check.ts';
import type { Draft, DraftView } from './draft.ts';
import { FIRST_LINES, planRun } from './draft-plan.ts';
import { markSent, useDraftStore } from './draft-store.ts';
import { OperationChoice } from './BulkInput.tsx';
import { DiscardDialog } from './FollowUpCheck.tsx';
import styles from './CheckView.module.css';

/** Whether the list differs from what the user saw, or repeats more pairs. */
const hasChanged = (seen: DraftView, now: DraftView): boolean =>
  seen.operation !== now.operation ||
  seen.pairs.length !== now.pairs.length ||
  seen.counts.ready !== now.counts.ready ||
  seen.counts.repeated < now.counts.repeated ||
  seen.counts.warned < now.counts.warned;

/** False once the user has opened a run or another area. */
const isListShown = (): boolean => parseBulkPath(location.pathname)?.kind === 'bulk';

/** Turns a draft into a run, once however often it is pressed. `reason`: why nothing was sent. */
const useBegin = (draft: Draft) => {
  const store = useDraftStore();
  const log = useLog();
  const runner = useRunner();
  const [, navigate] = useLocation();
  const { data, isPending, act } = useOnce(
    ['draft', 'begin'],
    async (seen: DraftView): Promise<NotSentReason | undefined> => {
      try {
        await markSent(log, draft);
      } catch {
        return 'unwritten';
      }
      if (store.getState().draft !== draft) return undefined;
      if (hasChanged(seen, draft.getState())) return 'changed';
      const { run, lines, input } = planRun(draft);
      const begun = await runner.begin(run, lines, input);
      if (typeof begun === 'string') return begun;
      store.clear();
      if (isListShown()) navigate(getRunPath(begun.id), { replace: true, state: JUST_BEGUN });
      return undefined;
    },
  );
  const begin = () => {
    // Firefox asks the user, so only on a click. Undefined if the page is not served securely.
    void globalThis.navigator.storage?.persist?.();
    act(draft.getState());
  };
  return { begin, isBeginning: isPending, reason: data };
};

/** Ctrl Enter also opens the check. A second press within this time may not mean to send what nobody has seen. */
const SEND_KEY_AFTER_MS = 1000;

export const CheckActions = ({ draft, isEditing }: { draft: Draft; isEditing: boolean }) => {
  const store = useDraftStore();
  const [, navigate] = useLocation();
  const view = useStore(draft);
  const { operation, pairs, isEdited, pausesEarly, earlier } = view;
  const [asking, setAsking] = useState<'send' | 'discard'>();
  const { begin, isBeginning, reason } = useBegin(draft);
  const underWay = useUnderWay();
  const toSend = pairs.length;
  const warnings = useMemo(() => describeWarnings(view, draft.pairList.list !== undefined), [view, draft]);
  const toDetach = operation === 'detach' ? toSend : 0;
  const action = `${VERBS[operation].capital} ${formatCount(toSend, 'pair')}`;

  const send = () => (toDetach + warnings.length > 0 ? setAsking('send') : begin());
  const isFree = underWay === undefined && !isBeginning && toSend > 0 && !isEditing;
  const openedAt = useRef(Infinity);
  // Not on the first render: a long list takes its time to appear.
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const sendByKey = () => performance.now() - openedAt.current >= SEND_KEY_AFTER_MS && send();
  useKeys(() => [{ key: 'Mod+Enter', label: action, when: isFree, whileTyping: true, run: sendByKey }]);
  const confirm = () => {
    setAsking(undefined);
    begin();
  };
  const discard = () => {
    const { from } = store.getState();
    flushSync(() => {
      store.discard();
      if (from !== undefined) navigate(from, { replace: true, state: JUST_BEGUN });
    });
    // A run focuses its title.
    if (from !== undefined && !from.startsWith(CAMPAIGNS_PATH)) return;
    const place = from === undefined ? 'form textarea' : 'nav [aria-current]';
    document.querySelector<HTMLElement>(`main ${place}`)?.focus();
  };

  return (
    <>
      <div className={styles['actions']}>
        <div className="btns">
          <OperationChoice value={operation} onChange={(next) => draft.choose({ operation: next })} />
          <Button onClick={() => (isEdited ? setAsking('discard') : discard())}>Discard</Button>
          {underWay !== undefined && !isBeginning ? (
            <UnderWay runId={underWay} />
          ) : (
            <Button
              variant="primary"
              busy={isBeginning}
              disabled={toSend === 0 || isEditing}
              aria-keyshortcuts={SUBMIT_KEYS}
              onClick={send}
            >
              {action}
            </Button>
          )}
        </div>
        {toSend > FIRST_LINES && (
          <Checkbox
            checked={pausesEarly}
            onChange={({ target }) => draft.choose({ pausesEarly: target.checked })}
          >
            Send the first {FIRST_LINES}, then pause
          </Checkbox>
        )}
      </div>
      {reason && (
        <div className={styles['alert']}>
          <NotSentAlert reason={reason} />
        </div>
      )}
      {asking === 'send' && (
        <ConfirmDialog
          title={`${action}?`}
          action={action}
          variant={operation === 'detach' ? 'danger' : 'primary'}
          onBack={() => setAsking(undefined)}
          onConfirm={confirm}
        >
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          {toDetach > 0 && (
            <p className="second">
              After this, the{' '}
              {toDetach === 1
                ? 'webhook no longer triggers actions for this campaign.'
                : 'webhooks no longer trigger actions for these campaigns.'}
              {!earlier?.isUndo && ' You can undo it from the run.'}
            </p>
          )}
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <DiscardDialog title="Discard this list?" onBack={() => setAsking(undefined)} onDiscard={discard} />
      )}
    </>
  );
};
