import { isRecord } from '#src/lib/is-record.ts';
import { nextTask } from '#src/lib/timing.ts';
import { focusInPopover } from '#src/ui/overlays/popover.ts';

/** The link of the row, or the whole table with the row in view. */
type RowControl = 'link' | 'table';

/** Set by the mounted table, which renders only the rows in view. */
let reveal: ((id: string) => void) | undefined;

/** What to focus as soon as the table is mounted. */
let awaited: { id: string; control: RowControl } | undefined;

export const revealRowsBy = (scrollTo: (id: string) => void): (() => void) => {
  reveal = scrollTo;
  const row = awaited;
  awaited = undefined;
  // In a task of its own: the rows may still have to render, and finding one of 10,000 takes time.
  if (row && document.activeElement === document.body)
    void nextTask().then(() => focusRow(row.id, row.control));
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

/** Scrolls to a call's row and focuses it, at once or as soon as the table is mounted. */
export const focusRow = (id: string, control: RowControl = 'link'): void => {
  awaited = reveal ? undefined : { id, control };
  const findControl = () => {
    const link = findRowLink(id);
    return control === 'link' ? link : link?.closest<HTMLElement>('[role=region]');
  };
  const focus = () => {
    reveal?.(id);
    findControl()?.focus({ preventScroll: true });
  };
  focus();
  if (document.activeElement !== findControl()) requestAnimationFrame(focus);
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
