import { BASE } from '#src/lib/base.ts';
import { lazyPart } from '#src/ui/lazy.tsx';

/** Whether the address is that of the page which checks the setup. It needs no session. */
export const isSetup = (): boolean => location.pathname === `${BASE}setup`;

export const Setup = lazyPart(async () => (await import('#src/features/setup/SetupPage.tsx')).SetupPage);
