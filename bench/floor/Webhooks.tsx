import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Answer, Field, required } from './parts.tsx';
import { ask } from './service.ts';

const schema = z.object({ campaignId: required(), webhookId: required() });

export const Webhooks = () => {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema) });
  const change = useMutation({
    mutationFn: ({ path, ...pair }: z.infer<typeof schema> & { path: string }) =>
      ask('POST', `${path}?${new URLSearchParams(pair).toString()}`),
  });
  const send = (path: string) => handleSubmit((pair) => change.mutate({ path, ...pair }));
  const { errors } = formState;
  return (
    <>
      <h1>Webhooks</h1>
      <form onSubmit={(event) => void send('add_webhook_campaingn')(event)}>
        <Field label="Campaign ID" error={errors.campaignId} {...register('campaignId')} />
        <Field label="Webhook ID" error={errors.webhookId} {...register('webhookId')} />
        <button type="submit">Attach</button>
        <button type="button" onClick={(event) => void send('remove_webhook_campaingn')(event)}>
          Detach
        </button>
      </form>
      <Answer of={change} />
    </>
  );
};
