import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigProblems } from '#src/app/ConfigProblems.tsx';
import { followVersions } from '#src/app/new-version.ts';
import { isSetup, Setup } from '#src/app/Setup.tsx';
import { loadParts, prepareConsole, Start } from '#src/app/Start.tsx';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import styles from '#src/app/Start.module.css';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { guardHistory } from '#src/ui/overlays/leave-guard.ts';

const root = document.getElementById('root') ?? document.body;

/** Draws over the picture that index.html brought. */
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

// Not awaited at the top level: the parts that are loaded apart import this file, and would wait until it is done.
const begin = async () => {
  // The area is on its way, and runs, while the configuration and the session are asked for.
  const parts = document.documentElement.dataset['first'] === 'frame' ? loadParts() : undefined;
  const loaded = await loadConfig(window.askedAhead?.config);
  if (!loaded.ok) {
    return show(
      isSetup() ? (
        <Setup loaded={loaded} session={undefined} />
      ) : (
        <ConfigProblems problems={loaded.problems} />
      ),
    );
  }
  const session = createSession(loaded.config);
  const setup = <Setup loaded={loaded} session={session} />;
  if (isSetup()) return show(setup);
  const words = document.getElementById('first-words');
  const started = session.start();
  if (words && session.getState().state === 'restoring') words.textContent = 'Signing you in…';
  await started;
  // Back from a sign-in that began there.
  if (isSetup()) return show(setup);
  // Once, and whole: what is drawn sooner would only be replaced.
  const state = session.getState();
  if (state.state === 'active') {
    const { person, personKey } = state;
    const prepared = prepareConsole({ config: loaded.config, session, person, personKey });
    await Promise.all([prepared, parts ?? loadParts()]);
  }
  show(<Start config={loaded.config} session={session} />);
};

void begin();
