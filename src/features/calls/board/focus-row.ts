import { isRecord } from '#src/lib/is-record.ts';
import { nextTask } from '#src/lib/timing.ts';
import { focusByKey } from '#src/ui/keys.ts';
import { focusInPopover } from '#src/ui/overlays/popover.ts';

/** Set by the mounted table, which renders only the rows in view. Reveals the topmost of these calls. */
let reveal: ((ids: readonly string[]) => void) | undefined;

/** The calls to focus as soon as the table is mounted. */
let awaited: readonly string[] | undefined;

export const revealRowsBy = (scrollTo: (ids: readonly string[]) => void): (() => void) => {
  reveal = scrollTo;
  const ids = awaited;
  awaited = undefined;
  // In a task of its own: the rows may still have to render, and finding one of 10,000 takes time.
  if (ids && document.activeElement === document.body) void nextTask().then(() => focusRows(ids));
  return () => {
    if (reveal === scrollTo) reveal = undefined;
  };
};

/** Of the panel beside the table, with a call or the summary. */
export const PANEL_ID = 'board-panel';

/** Undefined if the row is out of view. */
export const findRowLink = (id: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('#calls-rows a')].find(({ title }) => title === id);

export const findCallAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest('#calls-rows > tr')?.querySelector<HTMLAnchorElement>('a')?.title
    : undefined;

export const findFocusedCall = (): string | undefined => findCallAt(document.activeElement);

/**
 * Scrolls to the topmost of these calls, at once or as soon as the table is mounted. Focuses the row of a single call, else
 * the table: answers sort rows anew, and a focused row would take the view along. `byKeys`: as {@link focusByKey}.
 */
export const focusRows = (ids: readonly string[], byKeys = false): void => {
  awaited = reveal ? undefined : ids;
  const [only, ...others] = ids;
  const findControl = () =>
    only !== undefined && others.length === 0
      ? findRowLink(only)
      : document.getElementById('calls-rows')?.closest<HTMLElement>('[role=region]');
  const focus = () => {
    reveal?.(ids);
    const options = { preventScroll: true };
    if (byKeys) focusByKey(findControl(), options);
    else findControl()?.focus(options);
  };
  focus();
  if (document.activeElement !== findControl()) requestAnimationFrame(focus);
};

export const focusRow = (id: string, byKeys = false): void => focusRows([id], byKeys);

/** After what had the focus is gone, or when the table takes its place. */
export const focusTableIfLost = (): void => {
  if (!reveal) awaited = [];
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusRows([]);
  });
};

export const LOOKUP_ID = 'call-ids';
export const FILTER_ID = 'call-filter';

type FieldId = typeof LOOKUP_ID | typeof FILTER_ID;

/** The field to focus, if a key pressed in another area asked for it. */
export const readFieldToFocus = (): FieldId | undefined => {
  const state: unknown = history.state;
  const field = isRecord(state) ? state['focus'] : undefined;
  return field === LOOKUP_ID || field === FILTER_ID ? field : undefined;
};

/** Opens the field's popover, if it has one. In the next frame: the field may not be drawn yet. */
export const focusField = (id: FieldId): void => {
  requestAnimationFrame(() => focusInPopover(document.getElementById(id)));
};

export const focusLookup = (): void => focusField(LOOKUP_ID);
