import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { READ_FAILURES } from '#src/lists/list-text.ts';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { useDropAnywhere, usePasteAnywhere } from '#src/ui/forms/paste-and-drop.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { ListField } from '#src/ui/forms/ListField.tsx';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { DropHere, Reading } from '#src/ui/forms/Reading.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { isJustBegun } from '#src/features/webhooks/change/bulk-address.ts';
import { OpenRuns } from '#src/features/webhooks/run/OpenRuns.tsx';
import { useDraftStore } from './draft-store.ts';
import { EveryPair } from './EveryPair.tsx';
import { InputForm } from './InputForm.tsx';
import styles from './BulkInput.module.css';

/** In characters. A longer text isn't put into the field, which keeps two nodes a line until it is emptied. */
const MAX_TYPED = 20_000;

const FAILURES = {
  ...READ_FAILURES,
  'no-pairs': {
    title: 'No pairs found',
    text: 'Each line needs a campaign ID and a webhook ID, separated by a comma, tab or space.',
  },
};

const join = (before: string, more: string): string => (before.trim() === '' ? more : `${before}\n${more}`);

const focusPairs = () => document.getElementById('pairs')?.focus();

/** Pairs as they are typed, pasted or chosen as a file. */
const PairsForm = () => {
  const store = useDraftStore();
  const pairs = useStore(store, ({ typed }) => typed.pairs);
  const [wasTried, setTried] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const isEmpty = pairs.trim() === '';

  useEffect(() => {
    if (isJustBegun(history.state)) focusPairs();
  }, []);

  const check = () => {
    setTried(true);
    if (isEmpty) focusPairs();
    else store.read({ kind: 'text', text: pairs });
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (pairs.length + pasted.length <= MAX_TYPED) return;
    event.preventDefault();
    store.read({ kind: 'text', text: join(pairs, pasted) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) check();
  };

  return (
    <InputForm title={<label htmlFor="pairs">Pairs</label>} className={field['field']} onCheck={check}>
      <ListField
        id="pairs"
        className={styles['paste']}
        rows={14}
        placeholder={'cmp-renewals-2025-11, wh-crm-lead-update\ncmp-renewals-2025-11, wh-slack-escalation'}
        error={wasTried && isEmpty ? 'Paste at least one pair.' : undefined}
        hintId="pairs-hint"
        value={pairs}
        onChange={(event) => store.type({ pairs: event.target.value })}
        onPaste={paste}
        onKeyDown={press}
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
        One pair per line: campaign ID, then webhook ID, separated by a comma, tab or space. A header line is
        skipped.
      </p>
    </InputForm>
  );
};

export const BulkInput = () => {
  const store = useDraftStore();
  const { typed, isReading, failure } = useStore(store);
  const isPaste = typed.mode === 'paste';
  const isOver = useDropAnywhere((file) => store.read({ kind: 'file', file }));
  usePasteAnywhere((pasted) => {
    const text = join(typed.pairs, pasted);
    if (text.length > MAX_TYPED) return store.read({ kind: 'text', text });
    store.type({ mode: 'paste', pairs: text });
    requestAnimationFrame(focusPairs);
  });
  const stopReading = () => {
    store.stopReading();
    document.querySelector<HTMLElement>('main form [type="submit"]')?.focus();
  };
  return (
    <div className={styles['page']}>
      <p className="lead">Paste pairs or drop a CSV file. Nothing is sent until you have checked the list.</p>
      <OpenRuns />
      {isPaste ? <PairsForm /> : <EveryPair />}
      {isReading && (
        <Reading>
          <Button size="sm" onClick={stopReading}>
            Cancel
          </Button>
        </Reading>
      )}
      {failure && (
        <Alert tone="bad" title={FAILURES[failure].title} live="alert">
          {FAILURES[failure].text}
        </Alert>
      )}
      <p className={styles['ways']}>
        <span>Other ways to add pairs:</span>
        <TextButton onClick={() => store.type({ mode: isPaste ? 'every' : 'paste' })}>
          {isPaste ? 'Every webhook × every campaign' : 'Paste pairs'}
        </TextButton>
      </p>
      {isOver && <DropHere>Drop the file to read pairs from it</DropHere>}
    </div>
  );
};
