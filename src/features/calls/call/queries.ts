import type { QueryClient } from '@tanstack/react-query';
import { callStatusKey } from '#src/api/hooks.ts';
import type { CallHistory } from './history.ts';

/** By the cache's own hash of the key: `getQueryData` would hash it anew for each of 10,000 calls. */
const findQuery = (client: QueryClient, id: string) =>
  client.getQueryCache().get<CallHistory>(JSON.stringify(callStatusKey(id)));

export const getHistory = (client: QueryClient, id: string): CallHistory | undefined =>
  findQuery(client, id)?.state.data;

export const removeHistory = (client: QueryClient, id: string): void => {
  const query = findQuery(client, id);
  if (query) client.getQueryCache().remove(query);
};
