import type { ComponentType } from 'react';
import type { AreaName } from '#src/config.ts';
import { BASE } from '#src/lib/base.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { lazyComponent, preloadParts } from '#src/ui/lazy.tsx';
import type { IconName } from '#src/ui/Icon.tsx';

export type Area = {
  name: AreaName;
  path: string;
  label: string;
  icon: IconName;
  Page: ComponentType & { preload: () => void };
};

export const CALLS_PATH = `${BASE}calls`;
export const WEBHOOKS_PATH = `${BASE}webhooks`;

export const AREAS: readonly [Area, ...Area[]] = [
  {
    name: 'calls',
    path: CALLS_PATH,
    label: 'Calls',
    icon: 'calls',
    Page: lazyComponent(async () => (await import('#src/features/calls/CallsPage.tsx')).CallsPage),
  },
  {
    name: 'webhooks',
    path: WEBHOOKS_PATH,
    label: 'Webhooks',
    icon: 'webhooks',
    Page: lazyComponent(async () => (await import('#src/features/webhooks/WebhooksPage.tsx')).WebhooksPage),
  },
  {
    name: 'provider',
    path: `${BASE}provider`,
    label: 'Provider',
    icon: 'provider',
    Page: lazyComponent(async () => (await import('#src/features/provider/ProviderPage.tsx')).ProviderPage),
  },
];

export const findArea = (path: string): Area | undefined =>
  AREAS.find((area) => path === area.path || path.startsWith(`${area.path}/`));

export const findAllowedAreas = ({ areas }: Workspace): Area[] =>
  AREAS.filter(({ name }) => areas.includes(name));

const IDLE_AFTER_MS = 3000;

/** Loads all other parts once the browser is idle, unless it saves data. The result cancels it. */
export const preloadWhenIdle = (): (() => void) | undefined => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (isRecord(connection) && connection['saveData'] === true) return undefined;
  const load = () => void preloadParts();
  // Safari has no idle callbacks.
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()),
    IDLE_AFTER_MS,
  );
  return () => clearTimeout(timer);
};
