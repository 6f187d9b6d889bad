import type { MouseEvent } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label';

/** The `onClick` of a table's body: a click in a row, but not on a control or selected text, clicks its `data-opens-row`. */
export const openRow = ({ target }: MouseEvent): void => {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return;
  const row = target.closest('tr');
  const selection = getSelection();
  if (!row || (selection && !selection.isCollapsed && selection.containsNode(row, true))) return;
  const opens = row.querySelector<HTMLElement>('[data-opens-row]');
  opens?.focus({ preventScroll: true });
  opens?.click();
};
