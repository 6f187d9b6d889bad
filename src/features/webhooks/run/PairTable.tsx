import { useImperativeHandle, useState, type ReactNode, type Ref } from 'react';
import { classes } from '#src/lib/classes.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { withMarks } from '#src/lib/invisible.ts';
import table from '#src/ui/table/Table.module.css';
import { useRowWindow } from '#src/ui/table/use-row-window.ts';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import { Named } from '#src/features/webhooks/names/PairName.tsx';

/** Which column a cell stands in, as the stylesheet names it: number, campaign, webhook, check, result, answer. */
type Column = 'p-n' | 'p-c' | 'p-w' | 'p-s' | 'p-r' | 'p-a';

export type PairHead = { column: Column; text: string };

/** One row: its cells, each a `<td>` with the class of its column. */
export type PairRow = {
  key: string | number;
  cells: ReactNode;
  /** Of no consequence, so set in quiet ink. */
  isDim?: boolean;
  /** Higher than the others; its position stands in `tall` too. */
  isTall?: boolean;
};

export type PairTableHandle = {
  /** Scrolls until a row can be seen, and draws it at once; not within a rendering or an effect. The row, or undefined. */
  reveal: (position: number) => HTMLTableRowElement | undefined;
  /** As `follow` of the row window: keeps a row in sight that moves on by itself. */
  follow: (position: number) => number | undefined;
  /** Gives the keyboard to the region that scrolls. */
  focus: () => void;
};

const NONE: readonly number[] = [];

/** Where a row stands among those shown, from 0. */
const positionOf = (target: Element): number | undefined => {
  const index = target.closest('tr')?.getAttribute('aria-rowindex');
  return index === null || index === undefined ? undefined : Number(index) - 2;
};

/**
 * An ID in a narrow place: its last characters stay visible, and it is read out as a whole. Characters that cannot be
 * seen are named, and none of it turns what stands beside it.
 */
export const PairId = ({ id }: { id: string }) => {
  const shown = withMarks(id);
  const [head, tail] = splitForDisplay(shown);
  if (tail === '') {
    return (
      <span className={table['id']}>
        <span dir="auto">{head}</span>
      </span>
    );
  }
  return (
    <>
      <bdi className="vh">{shown}</bdi>
      <span className={table['id']} aria-hidden="true">
        <span dir="auto">{head}</span>
        <span dir="auto">{tail}</span>
      </span>
    </>
  );
};

/** The cell of an ID, with the name that the person gave it. */
export const PairCell = ({ kind, id }: { kind: NameKind; id: string }) => (
  <td className={`${kind === 'campaign' ? 'p-c' : 'p-w'} mono`}>
    {id === '' ? (
      <span className="quiet">empty</span>
    ) : (
      <span className="pv-id">
        <Named kind={kind} id={id}>
          <PairId id={id} />
        </Named>
      </span>
    )}
  </td>
);

/** Pairs by the ten thousand. Only the rows that can be seen are drawn, and some above and below them. */
export const PairTable = ({
  label,
  caption,
  heads,
  count,
  renderRow,
  kept = NONE,
  tall = NONE,
  className,
  ref,
}: {
  label: string;
  caption: string;
  heads: readonly PairHead[];
  /** How many rows are shown. */
  count: number;
  renderRow: (position: number) => PairRow;
  /** Positions that stay drawn wherever they are; the row with the keyboard does anyway. */
  kept?: readonly number[];
  tall?: readonly number[];
  /** Of the table, for columns of another width. */
  className?: string | undefined;
  ref?: Ref<PairTableHandle>;
}) => {
  const [focused, setFocused] = useState<number>();
  const { region, rows, gap, reveal, follow } = useRowWindow({
    count,
    kept: focused === undefined ? kept : [...kept, focused],
    tall,
  });
  useImperativeHandle(ref, () => ({
    focus: () => region.current?.focus(),
    follow,
    reveal: (position) => {
      reveal(position);
      return (
        region.current?.querySelector<HTMLTableRowElement>(`tr[aria-rowindex="${position + 2}"]`) ?? undefined
      );
    },
  }));

  const parts: ReactNode[] = [];
  let next = 0;
  const addGap = (key: string, until: number) => {
    const height = gap(next, until);
    if (height > 0) parts.push(<tr key={key} className="pv-gap" aria-hidden="true" style={{ height }} />);
  };
  for (const position of rows) {
    addGap(`gap ${next}`, position);
    const { key, cells, isDim = false, isTall = false } = renderRow(position);
    parts.push(
      <tr
        key={key}
        aria-rowindex={position + 2}
        className={isDim ? 'dim' : undefined}
        data-tall={isTall || undefined}
      >
        {cells}
      </tr>,
    );
    next = position + 1;
  }
  addGap('gap below', count);

  return (
    <div
      ref={region}
      className={classes(table['scroll'], 'pv-scroll')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={classes(table['table'], 'pv', className)} aria-rowcount={count + 1}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {heads.map(({ column, text }) => (
              <th key={column} scope="col" className={column}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens only, for the controls within */}
        <tbody
          onFocus={({ target }) => setFocused(positionOf(target))}
          onBlur={({ currentTarget, relatedTarget }) => {
            // Else a row out of sight would be gone before its next control has the keyboard.
            if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(undefined);
          }}
        >
          {parts}
        </tbody>
      </table>
    </div>
  );
};
