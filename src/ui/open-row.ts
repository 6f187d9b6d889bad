import type { MouseEvent } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label';

/**
 * Has a press anywhere in a row of a table be one of its `data-opens-row`: not on another control, and not where text is
 * being selected. For the `onClick` of what holds the rows.
 */
export const openRow = ({ target }: MouseEvent): void => {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return;
  const row = target.closest('tr');
  const selection = getSelection();
  if (!row || (selection && !selection.isCollapsed && selection.containsNode(row, true))) return;
  const opens = row.querySelector<HTMLElement>('[data-opens-row]');
  opens?.focus({ preventScroll: true });
  opens?.click();
};
