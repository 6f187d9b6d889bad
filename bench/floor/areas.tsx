import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useParams } from 'wouter';
import * as z from 'zod/mini';
import { ask } from './session.ts';

const Row = ({ id }: { id: string }) => {
  const { data, error } = useQuery({
    queryKey: ['call', id],
    queryFn: async () =>
      (await ask('GET', `call_status?callId=${encodeURIComponent(id)}`)) as Record<string, string>,
    refetchInterval: ({ state }) => (state.data?.['endTime'] === undefined ? 5000 : false),
  });
  return (
    <tr>
      <td>{id}</td>
      <td data-status="">{error ? error.message : (data?.['status'] ?? 'First check')}</td>
      <td>{data?.['startTime']}</td>
      <td>{data?.['endTime']}</td>
    </tr>
  );
};

export const Calls = () => {
  const { id } = useParams();
  const [ids, setIds] = useState(id === undefined ? [] : [id]);
  const [text, setText] = useState('');
  return (
    <>
      <h1>Calls</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setIds([...new Set([...ids, ...text.split(/\s+/).filter(Boolean)])]);
          setText('');
        }}
      >
        <label>
          Call IDs to watch
          <textarea rows={1} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit">Watch</button>
      </form>
      <table>
        <tbody>
          {ids.map((each) => (
            <Row key={each} id={each} />
          ))}
        </tbody>
      </table>
    </>
  );
};

const required = z.string().check(z.minLength(1, 'Enter a value'));

const pair = z.object({ campaignId: required, webhookId: required });

export const Webhooks = () => {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(pair) });
  const { errors } = formState;
  const { error, data, mutate } = useMutation({
    mutationFn: (fields: z.infer<typeof pair>) =>
      ask('POST', `add_webhook_campaingn?${new URLSearchParams(fields).toString()}`),
  });
  return (
    <form onSubmit={(event) => void handleSubmit((fields) => mutate(fields))(event)}>
      <h1>Webhooks</h1>
      <label>
        Campaign ID <input {...register('campaignId')} /> {errors.campaignId?.message}
      </label>
      <label>
        Webhook ID <input {...register('webhookId')} /> {errors.webhookId?.message}
      </label>
      <button type="submit">Attach</button>
      <p role="status">{error?.message ?? JSON.stringify(data)}</p>
    </form>
  );
};

const provider = z.object({
  providerAccountSid: required,
  providerAuthToken: required,
  providerPhoneNumber: required,
});

export const Provider = () => {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(provider) });
  const { errors } = formState;
  const { error, data, mutate } = useMutation({
    mutationFn: (fields: z.infer<typeof provider>) => ask('POST', 'update_provider', fields),
  });
  return (
    <form onSubmit={(event) => void handleSubmit((fields) => mutate(fields))(event)}>
      <h1>Provider</h1>
      <label>
        Account SID <input {...register('providerAccountSid')} /> {errors.providerAccountSid?.message}
      </label>
      <label>
        Auth token <input type="password" {...register('providerAuthToken')} />
        {errors.providerAuthToken?.message}
      </label>
      <label>
        Phone number <input {...register('providerPhoneNumber')} /> {errors.providerPhoneNumber?.message}
      </label>
      <button type="submit">Save configuration</button>
      <p role="status">{error?.message ?? JSON.stringify(data)}</p>
    </form>
  );
};
