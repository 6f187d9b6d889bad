import { classes } from '#src/lib/classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Status.module.css';

/** `wait` nothing answered yet, `none` not there; the others are the tones of a known or configured status. */
export type Tone = 'live' | 'ok' | 'bad' | 'warn' | 'other' | 'wait' | 'none';

export type StatusLook = {
  tone: Tone;
  word: string;
  icon?: IconName;
  /** A value exactly as the service sent it, set in mono. */
  verbatim?: boolean;
  spin?: boolean;
};

type Props = StatusLook & { old?: boolean };

/** Icon and word in a row; never colour alone. `old` says that it was not refreshed. */
export const Status = ({ tone, word, icon, verbatim = false, old = false, spin = false }: Props) => (
  <span className={styles['st']} data-tone={tone} data-old={old || undefined}>
    <Icon name={icon ?? tone} spin={spin} />
    <span className={classes(styles['word'], verbatim && styles['verbatim'])}>{word}</span>
  </span>
);

/** Only the icon, where the word stands elsewhere in the line. */
export const StatusIcon = ({ tone, icon, spin = false }: Omit<StatusLook, 'word'>) => (
  <span className={styles['st']} data-tone={tone}>
    <Icon name={icon ?? tone} spin={spin} />
  </span>
);

/** The tinted pill: once a panel. */
export const Badge = ({ tone, word, icon, verbatim = false, old = false }: Props) => (
  <span className={styles['badge']} data-tone={tone} data-old={old || undefined}>
    <Icon name={icon ?? tone} />
    <span className={classes(styles['word'], verbatim && styles['verbatim'])}>{word}</span>
  </span>
);
