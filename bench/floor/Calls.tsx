import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from './service.ts';

type CallRecord = { status: string; duration?: number; startTime?: string; endTime?: string };

const EVERY_MS = 5000;

const Row = ({ id }: { id: string }) => {
  const { data, error } = useQuery({
    queryKey: ['call', id],
    queryFn: async ({ signal }) =>
      (await ask('GET', `call_status?callId=${encodeURIComponent(id)}`, { signal })) as CallRecord,
    refetchInterval: ({ state }) => (state.data?.endTime === undefined ? EVERY_MS : false),
  });
  return (
    <tr>
      <td>{id}</td>
      <td data-status="">{error ? error.message : (data?.status ?? 'First check')}</td>
      <td>{data?.startTime}</td>
      <td>{data?.endTime}</td>
      <td>{data?.duration}</td>
    </tr>
  );
};

const idOfPath = (): string[] => {
  const id = location.pathname.split('/')[2];
  return id === undefined ? [] : [decodeURIComponent(id)];
};

export const Calls = () => {
  const [ids, setIds] = useState(idOfPath);
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
      <p>{ids.length} watched</p>
      <table>
        <tbody>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </tbody>
      </table>
    </>
  );
};
