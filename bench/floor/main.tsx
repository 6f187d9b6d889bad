import './floor.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Link, Route, Switch } from 'wouter';
import * as z from 'zod/mini';
import { Calls, Provider, Webhooks } from './areas.tsx';
import { findUser, manager } from './session.ts';

/**
 * The app that `load` compares with: the console's libraries, put together as simply as possible into three working areas.
 */

// zod's compiled mode probes `new Function`, which the content security policy reports.
z.config({ jitless: true });

const client = new QueryClient();

const App = () => (
  <QueryClientProvider client={client}>
    <nav>
      <Link href="/calls">Calls</Link> <Link href="/webhooks">Webhooks</Link>{' '}
      <Link href="/provider">Provider</Link>{' '}
      <button type="button" onClick={() => void manager.signoutRedirect()}>
        Sign out
      </button>
    </nav>
    <main>
      <Switch>
        <Route path="/webhooks" component={Webhooks} />
        <Route path="/provider" component={Provider} />
        <Route path="/calls/:id?" component={Calls} />
      </Switch>
    </main>
  </QueryClientProvider>
);

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
createRoot(root).render(user ? <App /> : <SignIn />);
