import type { ReactNode } from 'react';
import type { IconName } from '#src/ui/Icon.tsx';
import { StatusIcon, type Tone } from '#src/ui/Status.tsx';
import styles from './Tally.module.css';
import { number } from '#src/lib/count.ts';

export type TallyKey<Value extends string = string> = {
  value: Value;
  label: string;
  tone?: Tone | undefined;
  /** Instead of the icon of its tone. */
  icon?: IconName | undefined;
  count: number;
  /** How much of the bar is its own, where another key counts some of the same. */
  share?: number | undefined;
};

/** From where to where in percent, each at least a sliver so that one among thousands can be seen, beside its gap of 2 px and on a phone. */
const spans = (counts: readonly number[]): { from: number; width: number }[] => {
  const sum = counts.reduce((total, count) => total + count, 0);
  const raised = counts.map((count) => (count === 0 ? 0 : Math.max(count / sum, 0.012)));
  const whole = raised.reduce((total, share) => total + share, 0);
  return raised.map((share, at) => ({
    from: (raised.slice(0, at).reduce((total, before) => total + before, 0) / whole) * 100,
    width: (share / whole) * 100,
  }));
};

/**
 * The stacked bar; what has no tone has no part of it. Drawn as SVG, since widths by style attribute would need a looser
 * content security policy.
 */
export const StackedBar = ({ parts }: { parts: readonly Pick<TallyKey, 'tone' | 'count' | 'share'>[] }) => {
  const filled = parts.filter(({ tone, count, share = count }) => tone && share > 0);
  const places = spans(filled.map(({ count, share = count }) => share));
  return (
    <svg className={styles['bar']} aria-hidden="true">
      {filled.map((part, at) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- parts have no name, and stay in their order
          key={at}
          data-tone={part.tone}
          x={`${places[at]?.from ?? 0}%`}
          y="-2"
          width={`${places[at]?.width ?? 0}%`}
          height="12"
          strokeWidth="2"
        />
      ))}
    </svg>
  );
};

/** Stacked bar over keys; the keys are the filter. The first key stands for all and has no part of the bar. */
export const Tally = <Value extends string>({
  label,
  keys,
  chosen,
  onChoose,
  aside,
  progress,
  className,
}: {
  label: string;
  keys: readonly TallyKey<Value>[];
  chosen: Value;
  /** Without it the keys are only read. */
  onChoose?: ((value: Value) => void) | undefined;
  aside?: ReactNode;
  /** Makes the bar a progress bar; `text` says in words how far it is. */
  progress?: { now: number; max: number; text: string } | undefined;
  className?: string | undefined;
}) => (
  <section className={className} aria-label={label}>
    <div className={styles['tally']}>
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
        <StackedBar parts={keys} />
      </div>
      <div className={styles['line']}>
        <div className={styles['keys']} role="group" aria-label={onChoose ? 'Show only' : label}>
          {keys.map((key) => {
            const content = (
              <>
                {key.tone && <StatusIcon tone={key.tone} {...(key.icon && { icon: key.icon })} />}
                <span>{key.label}</span> <b>{number(key.count)}</b>
              </>
            );
            return onChoose ? (
              <button
                key={key.value}
                type="button"
                className={styles['key']}
                aria-pressed={key.value === chosen}
                onClick={() => onChoose(key.value)}
              >
                {content}
              </button>
            ) : (
              <span key={key.value} className={styles['key']}>
                {content}
              </span>
            );
          })}
        </div>
        {aside}
      </div>
    </div>
  </section>
);
