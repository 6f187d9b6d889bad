import './floor.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { Calls } from './Calls.tsx';
import { Provider } from './Provider.tsx';
import { findUser, manager } from './session.ts';
import { Webhooks } from './Webhooks.tsx';

/**
 * The app that the benches compare with: the console's parts, put together as simply as possible into three working areas.
 */

// zod's compiled mode probes `new Function`, which the content security policy reports.
z.config({ jitless: true });

const AREAS: Record<string, { label: string; area: ReactNode }> = {
  calls: { label: 'Calls', area: <Calls /> },
  webhooks: { label: 'Webhooks', area: <Webhooks /> },
  provider: { label: 'Provider', area: <Provider /> },
};

const App = () => {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const name = path.split('/')[1] ?? '';
  return (
    <>
      <nav aria-label="Main">
        {Object.entries(AREAS).map(([to, { label }]) => (
          <a
            key={to}
            href={`/${to}`}
            onClick={(event) => {
              event.preventDefault();
              history.pushState(null, '', `/${to}`);
              setPath(`/${to}`);
            }}
          >
            {label}
          </a>
        ))}
        <button type="button" onClick={() => void manager.signoutRedirect()}>
          Sign out
        </button>
      </nav>
      <main>{(AREAS[name] ?? AREAS['calls'])?.area}</main>
    </>
  );
};

const SignIn = () => (
  <main>
    <h1>Watch calls, attach webhooks, set the provider.</h1>
    <p>Sign in with your work account to reach the service.</p>
    <button type="button" onClick={() => void manager.signinRedirect()}>
      Sign in
    </button>
  </main>
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
const user = await findUser();
createRoot(root).render(
  user ? (
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  ) : (
    <SignIn />
  ),
);
