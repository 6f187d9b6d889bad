import {
  useEffect,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { focusByKey, isTypedIn } from '#src/ui/keys.ts';
import { countPages, findPage, findPageRows, formatPageRange, type Pages } from './pages.ts';
import styles from './Table.module.css';

type TableProps = {
  /** Names the scrolling region, and the buttons that turn its pages. */
  label: string;
  caption: ReactNode;
  /** The row of the sticky head. */
  head: ReactNode;
  /** One for each row of all pages. A new array if rows come, leave or move. */
  rowKeys: readonly string[];
  /** A `tr` with `aria-rowindex` (index + 2). A click in it presses its `data-opens-row`. */
  renderRow: (index: number) => ReactNode;
  pages: Pages;
  /** Arrow keys lead from row to row. */
  hasArrowKeys?: boolean;
  className?: string | undefined;
  regionProps?: HTMLAttributes<HTMLDivElement>;
  tableProps?: HTMLAttributes<HTMLTableElement> & { [data: `data-${string}`]: unknown };
  bodyProps?: HTMLAttributes<HTMLTableSectionElement>;
};

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

const findIndex = (target: EventTarget | null): number =>
  target instanceof Element ? Number(target.closest('tr')?.getAttribute('aria-rowindex')) - 2 : -1;

/** Undefined if the row is on another page. */
export const findTableRow = (label: string, index: number): HTMLTableRowElement | undefined =>
  document.querySelector<HTMLTableRowElement>(
    `[role=region][aria-label="${label}"] tbody > tr[aria-rowindex="${index + 2}"]`,
  ) ?? undefined;

const listControls = (row: Element | null | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
];

/** The control of another row in the same place. */
const findTwin = (row: Element | undefined, place: number): HTMLElement | undefined => {
  const controls = listControls(row);
  return controls[place] ?? controls.at(-1);
};

/** Below a long list. `label` names it. */
export const Pager = ({ label, rows, page, go }: { label: string; rows: number } & Omit<Pages, 'view'>) => {
  const last = countPages(rows) - 1;
  const turns = [
    ['First', 0],
    ['Previous', page - 1],
    ['Next', page + 1],
    ['Last', last],
  ] as const;
  return (
    <nav className={classes(styles['foot'], styles['pager'])} aria-label={`Pages of ${label.toLowerCase()}`}>
      <span role="status">{formatPageRange(page, rows)}</span>
      {turns.map(([name, to]) => {
        const isEnd = to === page || to < 0 || to > last;
        return (
          <Button
            key={name}
            variant="bare"
            size="sm"
            aria-label={`${name} page`}
            aria-disabled={isEnd || undefined}
            onClick={() => !isEnd && go(to)}
          >
            {name}
          </Button>
        );
      })}
    </nav>
  );
};

export const Table = ({
  label,
  caption,
  head,
  rowKeys,
  renderRow,
  pages: { view, page: wantedPage, go },
  hasArrowKeys = false,
  className,
  regionProps,
  tableProps,
  bodyProps,
}: TableProps) => {
  const region = useRef<HTMLDivElement>(null);
  const count = rowKeys.length;
  const { page, start, end } = findPageRows(wantedPage, count);

  useLayoutEffect(() => {
    region.current?.scrollTo(0, 0);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when they change
  }, [page, view]);

  const focused = useRef<{ row: Element; index: number; place: number }>(undefined);
  useEffect(() => {
    const body = region.current?.querySelector('tbody');
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      focused.current = row
        ? { row, index: findIndex(row), place: listControls(row).findIndex((one) => one === target) }
        : undefined;
    };
    // React misses the focus that a closing dialog gives back.
    body?.addEventListener('focusin', note);
    return () => body?.removeEventListener('focusin', note);
  }, []);
  // If the focused row leaves the page, the row in its place gets the focus.
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || document.activeElement !== document.body) return;
    const row = last.row.isConnected ? last.row : findTableRow(label, Math.min(last.index, end - 1));
    (findTwin(row, last.place) ?? region.current)?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when rows change
  }, [label, rowKeys, end]);

  /** Focuses the control of the row that is in the same place as the one focused. */
  const goToRow = (from: EventTarget, index: number): void => {
    const row = from instanceof Element ? from.closest('tr') : null;
    const place = listControls(row).findIndex((control) => control === from);
    if (findPage(index) !== page) flushSync(() => go(findPage(index)));
    focusByKey(findTwin(findTableRow(label, index), place) ?? region.current);
  };

  const handleKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    regionProps?.onKeyDown?.(event);
    const { target, key, shiftKey, ctrlKey, altKey, metaKey, currentTarget } = event;
    // The menu of a row has arrow keys of its own.
    if (event.defaultPrevented || shiftKey || ctrlKey || altKey || metaKey || isTypedIn(target)) return;
    const index = findIndex(target);
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    const isPage = key === 'PageDown' || key === 'PageUp';
    if (!(isArrow && hasArrowKeys && index >= 0) && !isPage) return;
    const by = key.endsWith('Down') ? 1 : -1;
    const lastOfPage = by > 0 ? end - 1 : start;
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    if (index < 0) {
      // The browser scrolls, until the end of the page.
      const isAtEnd = by > 0 ? scrollTop + clientHeight >= scrollHeight - 1 : scrollTop <= 0;
      if (!isAtEnd || page + by < 0 || page + by >= countPages(count)) return;
      go(page + by);
    } else {
      const rowPx = findTableRow(label, index)?.offsetHeight ?? 32;
      // The last row in view stays in view.
      const step = isArrow ? 1 : Math.max(1, Math.floor(clientHeight / rowPx) - 2);
      const isLast = index === lastOfPage;
      const next = isLast
        ? index + by
        : by > 0
          ? Math.min(index + step, lastOfPage)
          : Math.max(index - step, lastOfPage);
      if (next >= 0 && next < count) goToRow(target, next);
    }
    event.preventDefault();
  };

  return (
    <div className={classes(styles['area'], className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys scroll it, and move between the controls within */}
      <div
        ref={region}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        {...regionProps}
        className={styles['scroll']}
        onKeyDown={handleKey}
      >
        <table
          {...tableProps}
          className={classes(styles['table'], tableProps?.className)}
          aria-rowcount={count + 1}
        >
          <caption className="vh">{caption}</caption>
          <thead>{head}</thead>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- listens only, for the controls within */}
          <tbody
            onClick={openRow}
            {...bodyProps}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (document.hasFocus() && !currentTarget.contains(relatedTarget)) focused.current = undefined;
            }}
          >
            {rowKeys.slice(start, end).map((key, at) => (
              <ErrorBoundary
                key={key}
                renderFailure={() => (
                  <tr aria-rowindex={start + at + 2}>
                    <td colSpan={100}>This row could not be shown.</td>
                  </tr>
                )}
              >
                {renderRow(start + at)}
              </ErrorBoundary>
            ))}
          </tbody>
        </table>
        {count === 0 && <p className={classes(styles['none'], 'second')}>Nothing to show.</p>}
      </div>
      {countPages(count) > 1 && <Pager label={label} rows={count} page={page} go={go} />}
    </div>
  );
};
