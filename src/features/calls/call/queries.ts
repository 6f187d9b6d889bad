import type { QueryClient } from '@tanstack/react-query';
import { callStatusKey } from '#src/api/hooks.ts';
import type { CallHistory } from './history.ts';

/** By the hash of the key, which is cheaper to make here than in `getQueryData` for each of 10,000 calls. */
const findQuery = (client: QueryClient, id: string) =>
  client.getQueryCache().get<CallHistory>(JSON.stringify(callStatusKey(id)));

export const findHistory = (client: QueryClient, id: string): CallHistory | undefined =>
  findQuery(client, id)?.state.data;

export const removeHistory = (client: QueryClient, id: string): void => {
  const query = findQuery(client, id);
  if (query) client.getQueryCache().remove(query);
};
