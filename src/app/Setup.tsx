import { BASE } from '#src/lib/base.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { ReloadPage } from './ReloadAlert.tsx';

/** Whether the page for whoever sets the console up stands at the present address. It has no session of its own to wait for. */
export const isSetup = (): boolean => location.pathname === `${BASE}setup`;

/** That page, which few ever see. */
export const Setup = lazyPart(async () => (await import('#src/features/setup/SetupPage.tsx')).SetupPage, {
  Failed: () => <ReloadPage title="Check setup could not be loaded" />,
});
