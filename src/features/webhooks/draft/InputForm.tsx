import type { ReactNode, SubmitEvent } from 'react';
import { useStore } from 'zustand';
import type { PairOperation } from '#src/log/entry.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SegmentedControl } from '#src/ui/forms/Choice.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { useDraftStore } from './draft-store.ts';
import styles from './BulkInput.module.css';

const OPERATIONS = (['attach', 'detach'] as const).map((value) => ({ value, label: VERBS[value].capital }));

export const OperationChoice = (props: {
  value: PairOperation;
  onChange: (operation: PairOperation) => void;
}) => <SegmentedControl label="Action" segments={OPERATIONS} {...props} />;

export const InputForm = ({
  title,
  count,
  className = styles['form'],
  onCheck,
  children,
}: {
  title: ReactNode;
  /** `2 campaigns × 3 webhooks = 6 pairs` */
  count?: string;
  /** For the element around title and fields. */
  className?: string | undefined;
  onCheck: () => void;
  children: ReactNode;
}) => {
  const store = useDraftStore();
  const { typed, isReading } = useStore(store);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onCheck();
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <div className={className}>
        <div className={styles['label']}>
          {title}
          <OperationChoice value={typed.operation} onChange={(operation) => store.type({ operation })} />
        </div>
        {children}
      </div>
      <div className="btns">
        <Button
          variant="primary"
          size="lg"
          type="submit"
          busy={isReading}
          aria-describedby={count === undefined ? undefined : 'pairs-count'}
        >
          Check pairs
        </Button>
        {count !== undefined && (
          <output className="second" id="pairs-count">
            {count}
          </output>
        )}
      </div>
    </form>
  );
};
