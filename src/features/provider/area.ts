import { BASE } from '#src/lib/base.ts';
import { lazyComponent } from '#src/ui/lazy.tsx';

export const providerArea = {
  name: 'provider',
  path: `${BASE}provider`,
  label: 'Provider',
  field: 'accountSid',
  Page: lazyComponent(async () => (await import('./ProviderPage.tsx')).ProviderPage),
} as const;
