import { UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';

/** There was a session here: try a silent sign-in. */
const MARK = 'auth.signed-in';

// Known only where it is deployed, as the console's.
const { api, oidc } = (await (await fetch('/config.json')).json()) as {
  api: { baseUrl: string };
  oidc: { authority: string };
};

export const manager = new UserManager({
  authority: oidc.authority,
  client_id: 'console',
  redirect_uri: `${location.origin}/auth/callback`,
  silent_redirect_uri: `${location.origin}/auth/silent`,
  scope: 'openid profile email',
  userStore: new WebStorageStateStore({ store: sessionStorage }),
});

/** The session from an answer in the address, from the tab's tokens, or from a silent sign-in. */
export const findUser = async (): Promise<User | null> => {
  if (location.pathname === '/auth/callback') {
    const user = await manager.signinRedirectCallback();
    localStorage.setItem(MARK, '1');
    history.replaceState(null, '', '/calls');
    return user;
  }
  const kept = await manager.getUser();
  if (kept && kept.expired !== true) return kept;
  return localStorage.getItem(MARK) === null ? null : manager.signinSilent().catch(() => null);
};

export const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
  const user = await manager.getUser();
  const answer = await fetch(`${api.baseUrl}/api/v3/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${user?.access_token}`,
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
  return answer.json();
};
