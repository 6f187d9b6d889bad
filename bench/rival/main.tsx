import { QueryClient, QueryClientProvider, useQueries } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** What the benches compare with: the board as one would write it first, `useQueries` and a fixed `refetchInterval`. */

type Record = { status: string; duration?: number; startTime?: string; endTime?: string };

const query = new URLSearchParams(location.search);
const service = query.get('service') ?? '';
const intervalMs = Number(query.get('interval'));

const read = async (id: string, signal: AbortSignal): Promise<Record> => {
  const answer = await fetch(`${service}/api/v3/call_status?callId=${encodeURIComponent(id)}`, { signal });
  const record: Record = await answer.json();
  return record;
};

const callQuery = (id: string) => ({
  queryKey: ['call', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(id, signal),
  refetchInterval: ({ state }: { state: { data: Record | undefined } }) =>
    state.data?.endTime === undefined ? intervalMs : (false as const),
  staleTime: Infinity,
});

const WORDS: { [status: string]: string } = {
  'in-progress': 'In progress',
  completed: 'Completed',
  failed: 'Failed',
};
const wordOf = (record: Record | undefined): string =>
  record ? (WORDS[record.status] ?? record.status) : 'First check';

const time = (text: string | undefined): string => (text === undefined ? '–' : text.slice(11, 19));

const Status = ({ record }: { record: Record | undefined }) => (
  <span data-tone={record?.status ?? 'wait'}>
    <span>{wordOf(record)}</span>
  </span>
);

const Row = memo(({ id, record, at }: { id: string; record: Record | undefined; at: number }) => (
  <tr>
    <td>
      <Status record={record} />
    </td>
    <td>
      <a href={`#${id}`} title={id}>
        {id}
      </a>
    </td>
    <td>{time(record?.startTime)}</td>
    <td>{time(record?.endTime)}</td>
    <td>{record?.duration ?? '–'}</td>
    <td>{at > 0 ? new Date(at).toISOString().slice(11, 19) : '–'}</td>
  </tr>
));

const Board = () => {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    const add = (event: Event) => {
      if (event instanceof CustomEvent) setIds((before) => [...before, ...(event.detail as string[])]);
    };
    addEventListener('watch', add);
    return () => removeEventListener('watch', add);
  }, []);
  const results = useQueries({ queries: ids.map(callQuery) });
  const rows = ids.map((id, at) => ({ id, record: results[at]?.data, at: results[at]?.dataUpdatedAt ?? 0 }));
  const counts = new Map<string, number>([['All', ids.length]]);
  for (const { record } of rows) {
    if (record) counts.set(wordOf(record), (counts.get(wordOf(record)) ?? 0) + 1);
  }
  return (
    <>
      <section aria-label="Watched calls by status">
        {[...counts].map(([label, count]) => (
          <button type="button" key={label}>
            {label} {count}
          </button>
        ))}
      </section>
      <table>
        <tbody>
          {rows.map(({ id, record, at }) => (
            <Row key={id} id={id} record={record} at={at} />
          ))}
        </tbody>
      </table>
    </>
  );
};

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Board />
  </QueryClientProvider>,
);
