import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { isSendable } from '#src/lib/ids.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SegmentedChoice } from '#src/ui/forms/Choice.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { bare, UNSENDABLE } from '#src/features/webhooks/change/pair.ts';
import { IdField } from './IdSuggestions.tsx';
import { LONGEST_NAME, MOST_NAMES, NAME_KINDS, toLine, type GivenName, type NameBook } from './names.ts';
import styles from './Names.module.css';
import { number } from '#src/lib/count.ts';

const KINDS = [
  { value: 'campaign', label: 'Campaign' },
  { value: 'webhook', label: 'Webhook' },
] as const;

const NOTHING: GivenName = { kind: 'campaign', id: '', name: '' };

const FULL = `This browser keeps ${number(MOST_NAMES)} names at most. Remove one first.`;

const faultOfId = ({ kind, id }: GivenName, book: NameBook): string | undefined => {
  if (id === '') return `Enter the ${kind} ID.`;
  if (!isSendable(id)) return UNSENDABLE;
  const isFull = book.campaign.size + book.webhook.size >= MOST_NAMES;
  return isFull && !book[kind].has(id) ? FULL : undefined;
};

const nameSchema = (book: NameBook) =>
  z
    .object({
      kind: z.enum(NAME_KINDS),
      id: z.pipe(z.string(), z.transform(bare)),
      name: z.pipe(
        z.pipe(z.string(), z.transform(toLine)),
        z.string().check(z.refine(isSendable, 'Enter a name.')),
      ),
    })
    .check(({ value, issues }) => {
      const message = faultOfId(value, book);
      if (message !== undefined) issues.push({ code: 'custom', message, path: ['id'], input: value.id });
    });

/** Gives one name. */
export const NameForm = ({ book, onGive }: { book: NameBook; onGive: (given: GivenName) => void }) => {
  const { register, handleSubmit, control, formState, clearErrors, setValue, setFocus, reset } = useForm({
    resolver: zodResolver(nameSchema(book)),
    defaultValues: NOTHING,
    reValidateMode: 'onSubmit',
  });
  const { errors } = formState;
  const [kind, id] = useWatch({ control, name: ['kind', 'id'] });
  const known = book[kind].get(bare(id));

  const give = (given: GivenName) => {
    onGive(given);
    setFocus('id');
    reset({ ...NOTHING, kind: given.kind });
  };

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => void handleSubmit(give)(event)}
      aria-label="Add a name"
    >
      <SegmentedChoice
        label="Kind"
        choices={KINDS}
        value={kind}
        onChoose={(next) => {
          setValue('kind', next);
          clearErrors();
        }}
      />
      <IdField
        label={kind === 'campaign' ? 'Campaign ID' : 'Webhook ID'}
        kind={kind}
        error={errors.id?.message}
        onUse={(chosen) => {
          setValue('id', chosen);
          clearErrors('id');
        }}
        {...register('id', { onChange: () => clearErrors('id') })}
        value={id}
      />
      <TextField
        label="Name"
        maxLength={LONGEST_NAME}
        error={errors.name?.message}
        hint={known !== undefined && `Takes the place of ‘${known}’.`}
        {...register('name', { onChange: () => clearErrors('name') })}
      />
      <Button size="lg" type="submit">
        {known === undefined ? 'Add' : 'Change'}
      </Button>
    </form>
  );
};
