import { useEffect, useState, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Menu, MenuChoice } from '#src/ui/overlays/Menu.tsx';
import { Status, type Tone } from '#src/ui/Status.tsx';
import styles from './FilterBar.module.css';

export type FilterOption<Value extends string = string> = {
  value: Value;
  label: string;
  title?: string | undefined;
  /** An option without a tone is not part of the stacked bar. */
  tone?: Tone | undefined;
  /** Instead of the icon of its tone. */
  icon?: IconName | undefined;
  count: number;
  /** Its part of the stacked bar, if another option counts some of the same. */
  share?: number | undefined;
  /** Hidden while it counts nothing, unless it is chosen: then it is the way back. */
  isOptional?: boolean | undefined;
  /** Drawn apart from the option before it. */
  isApart?: boolean | undefined;
  /** In a menu of its own. */
  choices?: readonly Pick<FilterOption<Value>, 'value' | 'label' | 'count'>[];
};

/** Room for so many digits at least, so that the filters don't move when numbers grow. */
const MIN_DIGITS = 3;

/** A pointer that rests hides no new filter for longer. */
const HOLD_MS = 5000;

/** A part is never narrower than this, so that one among thousands can be seen. */
const MIN_SHARE = 0.012;

/** Start and width in percent. */
const layOut = (counts: readonly number[], of?: number): { start: number; width: number }[] => {
  const sum = of ?? counts.reduce((total, count) => total + count, 0);
  const shares = counts.map((count) => Math.max(count / sum, MIN_SHARE));
  const filled = shares.reduce((total, share) => total + share, 0);
  const whole = of === undefined ? filled : Math.max(1, filled);
  let end = 0;
  return shares.map((share) => {
    const start = end;
    const width = (share / whole) * 100;
    end += width;
    return { start, width };
  });
};

export const StackedBar = ({
  parts,
  of,
}: {
  parts: readonly Pick<FilterOption, 'tone' | 'count' | 'share'>[];
  /** What the whole bar stands for, if its parts don't fill it. */
  of?: number;
}) => {
  const drawn = parts.filter(({ tone, count, share = count }) => tone && share > 0);
  const spans = layOut(
    drawn.map(({ count, share = count }) => share),
    of,
  );
  return (
    <svg className={styles['bar']} aria-hidden="true">
      {spans.map(({ start, width }, at) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- parts stay in their order
          key={at}
          data-tone={drawn[at]?.tone}
          x={`${start}%`}
          y="-2"
          width={`${width}%`}
          height="12"
          strokeWidth="2"
        />
      ))}
    </svg>
  );
};

export const FilterBar = <Value extends string>({
  label,
  options,
  value,
  onChange,
  aside,
  progress,
  className,
}: {
  label: string;
  options: readonly FilterOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  aside?: ReactNode;
  /** Makes the stacked bar a progress bar; `text` says the progress in words. */
  progress?: { now: number; max: number; text: string } | undefined;
  className?: string | undefined;
}) => {
  /** What is shown while the pointer moves over the filters: none comes or goes then. */
  const [held, setHeld] = useState<readonly Value[]>();
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => setHeld(undefined), HOLD_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const shown = options.filter((option) =>
    held ? held.includes(option.value) : !option.isOptional || option.count > 0 || option.value === value,
  );
  const digits = Math.max(MIN_DIGITS, ...options.map(({ count }) => formatNumber(count).length));
  return (
    <section className={classes(styles['filterBar'], className)} aria-label={label}>
      <div
        {...(progress && {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuenow': progress.now,
          'aria-valuemax': progress.max,
          'aria-valuetext': progress.text,
        })}
      >
        <StackedBar parts={options} />
      </div>
      <div className={styles['line']}>
        <div
          className={styles['options']}
          role="group"
          aria-label="Show only"
          onPointerMove={() => setHeld((before) => before ?? shown.map((option) => option.value))}
          onPointerLeave={() => setHeld(undefined)}
          // A mouse without a sideways wheel.
          onWheel={({ currentTarget, deltaX, deltaY }) => {
            if (deltaX === 0) currentTarget.scrollLeft += deltaY;
          }}
        >
          {shown.map((option) => {
            const content = (
              <>
                {option.tone && <Status tone={option.tone} icon={option.icon} />}
                <span className="cut">{option.label}</span>{' '}
                <b style={{ minWidth: `${digits}ch` }} data-zero={option.count === 0 || undefined}>
                  {formatNumber(option.count)}
                </b>
              </>
            );
            const button = {
              className: styles['option'],
              title: option.title,
              'data-apart': option.isApart || undefined,
              'aria-pressed': option.value === value,
            };
            if (!option.choices) {
              return (
                <button key={option.value} type="button" {...button} onClick={() => onChange(option.value)}>
                  {content}
                </button>
              );
            }
            const children = (
              <>
                {content}
                <Icon name="down" />
              </>
            );
            return (
              <Menu key="choices" label={option.label} trigger={{ ...button, size: 'sm', children }}>
                {option.choices.map((choice) => (
                  <MenuChoice
                    key={choice.value}
                    isOn={choice.value === value}
                    onClick={() => onChange(choice.value)}
                  >
                    <span className={classes('cut', styles['choice'])}>{choice.label}</span>
                    <b>{formatNumber(choice.count)}</b>
                  </MenuChoice>
                ))}
              </Menu>
            );
          })}
        </div>
        {aside}
      </div>
    </section>
  );
};
