import { useForm } from 'react-hook-form';
import { toLocalInput } from '#src/lib/timestamp.ts';
import { TextField, SegmentedField } from '#src/ui/forms/Field.tsx';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { formatTimeRange, readTimeRange, type TimeField, type TimeKey } from './call/time-filter.ts';

/** What an input of a date and time has, in the browser's zone. */
const readInput = (text: string): number | undefined => (text === '' ? undefined : new Date(text).getTime());

const YEAR = { value: /^(?:\d{4}-|$)/, message: 'Enter a year of four digits.' };

/** Calls that started or changed between two times, one of which may be left out. */
export const TimeDialog = ({
  time,
  onChoose,
  onClose,
}: {
  time: TimeKey | '';
  onChoose: (time: TimeKey) => void;
  onClose: () => void;
}) => {
  const shown = readTimeRange(time);
  const { register, handleSubmit, formState } = useForm<{ field: TimeField; from: string; until: string }>({
    defaultValues: {
      field: shown?.field ?? 'started',
      from: toLocalInput(shown?.from),
      until: toLocalInput(shown?.until),
    },
  });
  const show = handleSubmit(({ field, from, until }) => {
    onChoose(formatTimeRange({ field, from: readInput(from), until: readInput(until) }));
    onClose();
  });
  return (
    <ConfirmDialog
      title="Calls between two times"
      action="Show"
      variant="primary"
      onBack={onClose}
      onConfirm={() => void show()}
    >
      <SegmentedField
        legend="Calls that"
        segments={[
          { value: 'started', label: 'Started' },
          { value: 'changed', label: 'Changed' },
        ]}
        input={register('field')}
      />
      <TextField
        label="From"
        type="datetime-local"
        error={formState.errors.from?.message}
        {...register('from', { pattern: YEAR })}
      />
      <TextField
        label="To"
        type="datetime-local"
        error={formState.errors.until?.message}
        {...register('until', {
          pattern: YEAR,
          validate: (until, { from }) => {
            if (from === '' && until === '') return 'Enter a time.';
            return from === '' || until === '' || from <= until || 'Enter a time after “From”.';
          },
        })}
      />
    </ConfirmDialog>
  );
};
