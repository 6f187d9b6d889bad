import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadParts, prepare, Start, startsAtOnce } from '#src/app/Start.tsx';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import { followPolicy } from '#src/lib/blocked-origins.ts';
import { followVersions } from '#src/lib/new-version.ts';
import { endureTranslators } from '#src/lib/translators.ts';
import { ErrorBoundary, FailureAlert } from '#src/ui/ErrorBoundary.tsx';
import { setSiteTitle } from '#src/ui/page/Title.tsx';
import { filterKeys } from '#src/ui/keys.ts';
import { closeTopDialog } from '#src/ui/overlays/Dialog.tsx';
import { leaving } from '#src/ui/overlays/leaving.ts';
import { isAtSetup } from '#src/app/areas.ts';

followPolicy();
leaving.listen(globalThis);
leaving.guardHistory(closeTopDialog);
filterKeys();
endureTranslators();
followVersions();

// Not awaited at the top level: the late parts import this file, and would wait for it.
const start = async () => {
  // The code of this address loads beside the configuration and the session.
  if (startsAtOnce()) void loadParts();
  const loaded = await loadConfig();
  if (loaded.ok) setSiteTitle(loaded.config.title);
  const session = loaded.ok ? createSession(loaded.config) : undefined;
  // The setup page requests nothing before a click.
  if (!isAtSetup()) await session?.start();
  // One complete render: an earlier one would only be replaced.
  await prepare(loaded, session);
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <ErrorBoundary renderFailure={(failure) => <FailureAlert what="This page" failure={failure} />}>
        <Start loaded={loaded} session={session} />
      </ErrorBoundary>
    </StrictMode>,
  );
};

void start();
