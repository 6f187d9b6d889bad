import type { KeyboardEvent } from 'react';
import { focusByKey } from '#src/ui/focus.ts';
import { isTypedIn } from '#src/ui/keys.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The `onKeyDown` of a table's body: arrow keys lead from a control to the one in its place in the next row. */
export const stepRow = (
  event: KeyboardEvent,
  reveal: (index: number) => HTMLTableRowElement | undefined,
): void => {
  const { target, key, shiftKey, ctrlKey, altKey, metaKey } = event;
  const by = STEPS[key];
  if (by === undefined || shiftKey || ctrlKey || altKey || metaKey || isTypedIn(target)) return;
  const row = target instanceof Element ? target.closest('tr') : null;
  const findControls = (line: HTMLTableRowElement | null | undefined) => [
    ...(line?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
  ];
  const place = findControls(row).findIndex((control) => control === target);
  const controls = findControls(reveal(Number(row?.getAttribute('aria-rowindex')) - 2 + by));
  const next = controls[place] ?? controls.at(-1);
  if (place === -1 || !next) return;
  event.preventDefault();
  focusByKey(next, { preventScroll: true });
};
