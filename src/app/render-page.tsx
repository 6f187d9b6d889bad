import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import styles from './Start.module.css';

/** Replaces the first picture. */
export const renderPage = (page: ReactNode) => {
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
