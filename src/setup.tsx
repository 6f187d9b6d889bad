// Built apart (scripts/setup-page.ts): it shares no file with the console, and loads if those can't.
import { renderPage } from '#src/app/render-page.tsx';
import '#src/app/preferences.ts';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import { SetupPage } from '#src/features/setup/SetupPage.tsx';

const start = async () => {
  const loaded = await loadConfig(window.earlyRequests?.config);
  const session = loaded.ok ? createSession(loaded.config) : undefined;
  // The answer to a sign-in that began here. Without one, nothing is requested before a click.
  if (new URLSearchParams(location.search).has('state')) await session?.start();
  await renderPage(<SetupPage loaded={loaded} session={session} />);
};

void start();
