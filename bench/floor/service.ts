import { api, manager } from './session.ts';

export const ask = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<unknown> => {
  const user = await manager.getUser();
  const answer = await fetch(`${api.baseUrl}/api/v3/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${user?.access_token}`,
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
  return answer.json();
};
