import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigProblems } from '#src/app/ConfigProblems.tsx';
import { followVersions } from '#src/app/new-version.ts';
import { isSetupPage, loadParts, prepareConsole, SetupPage, Start } from '#src/app/Start.tsx';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import styles from '#src/app/Start.module.css';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { guardHistory } from '#src/ui/overlays/leave-guard.ts';

const root = document.getElementById('root') ?? document.body;

/** Replaces the first picture of index.html. */
const show = (page: ReactNode) => {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary
        renderFailure={(failure) => (
          <main className={styles['wait']}>
            <FailureAlert what="This page" failure={failure} />
          </main>
        )}
      >
        {page}
      </ErrorBoundary>
    </StrictMode>,
  );
};

guardHistory();
followVersions();

// Not awaited at the top level: the lazy parts import this file, and would wait for it.
const start = async () => {
  // The code of the area loads beside the configuration and the session.
  const parts = document.documentElement.dataset['first'] === 'frame' ? loadParts() : undefined;
  const loaded = await loadConfig(window.earlyRequests?.config);
  if (!loaded.ok) {
    const problems = <ConfigProblems problems={loaded.problems} />;
    return show(isSetupPage() ? <SetupPage loaded={loaded} session={undefined} /> : problems);
  }
  // Until the roles are known, the first picture shows no area.
  if (loaded.config.roles) {
    for (const part of document.querySelectorAll('#first-frame :is(nav > a, [data-first-area])'))
      part.remove();
  }
  const session = createSession(loaded.config);
  const setupPage = <SetupPage loaded={loaded} session={session} />;
  if (isSetupPage()) return show(setupPage);
  const restored = session.start();
  const status = document.getElementById('first-status');
  if (status && session.getState().state === 'restoring') status.textContent = 'Signing you in…';
  await restored;
  // The sign-in was begun on the setup page, and returned to it.
  if (isSetupPage()) return show(setupPage);
  // One complete render: an earlier one would only be replaced.
  const state = session.getState();
  if (state.state === 'active') {
    const { person, personKey } = state;
    const prepared = prepareConsole({ config: loaded.config, session, person, personKey });
    await Promise.all([prepared, parts ?? loadParts()]);
  }
  show(<Start config={loaded.config} session={session} />);
};

void start();
