import { useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '#src/lib/count.ts';
import { parseIds } from '#src/lib/ids.ts';
import field from '#src/ui/forms/Field.module.css';
import { ListField } from '#src/ui/forms/ListField.tsx';
import { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { useDraftStore } from './draft-store.ts';
import { InputForm } from './InputForm.tsx';
import styles from './BulkInput.module.css';

const FIELDS = PAIR_FIELDS.map(({ kind, label }) => {
  return { key: `${kind}s`, id: `every-${kind}s`, noun: kind, label: `${label}s` } as const;
});

export const EveryPair = () => {
  const store = useDraftStore();
  const { campaigns, webhooks } = useStore(store, ({ typed }) => typed);
  const [wasTried, setTried] = useState(false);
  const values = { campaigns, webhooks };
  const counts = {
    campaigns: parseIds(campaigns).ids.length,
    webhooks: parseIds(webhooks).ids.length,
  };

  const check = () => {
    setTried(true);
    const empty = FIELDS.find(({ key }) => counts[key] === 0);
    if (empty) document.getElementById(empty.id)?.focus();
    else store.read({ kind: 'every', ...values });
  };

  return (
    <InputForm
      title={<h2>Every webhook × every campaign</h2>}
      count={`${formatCount(counts.campaigns, 'campaign')} × ${formatCount(counts.webhooks, 'webhook')} = ${formatCount(counts.campaigns * counts.webhooks, 'pair')}`}
      onCheck={check}
    >
      <div className={styles['every']}>
        {FIELDS.map(({ key, id, noun, label }) => {
          const isMissing = wasTried && counts[key] === 0;
          return (
            <div key={key} className={field['field']}>
              <label htmlFor={id}>{label}</label>
              <ListField
                id={id}
                rows={8}
                error={isMissing ? `Paste at least one ${noun} ID.` : undefined}
                hintId={isMissing ? undefined : 'every-hint'}
                value={values[key]}
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
