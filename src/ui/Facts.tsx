import type { ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from './Icon.tsx';
import styles from './Facts.module.css';

export type Fact = { label: string; value: ReactNode };

/** Labels and values, aligned. A `<small>` in a value is its quiet addition. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className?: string | undefined }) => (
  <dl className={classes(styles['facts'], className)}>
    {facts.map((fact) => (
      <div key={fact.label} className="contents">
        <dt>{fact.label}</dt>
        <dd>{fact.value}</dd>
      </div>
    ))}
  </dl>
);

/** Path and value lines in a red tint: an error object, flattened. */
export const ErrorTree = ({
  lines,
}: {
  lines: readonly { path: string; value: string; quiet?: boolean }[];
}) => (
  <dl className={styles['tree']}>
    {lines.map((line) => (
      <div key={line.path} className="contents">
        <dt>{line.path}</dt>
        <dd className={line.quiet ? 'second' : undefined}>{line.value}</dd>
      </div>
    ))}
  </dl>
);

const JSON_VALUE = /("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=\s*[,}\]]|\s*$)/g;

/** Values in ink, the rest quiet. Works on indented JSON; any other text is left alone. */
const emphasised = (text: string): ReactNode[] =>
  text.split('\n').map((line, at) => {
    const parts = line.split(JSON_VALUE);
    // oxlint-disable-next-line react/no-array-index-key -- lines never move
    return <span key={at}>{[...parts.map((part, i) => (i % 2 ? <b key={i}>{part}</b> : part)), '\n']}</span>;
  });

/** A body exactly as received, as text; JSON is set out with indents. Scrolls within itself, reachable by keyboard. */
export const Raw = ({ text, json = false, label }: { text: string; json?: boolean; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
  <pre className={styles['raw']} tabIndex={0} role="region" aria-label={label}>
    {json ? emphasised(text) : text}
  </pre>
);

/** A part that folds, open at first. */
export const Fold = ({ title, meta, children }: { title: string; meta?: string; children: ReactNode }) => (
  <details className={styles['fold']} open>
    <summary>
      <Icon name="right" />
      {title}
      {meta && <small>{meta}</small>}
    </summary>
    {children}
  </details>
);
