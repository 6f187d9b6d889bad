import type { ComponentType } from 'react';
import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { preload } from '#src/ui/lazy.tsx';
import type { IconName } from '#src/ui/Icon.tsx';

export type Area = {
  path: string;
  label: string;
  icon: IconName;
  /** What somebody may type who looks for something within it. */
  words: string;
  load: () => Promise<ComponentType>;
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
    load: async () => (await import('#src/features/calls/CallsPage.tsx')).CallsPage,
  },
  {
    path: WEBHOOKS_PATH,
    label: 'Webhooks',
    icon: 'hooks',
    words: 'names undo export sent',
    load: async () => (await import('#src/features/webhooks/WebhooksPage.tsx')).WebhooksPage,
  },
  {
    path: `${BASE}provider`,
    label: 'Provider',
    icon: 'provider',
    words: 'credentials configuration save delete account sid auth token phone',
    load: async () => (await import('#src/features/provider/ProviderPage.tsx')).ProviderPage,
  },
];

/** The area that a path lies in; `/calls/abc` lies in Calls. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.find((area) => path === area.path || path.startsWith(`${area.path}/`));

/** Loads an area ahead of need. A failure is told when the area is opened. */
export const preloadArea = (area: Area): void => preload(area.load);

const SETTLED_MS = 1000;

/**
 * Loads the areas that are not shown, once the first one stands and the browser has nothing else to do; not for somebody who
 * saves data; so are the other parts. The result calls it off.
 */
export const preloadWhenIdle = (preloadOthers: () => void): (() => void) => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (isRecord(connection) && connection['saveData'] === true) return () => {};
  const load = () => {
    AREAS.forEach(preloadArea);
    preloadOthers();
  };
  // Safari has no idle callbacks.
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()),
    SETTLED_MS,
  );
  return () => clearTimeout(timer);
};
