import { useController, type Control } from 'react-hook-form';
import type { WebhookPair } from '#src/api/operations.ts';
import type { PAIR_FIELDS } from '#src/features/webhooks/change/change.ts';
import { IdField } from '#src/features/webhooks/names/IdField.tsx';

/** An error goes away as soon as it is corrected. A new one appears only on the next attempt to send. */
export const PairField = ({
  control,
  onCheck,
  onPastePair,
  onSwap,
  name,
  kind,
  label,
}: (typeof PAIR_FIELDS)[number] & {
  control: Control<WebhookPair>;
  onCheck: (name: keyof WebhookPair) => Promise<boolean>;
  /** Returns whether it took the text. */
  onPastePair: (text: string, into: keyof WebhookPair) => boolean;
  onSwap: () => void;
}) => {
  const { field, fieldState } = useController({ control, name });
  const { onChange, ...rest } = field;
  return (
    <IdField
      {...rest}
      label={label}
      kind={kind}
      error={fieldState.error?.message}
      onSwap={onSwap}
      onPaste={(event) => {
        if (onPastePair(event.clipboardData.getData('text'), name)) event.preventDefault();
      }}
      onValue={(id) => {
        onChange(id);
        if (fieldState.error) void onCheck(name);
      }}
    />
  );
};
