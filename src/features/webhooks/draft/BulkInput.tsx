import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type SubmitEvent,
} from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { useDropAnywhere, usePasteAnywhere } from '#src/ui/forms/catch-input.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { SegmentedChoice } from '#src/ui/forms/Choice.tsx';
import field from '#src/ui/forms/Field.module.css';
import { DropHere, Reading } from '#src/ui/forms/Reading.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { FAILURES } from './check-words.ts';
import type { InputMode } from './draft-store.ts';
import { EarlierRun } from './EarlierRun.tsx';
import { EveryPair } from './EveryPair.tsx';
import { isJustBegun } from '#src/features/webhooks/change/bulk-address.ts';
import { OPERATIONS } from '#src/features/webhooks/change/operations.ts';
import { StandingRuns } from './StandingRuns.tsx';
import { useDraftStore } from './use-draft-store.ts';
import styles from './BulkInput.module.css';

/** A longer text does not go into the field, which keeps two nodes a line until it is emptied. In characters. */
const MOST_TYPED = 20_000;

const OTHER_WAYS: readonly { mode: InputMode; text: string }[] = [
  { mode: 'paste', text: 'Paste pairs' },
  { mode: 'every', text: 'Every webhook × every campaign' },
  { mode: 'earlier', text: 'From an earlier run' },
];

const joined = (before: string, more: string): string => (before.trim() === '' ? more : `${before}\n${more}`);

/** The field for pairs; `error` where it was left empty. */
const Pairs = ({ error, onCheck }: { error: string | undefined; onCheck: () => void }) => {
  const store = useDraftStore();
  const pairs = useStore(store, ({ typed }) => typed.pairs);
  const chooser = useRef<HTMLInputElement>(null);

  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (pairs.length + pasted.length <= MOST_TYPED) return;
    event.preventDefault();
    store.read({ kind: 'text', text: joined(pairs, pasted) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) onCheck();
  };

  return (
    <>
      <div className={styles['paste']}>
        <textarea
          className={classes(field['in'], field['code'])}
          id="pairs"
          rows={14}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder={'cmp-renewals-2025-11, wh-crm-lead-update\ncmp-renewals-2025-11, wh-slack-escalation'}
          value={pairs}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? 'pairs-hint' : 'pairs-error pairs-hint'}
          onChange={(event) => store.type({ pairs: event.target.value })}
          onPaste={paste}
          onKeyDown={press}
        />
        <div className={styles['pasteFoot']}>
          <Icon name="upload" />
          <span>Drop a CSV file on this page, or</span>
          <TextButton onClick={() => chooser.current?.click()}>choose a file</TextButton>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            aria-label="CSV file of pairs"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              // The same file can be chosen again.
              event.target.value = '';
              if (file) store.read({ kind: 'file', file });
            }}
          />
        </div>
      </div>
      {error !== undefined && (
        <p className={field['err']} id="pairs-error">
          <Icon name="bad" />
          {error}
        </p>
      )}
      <p className="hint" id="pairs-hint">
        One pair per line: campaign ID, then webhook ID, separated by a comma, tab or space. A header line is
        skipped.
      </p>
    </>
  );
};

/** Where the pairs of a run come from. Nothing is sent from here. */
export const BulkInput = () => {
  const store = useDraftStore();
  const { typed, reading, failure } = useStore(store);
  const { mode, operation } = typed;
  const [error, setError] = useState<string>();
  const isOver = useDropAnywhere((file) => store.read({ kind: 'file', file }));
  usePasteAnywhere((pasted) => {
    const text = joined(typed.pairs, pasted);
    if (text.length > MOST_TYPED) return store.read({ kind: 'text', text });
    store.type({ mode: 'paste', pairs: text });
    requestAnimationFrame(() => document.getElementById('pairs')?.focus());
  });

  // Whoever asked for a new run from another one finds the keyboard here.
  useEffect(() => {
    if (isJustBegun(history.state)) document.getElementById('pairs')?.focus();
  }, []);

  // The check of the list is shown next.
  const checkPasted = () => {
    const isEmpty = typed.pairs.trim() === '';
    setError(isEmpty ? 'Paste at least one pair.' : undefined);
    if (isEmpty) document.getElementById('pairs')?.focus();
    else store.read({ kind: 'text', text: typed.pairs });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    checkPasted();
  };
  const switchOf = (
    <SegmentedChoice
      label="Action"
      choices={OPERATIONS}
      value={operation}
      onChoose={(chosen) => store.type({ operation: chosen })}
    />
  );

  return (
    <div className={styles['page']}>
      <p className={styles['lead']}>
        Paste pairs or drop a CSV file. Nothing is sent until you have checked the list.
      </p>
      <StandingRuns />
      {mode === 'paste' && (
        <form className={styles['form']} noValidate onSubmit={submit}>
          <div className={field['field']}>
            <div className={styles['label']}>
              <label htmlFor="pairs">Pairs</label>
              {switchOf}
            </div>
            <Pairs error={typed.pairs.trim() === '' ? error : undefined} onCheck={checkPasted} />
          </div>
          <div className="btns">
            <Button variant="primary" size="lg" type="submit" busy={reading !== undefined}>
              Check pairs
            </Button>
          </div>
        </form>
      )}
      {mode === 'every' && <EveryPair>{switchOf}</EveryPair>}
      {mode === 'earlier' && <EarlierRun>{switchOf}</EarlierRun>}
      {reading && (
        <Reading share={reading.share}>
          <Button
            size="sm"
            onClick={() => {
              store.cancel();
              document.querySelector<HTMLElement>('main form [type="submit"]')?.focus();
            }}
          >
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
        {OTHER_WAYS.filter((way) => way.mode !== mode).map((way) => (
          <TextButton key={way.mode} onClick={() => store.type({ mode: way.mode })}>
            {way.text}
          </TextButton>
        ))}
      </p>
      {isOver && <DropHere>Drop the file to read pairs from it</DropHere>}
    </div>
  );
};
