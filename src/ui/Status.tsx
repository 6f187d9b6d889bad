import { classes } from '#src/lib/classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Status.module.css';

/** `wait`: not answered yet. `none`: not found. The others are tones of a status. */
export type Tone = 'live' | 'ok' | 'bad' | 'warn' | 'other' | 'wait' | 'none';

export type StatusLook = {
  tone: Tone;
  word: string;
  icon?: IconName | undefined;
  /** Exactly as the service sent it: monospaced. */
  verbatim?: boolean | undefined;
  spin?: boolean;
};

const Word = ({ word, verbatim }: Pick<StatusLook, 'word' | 'verbatim'>) => (
  <span className={classes('cut', styles['word'], verbatim && styles['verbatim'])}>{word}</span>
);

/** Without a word, it needs one beside it. */
export const Status = ({
  tone,
  word,
  icon,
  verbatim,
  spin = false,
}: Omit<StatusLook, 'word'> & { word?: string | undefined }) => (
  <span className={styles['st']} data-tone={tone}>
    <Icon name={icon ?? tone} spin={spin} />
    {word !== undefined && <Word word={word} verbatim={verbatim} />}
  </span>
);

export const Badge = ({ tone, word, icon, verbatim, old }: StatusLook & { old: boolean }) => (
  // One line, so that nothing moves: the title says what is cut.
  <span className={styles['badge']} title={word} data-tone={tone} data-old={old || undefined}>
    <Icon name={icon ?? tone} />
    <Word word={word} verbatim={verbatim} />
  </span>
);
