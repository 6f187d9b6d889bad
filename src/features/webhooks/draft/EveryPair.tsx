import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { parseIds } from '#src/lib/ids.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { Icon } from '#src/ui/Icon.tsx';
import { everyPairInWords } from './check-words.ts';
import { useDraftStore } from './use-draft-store.ts';
import styles from './BulkInput.module.css';

const FIELDS = [
  {
    key: 'campaigns',
    id: 'every-campaigns',
    label: 'Campaign IDs',
    error: 'Paste at least one campaign ID.',
  },
  { key: 'webhooks', id: 'every-webhooks', label: 'Webhook IDs', error: 'Paste at least one webhook ID.' },
] as const;

/** Two lists of IDs, each of the one with each of the other. `children` is the switch of the operation. */
export const EveryPair = ({ children }: { children: ReactNode }) => {
  const store = useDraftStore();
  const { typed, reading } = useStore(store);
  const [wasTried, setTried] = useState(false);
  const counts = {
    campaigns: parseIds(typed.campaigns).ids.length,
    webhooks: parseIds(typed.webhooks).ids.length,
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const empty = FIELDS.find(({ key }) => counts[key] === 0);
    if (empty) document.getElementById(empty.id)?.focus();
    else store.read({ kind: 'every', campaigns: typed.campaigns, webhooks: typed.webhooks });
  };

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <div className={styles['label']}>
        <h2>Every webhook × every campaign</h2>
        {children}
      </div>
      <div className={styles['every']}>
        {FIELDS.map(({ key, id, label, error }) => {
          const isMissing = wasTried && counts[key] === 0;
          return (
            <div key={key} className={field['field']}>
              <label htmlFor={id}>{label}</label>
              <textarea
                id={id}
                className={classes(field['in'], field['code'])}
                rows={8}
                spellCheck={false}
                autoComplete="off"
                autoCapitalize="off"
                value={typed[key]}
                aria-invalid={isMissing}
                aria-describedby={isMissing ? `${id}-error` : 'every-hint'}
                onChange={(event) => store.type({ [key]: event.target.value })}
              />
              {isMissing && (
                <p className={field['err']} id={`${id}-error`}>
                  <Icon name="bad" />
                  {error}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <p className="hint" id="every-hint">
        One ID per line, or separated by commas or spaces.
      </p>
      <div className="btns">
        <Button variant="primary" size="lg" type="submit" busy={reading !== undefined}>
          Check pairs
        </Button>
        <output className="second">{everyPairInWords(counts)}</output>
      </div>
    </form>
  );
};
