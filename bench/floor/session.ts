import { UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';

/** There was a session here: try a silent sign-in. */
const MARK = 'floor.signed-in';

// Known only where it is deployed, as the console's.
export const { api, oidc } = (await (await fetch('/config.json')).json()) as {
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

const marked = (user: User): User => {
  localStorage.setItem(MARK, '1');
  return user;
};

/** The session from an answer in the address, from the tab's tokens, or from a silent sign-in. */
export const findUser = async (): Promise<User | null> => {
  if (location.pathname === '/auth/callback') {
    const user = marked(await manager.signinRedirectCallback());
    history.replaceState(null, '', '/calls');
    return user;
  }
  const kept = await manager.getUser();
  if (kept && kept.expired !== true) return kept;
  if (localStorage.getItem(MARK) === null) return null;
  const found = await manager.signinSilent().catch(() => null);
  return found && marked(found);
};
