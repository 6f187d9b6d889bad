import { followVersions } from '#src/app/new-version.ts';
import { renderPage } from '#src/app/render-page.tsx';
import { ConfigProblems, loadParts, prepareConsole, Start } from '#src/app/Start.tsx';
import { createSession } from '#src/auth/session.ts';
import { loadConfig } from '#src/config.ts';
import { guardHistory } from '#src/ui/overlays/leave-guard.ts';

guardHistory();
followVersions();

const { first } = document.documentElement.dataset;

// Not awaited at the top level: the lazy parts import this file, and would wait for it.
const start = async () => {
  // The code of the area loads beside the configuration and the session.
  const parts = first === 'frame' ? loadParts() : undefined;
  const loaded = await loadConfig(window.earlyRequests?.config);
  if (!loaded.ok) return renderPage(<ConfigProblems problems={loaded.problems} />);
  // Until the roles are known, the first picture shows no area.
  if (loaded.config.roles) {
    for (const part of document.querySelectorAll('#first-frame :is(nav > a, [data-first-area])'))
      part.remove();
  }
  const session = createSession(loaded.config);
  const restored = session.start();
  const status = document.getElementById('first-status');
  if (status && session.getState().state === 'restoring') status.textContent = 'Signing you in…';
  await restored;
  // One complete render: an earlier one would only be replaced.
  const state = session.getState();
  if (state.state === 'active') {
    const { person, personKey } = state;
    const prepared = prepareConsole({ config: loaded.config, session, person, personKey });
    await Promise.all([prepared, parts ?? loadParts()]);
  }
  await renderPage(<Start config={loaded.config} session={session} />);
  // On the button of the first picture.
  const isPressed = 'pressed' in document.documentElement.dataset;
  if (isPressed && session.getState().state === 'anonymous') void session.signIn();
};

// Otherwise src/first.ts leaves for the setup page.
if (first !== 'none') void start();
