import type { PairOperation } from '#src/log/entry.ts';
import { SegmentedControl } from '#src/ui/forms/Choice.tsx';
import { VERBS } from '#src/features/webhooks/change/change.ts';

const OPERATIONS = (['attach', 'detach'] as const).map((value) => ({ value, label: VERBS[value].capital }));

export const OperationChoice = (props: {
  value: PairOperation;
  onChange: (operation: PairOperation) => void;
}) => <SegmentedControl label="Action" segments={OPERATIONS} {...props} />;
