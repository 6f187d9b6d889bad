import { useEffect, useRef, useState, type ClipboardEvent, type SubmitEvent } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import type { PairOperation } from '#src/log/entry.ts';
import { READ_FAILURES } from '#src/lists/read-list.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { useDropAnywhere, FileInput, DropHere, Reading } from '#src/ui/forms/FileInput.tsx';
import { Button, TextButton, SUBMIT_KEYS, SubmitKeys, useSubmitKeys } from '#src/ui/forms/Button.tsx';
import { ListField, SegmentedControl } from '#src/ui/forms/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { isJustBegun } from '#src/features/webhooks/change/paths.ts';
import { OpenRuns } from '#src/features/webhooks/run/RunParts.tsx';
import { useDraftStore } from './draft-store.ts';
import field from '#src/ui/forms/Field.module.css';
import styles from './BulkInput.module.css';

/** In characters. A longer text isn't put into the field, which keeps two nodes a line until it is emptied. */
const MAX_TYPED = 20_000;

const FAILURES = {
  ...READ_FAILURES,
  'no-pairs': {
    title: 'No pairs found',
    text: 'Each line needs a campaign ID and a webhook ID, separated by a comma, tab or space.',
  },
  lost: {
    title: 'Your last list was not kept',
    text: 'It was too long for this browser’s storage when your session ended. Add it again.',
  },
};

const OPERATIONS = (['attach', 'detach'] as const).map((value) => ({ value, label: VERBS[value].capital }));

export const OperationChoice = (props: {
  value: PairOperation;
  onChange: (operation: PairOperation) => void;
}) => <SegmentedControl label="Action" segments={OPERATIONS} {...props} />;

const focusPairs = () => document.getElementById('pairs')?.focus();

/** Pairs as they are typed, pasted or chosen as a file. */
const PairsForm = () => {
  const store = useDraftStore();
  const { pairs, operation, isReading } = useStore(store);
  const [wasTried, setTried] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form, 'Check pairs');
  const isEmpty = pairs.trim() === '';

  const historyState = useHistoryState<unknown>();
  useEffect(() => {
    if (isJustBegun(historyState)) focusPairs();
  }, [historyState]);

  const check = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isEmpty) focusPairs();
    else store.read({ kind: 'text', text: pairs });
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (pairs.length + pasted.length <= MAX_TYPED) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const parts = [value.slice(0, selectionStart), pasted, value.slice(selectionEnd)];
    store.read({ kind: 'text', text: parts.filter((part) => part.trim() !== '').join('\n') });
  };

  return (
    <form ref={form} className="stack" noValidate onSubmit={check}>
      <div className={field['field']}>
        <div className={styles['label']}>
          <label htmlFor="pairs">Pairs</label>
          <OperationChoice value={operation} onChange={(next) => store.type({ operation: next })} />
        </div>
        <ListField
          id="pairs"
          className={styles['paste']}
          rows={14}
          placeholder={'cmp-renewals-11, wh-crm-lead\ncmp-renewals-11, wh-slack-alerts'}
          error={wasTried && isEmpty ? 'Paste at least one pair.' : undefined}
          hintId="pairs-hint"
          value={pairs}
          onChange={(event) => store.type({ pairs: event.target.value })}
          onPaste={paste}
        >
          <div className={styles['pasteFoot']}>
            <Icon name="upload" />
            <span>Drop a CSV file on this page, or</span>
            <TextButton onClick={() => fileInput.current?.click()}>choose a file</TextButton>
            <FileInput
              ref={fileInput}
              label="CSV file of pairs"
              onFile={(file) => store.read({ kind: 'file', file })}
            />
          </div>
        </ListField>
        <p className="hint" id="pairs-hint">
          One pair per line: campaign ID, then webhook ID. A header line is skipped.
        </p>
      </div>
      <div className="btns">
        <Button variant="primary" size="lg" type="submit" busy={isReading} aria-keyshortcuts={SUBMIT_KEYS}>
          Check pairs
        </Button>
        <SubmitKeys />
      </div>
    </form>
  );
};

export const BulkInput = () => {
  const store = useDraftStore();
  const { isReading, failure } = useStore(store);
  const isOver = useDropAnywhere((file) => store.read({ kind: 'file', file }));
  return (
    <div className="page stack">
      <p className="lead">Nothing is sent until you have checked the list.</p>
      <OpenRuns />
      <PairsForm />
      {isReading && <Reading />}
      {failure && (
        <Alert tone="bad" title={FAILURES[failure].title} live="alert">
          {FAILURES[failure].text}
        </Alert>
      )}
      {isOver && <DropHere>Drop the file to read pairs from it</DropHere>}
    </div>
  );
};
