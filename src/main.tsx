import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { prepare, Start } from '#src/app/Start.tsx';
import { followPolicy } from '#src/lib/blocked-origins.ts';
import { followVersions, removeServiceWorker } from '#src/lib/new-version.ts';
import { endureExtensions } from '#src/lib/extensions.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { filterKeys } from '#src/ui/keys.ts';
import { closeTopDialog } from '#src/ui/overlays/Dialog.tsx';
import { leaving } from '#src/ui/overlays/leaving.ts';

followPolicy();
leaving.listen(globalThis);
leaving.guardHistory(closeTopDialog);
filterKeys();
endureExtensions();
followVersions();
void removeServiceWorker();

// Not awaited at the top level: the late parts import this file, and would wait for it.
void prepare().then((prepared) =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <ErrorBoundary renderFailure={(failure) => <FailureAlert what="This page" failure={failure} />}>
        <Start {...prepared} />
      </ErrorBoundary>
    </StrictMode>,
  ),
);
