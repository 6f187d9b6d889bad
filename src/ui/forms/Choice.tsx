import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Field.module.css';

/** One of several. `name` says for screen readers what a label without words is. */
export type Choice<Value extends string = string> = { value: Value; label: ReactNode; name?: string };

/** The same look without a visible legend, for a choice that needs none. */
export const SegmentedChoice = <Value extends string>({
  label,
  choices,
  value,
  onChoose,
  small = false,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  small?: boolean;
}) => {
  const name = useId();
  return (
    <div className={classes(styles['seg'], small && styles['small'])} role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            aria-label={choice.name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
};

export const Checkbox = ({ children, className, ...rest }: ComponentProps<'input'>) => (
  <label className={classes(styles['tick'], className)}>
    <input type="checkbox" {...rest} />
    {children}
  </label>
);

/** A select. Its label is for screen readers alone, unless it is to be shown. */
export const SelectField = ({
  label,
  isLabelShown = false,
  children,
  ...rest
}: ComponentProps<'select'> & { label: string; isLabelShown?: boolean }) => {
  const id = useId();
  const select = (
    <span className={styles['sel']}>
      {!isLabelShown && (
        <label className="vh" htmlFor={id}>
          {label}
        </label>
      )}
      <select id={id} className={styles['in']} {...rest}>
        {children}
      </select>
      <Icon name="down" />
    </span>
  );
  if (!isLabelShown) return select;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
};
