import '#src/ui/base.css';
import '#src/ui/tokens.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { followLeaving } from '#src/api/leaving.ts';
import { ConfigProblems } from '#src/app/ConfigProblems.tsx';
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx';
import { preloadFor, Start } from '#src/app/Start.tsx';
import { applyTheme, readTheme } from '#src/app/theme.ts';
import { expectsSession } from '#src/auth/expects.ts';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import { guardHistory } from './ui/overlays/leave-guard.ts';

const root = createRoot(document.getElementById('root') ?? document.body);
const show = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <ErrorBoundary>{page}</ErrorBoundary>
    </StrictMode>,
  );

applyTheme(readTheme());
guardHistory();
followLeaving();
preloadFor(expectsSession());

// Not awaited at the top level: the parts that are loaded apart import this file, and would wait until it is done.
const begin = async () => {
  const loaded = await loadConfig();
  if (loaded.ok) {
    const session = createSession(loaded.config);
    void session.start();
    show(<Start config={loaded.config} session={session} />);
  } else {
    show(<ConfigProblems problems={loaded.problems} />);
  }
};

void begin();
