import type { QueryClient } from '@tanstack/react-query';
import { callStatusKey } from '#src/api/hooks.ts';
import type { CallHistory } from './history.ts';

/** The cache's own name for the key of a call: looked up by it, no call costs a look at another. */
const hashCallKey = (id: string): string => JSON.stringify(callStatusKey(id));

const findCall = (client: QueryClient, id: string) =>
  client.getQueryCache().get<CallHistory>(hashCallKey(id));

/** What was seen of a call, from the cache. */
export const getHistory = (client: QueryClient, id: string): CallHistory | undefined =>
  findCall(client, id)?.state.data;

/** Takes a call out of the cache. */
export const removeHistory = (client: QueryClient, id: string): void => {
  const query = findCall(client, id);
  if (query) client.getQueryCache().remove(query);
};
