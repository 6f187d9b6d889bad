import type { ReactNode } from 'react';
import { formatJson } from '#src/lib/json.ts';
import styles from './CodeBlock.module.css';

const JSON_VALUE = /("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=\s*[,}\]]|\s*$)/g;

const emphasizeValues = (text: string): ReactNode[] =>
  text.split('\n').map((line, at) => {
    const parts = line.split(JSON_VALUE);
    // oxlint-disable-next-line react/no-array-index-key -- lines never move
    return <span key={at}>{[...parts.map((part, i) => (i % 2 ? <b key={i}>{part}</b> : part)), '\n']}</span>;
  });

/** `json`: the text is valid JSON, which is indented. */
export const CodeBlock = ({ text, json = false, label }: { text: string; json?: boolean; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
  <pre className={styles['code']} tabIndex={0} role="region" aria-label={label}>
    {json ? emphasizeValues(formatJson(text)) : text}
  </pre>
);
