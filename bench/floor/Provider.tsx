import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Answer, Field, required } from './parts.tsx';
import { ask } from './service.ts';

const schema = z.object({
  providerAccountSid: required(),
  providerAuthToken: required(),
  providerPhoneNumber: required(),
  voiceProvider: z.optional(z.enum(['PROVIDER_A', 'PROVIDER_B'])),
});

const Deletion = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const deletion = useMutation({ mutationFn: () => ask('DELETE', 'delete_provider') });
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Delete configuration…
      </button>
      <dialog ref={dialog}>
        <form method="dialog" onSubmit={() => deletion.mutate()}>
          <p>Delete the provider’s configuration?</p>
          <button type="submit">Delete</button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </form>
      </dialog>
      <Answer of={deletion} />
    </>
  );
};

export const Provider = () => {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema) });
  const save = useMutation({
    mutationFn: (fields: z.infer<typeof schema>) => ask('POST', 'update_provider', { body: fields }),
  });
  const { errors } = formState;
  return (
    <>
      <h1>Provider</h1>
      <form onSubmit={(event) => void handleSubmit((fields) => save.mutate(fields))(event)}>
        <Field label="Account SID" error={errors.providerAccountSid} {...register('providerAccountSid')} />
        <Field
          label="Auth token"
          type="password"
          error={errors.providerAuthToken}
          {...register('providerAuthToken')}
        />
        <Field label="Phone number" error={errors.providerPhoneNumber} {...register('providerPhoneNumber')} />
        <label>
          Voice provider
          <select {...register('voiceProvider', { setValueAs: (value: string) => value || undefined })}>
            <option value="">As the service chooses</option>
            <option>PROVIDER_A</option>
            <option>PROVIDER_B</option>
          </select>
        </label>
        <button type="submit">Save configuration</button>
      </form>
      <Answer of={save} />
      <Deletion />
    </>
  );
};
