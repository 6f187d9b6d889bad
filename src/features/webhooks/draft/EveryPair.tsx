import { useState } from 'react';
import { useStore } from 'zustand';
import { counted } from '#src/lib/count.ts';
import { parseIds } from '#src/lib/ids.ts';
import field from '#src/ui/forms/Field.module.css';
import { useDraftStore } from './draft-store.ts';
import { InputForm, ListField } from './InputForm.tsx';
import styles from './BulkInput.module.css';

/** Two lists of IDs, combined to every pair. */
export const EveryPair = () => {
  const store = useDraftStore();
  const { campaigns, webhooks } = useStore(store, ({ typed }) => typed);
  const [wasTried, setTried] = useState(false);
  const fields = [
    { key: 'campaigns', noun: 'campaign', label: 'Campaign IDs', value: campaigns },
    { key: 'webhooks', noun: 'webhook', label: 'Webhook IDs', value: webhooks },
  ].map((one) => ({ ...one, id: `every-${one.key}`, count: parseIds(one.value).ids.length }));
  const counts = fields.map(({ count, noun }) => counted(count, noun)).join(' × ');
  const product = fields.reduce((total, { count }) => total * count, 1);

  const check = () => {
    setTried(true);
    const empty = fields.find(({ count }) => count === 0);
    if (empty) document.getElementById(empty.id)?.focus();
    else store.read({ kind: 'every', campaigns, webhooks });
  };

  return (
    <InputForm
      title={<h2>Every webhook × every campaign</h2>}
      count={`${counts} = ${counted(product, 'pair')}`}
      onCheck={check}
    >
      <div className={styles['every']}>
        {fields.map(({ key, id, noun, label, value, count }) => {
          const isMissing = wasTried && count === 0;
          return (
            <div key={key} className={field['field']}>
              <label htmlFor={id}>{label}</label>
              <ListField
                id={id}
                rows={8}
                error={isMissing ? `Paste at least one ${noun} ID.` : undefined}
                hintId={isMissing ? undefined : 'every-hint'}
                value={value}
                onChange={(event) => store.type({ [key]: event.target.value })}
              />
            </div>
          );
        })}
      </div>
      <p className="hint" id="every-hint">
        One ID per line, or separated by commas or spaces.
      </p>
    </InputForm>
  );
};
