import { StrictMode, type ReactNode } from 'react';
// Its small part, which other files need too.
import 'react-dom';
import { loadAgain } from '#src/lib/load-again.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { ignoreHeldEnter } from '#src/ui/keys.ts';
import styles from './Start.module.css';

/** The largest file of a start, loaded beside the others: the first requests don't need it. */
const loading = loadAgain(() => import('react-dom/client'), 20);
// src/start-failure.ts says why it is missing.
loading.catch(() => undefined);

/** Replaces the first picture. */
export const renderPage = async (page: ReactNode) => {
  ignoreHeldEnter();
  const { createRoot } = await loading;
  createRoot(document.getElementById('root') ?? document.body).render(
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
