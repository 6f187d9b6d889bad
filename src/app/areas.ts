import type { ComponentType } from 'react';
import type { AreaName } from '#src/config.ts';
import { callsArea } from '#src/features/calls/area.ts';
import { providerArea } from '#src/features/provider/area.ts';
import { webhooksArea } from '#src/features/webhooks/area.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { preloadParts } from '#src/ui/lazy.tsx';

export type Area = {
  /** Also of its icon. */
  name: AreaName;
  path: string;
  /** Where links from other areas lead, if not to `path`. */
  getLastPath?: () => string;
  label: string;
  /** The first field, which takes the focus if the area is opened by keyboard. */
  field: string;
  Page: ComponentType & { preload: () => void };
};

export const AREAS: readonly [Area, ...Area[]] = [callsArea, webhooksArea, providerArea];

export const findArea = (path: string): Area | undefined =>
  AREAS.find((area) => path === area.path || path.startsWith(`${area.path}/`));

/** `from`: the path of the page with the link. */
export const getAreaPath = (area: Area, from: string): string =>
  (area === findArea(from) ? undefined : area.getLastPath?.()) ?? area.path;

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
