import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Field.module.css';

/** Filters while the user types. Escape empties it. */
export const FilterField = ({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}) => (
  <div className={classes(styles['filter'], className)}>
    <Icon name="search" />
    <input
      className={styles['in']}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        onChange('');
      }}
    />
  </div>
);
