import type { ComponentType } from 'react';
import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { lazyComponent, preloadParts } from '#src/ui/lazy.tsx';
import type { IconName } from '#src/ui/Icon.tsx';

export type Area = {
  path: string;
  label: string;
  icon: IconName;
  /** What somebody may type who looks for something within it. */
  words: string;
  Page: ComponentType & { preload: () => void };
};

export const CALLS_PATH = `${BASE}calls`;
export const WEBHOOKS_PATH = `${BASE}webhooks`;

/** The areas, in the order of the rail; each is loaded when it is first needed. */
export const AREAS: readonly [Area, ...Area[]] = [
  {
    path: CALLS_PATH,
    label: 'Calls',
    icon: 'calls',
    words: 'board export import',
    Page: lazyComponent(async () => (await import('#src/features/calls/CallsPage.tsx')).CallsPage),
  },
  {
    path: WEBHOOKS_PATH,
    label: 'Webhooks',
    icon: 'webhooks',
    words: 'names undo export sent',
    Page: lazyComponent(async () => (await import('#src/features/webhooks/WebhooksPage.tsx')).WebhooksPage),
  },
  {
    path: `${BASE}provider`,
    label: 'Provider',
    icon: 'provider',
    words: 'credentials configuration save delete account sid auth token phone',
    Page: lazyComponent(async () => (await import('#src/features/provider/ProviderPage.tsx')).ProviderPage),
  },
];

/** The area that a path lies in; `/calls/abc` lies in Calls. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.find((area) => path === area.path || path.startsWith(`${area.path}/`));

const SETTLED_MS = 1000;

/**
 * Loads all other parts once the first area is shown and the browser has nothing else to do, unless the user saves data.
 * The result cancels it.
 */
export const preloadWhenIdle = (): (() => void) => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (isRecord(connection) && connection['saveData'] === true) return () => {};
  const load = () => void preloadParts();
  // Safari has no idle callbacks.
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()),
    SETTLED_MS,
  );
  return () => clearTimeout(timer);
};
