import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { describedBy, FieldMessages } from './Field.tsx';
import styles from './Field.module.css';

/** `name` is read out in place of a label without words. */
type Segment<Value extends string = string> = { value: Value; label: ReactNode; name?: string };

const SegmentInput = ({
  segment: { value, label, name },
  ...rest
}: ComponentProps<'input'> & { segment: Segment }) => (
  <label>
    <input type="radio" value={value} aria-label={name} {...rest} />
    {label}
  </label>
);

export const SegmentedControl = <Value extends string>({
  label,
  segments,
  value,
  onChange,
  small = false,
}: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean;
}) => {
  const group = useId();
  return (
    <div className={classes(styles['seg'], small && styles['small'])} role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <SegmentInput
          key={segment.value}
          segment={segment}
          name={group}
          checked={segment.value === value}
          onChange={() => onChange(segment.value)}
        />
      ))}
    </div>
  );
};

export const SegmentedField = ({
  legend,
  hint,
  segments,
  input,
}: {
  legend: string;
  hint?: ReactNode;
  segments: readonly Segment[];
  /** A form library's registration. */
  input: ComponentProps<'input'>;
}) => {
  const id = useId();
  return (
    <fieldset className={styles['field']} aria-describedby={describedBy(id, { hint })}>
      <legend>{legend}</legend>
      <div className={classes(styles['seg'], styles['wide'])}>
        {segments.map((segment) => (
          <SegmentInput key={segment.value} segment={segment} {...input} />
        ))}
      </div>
      <FieldMessages id={id} hint={hint} />
    </fieldset>
  );
};

export const Checkbox = ({ children, className, ...rest }: ComponentProps<'input'>) => (
  <label className={classes(styles['tick'], className)}>
    <input type="checkbox" {...rest} />
    {children}
  </label>
);

export const SelectField = ({
  label,
  isLabelShown = false,
  children,
  ...rest
}: ComponentProps<'select'> & { label: string; isLabelShown?: boolean }) => {
  const id = useId();
  const select = (
    <span className={styles['sel']}>
      <select id={id} className={styles['in']} aria-label={isLabelShown ? undefined : label} {...rest}>
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
