import { useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { Button } from './Button.tsx';
import type { Attempt, Warning } from './warnings.ts';
import styles from './Field.module.css';

type Messages = { hint?: ReactNode; error?: string | undefined };

const describedBy = (id: string, { hint, error }: Messages) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

const FieldMessages = ({ id, hint, error }: Messages & { id: string }) => (
  <>
    {error && (
      <p className={styles['err']} id={`${id}-error`}>
        <Icon name="bad" />
        {error}
      </p>
    )}
    {/* An empty hint keeps its line, so that a later one moves nothing. */}
    {hint !== undefined && hint !== false && (
      <p className={classes('hint', styles['hint'])} id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

/** For IDs and other values that no keyboard may correct. */
export const AS_TYPED = {
  spellCheck: false,
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
} as const;

type TextFieldProps = Messages &
  Omit<ComponentProps<'input'>, 'size'> & {
    label: ReactNode;
    /** Monospaced, and taken as it is typed. */
    code?: boolean;
    /** What was changed in the text. Shown in place of the hint, as a warning is. */
    note?: string;
    /** Shown once the field is left. */
    findWarning?: (() => Warning | undefined) | undefined;
    /** Of `useWarnings`. */
    attempt?: Attempt;
    /** A button inside the field. */
    end?: ReactNode;
  };

const HELD = 'Not sent yet. Press again to send as typed.';

const NO_ATTEMPT: Attempt = { isHeld: false };

export const TextField = ({
  label,
  hint: ownHint,
  error,
  code = false,
  id,
  className,
  note = '',
  findWarning,
  attempt = NO_ATTEMPT,
  end,
  onChange,
  onBlur,
  ...rest
}: TextFieldProps) => {
  const ownId = useId();
  const fieldId = id ?? ownId;
  /** The attempt to send after which the field was changed. None once the field is left. */
  const [changedAfter, setChangedAfter] = useState<Attempt>();
  const warning = changedAfter === attempt ? undefined : findWarning?.();
  const hint = findWarning ? (
    <>
      {note === '' && !warning ? ownHint : note}{' '}
      <span aria-live="polite">
        {/* A new element each time, so that `useWarnings` knows which one was on screen. */}
        {warning && (
          <span
            className="late"
            data-mistake={warning.isMistake ? (rest.type ?? 'text') : undefined}
            key={warning.text}
          >
            {warning.text}{' '}
            {!warning.isError && (warning.isMistake && attempt.isHeld ? HELD : 'Will be sent as typed.')}
          </span>
        )}
      </span>
    </>
  ) : (
    ownHint
  );
  const input = (
    <input
      id={fieldId}
      className={classes(styles['in'], styles['lg'], code && styles['code'])}
      autoComplete="off"
      {...(code && AS_TYPED)}
      aria-invalid={Boolean(error)}
      aria-describedby={describedBy(fieldId, { hint, error })}
      {...rest}
      onChange={(event) => {
        setChangedAfter(attempt);
        onChange?.(event);
      }}
      onBlur={(event) => {
        setChangedAfter(undefined);
        onBlur?.(event);
      }}
    />
  );
  return (
    <div className={classes(styles['field'], className)}>
      <label htmlFor={fieldId}>{label}</label>
      {end ? (
        <div className={styles['affix']}>
          {input}
          {end}
        </div>
      ) : (
        input
      )}
      <FieldMessages id={fieldId} hint={hint} error={error} />
    </div>
  );
};

/** Hides the secret again after each attempt to send it, when the page is left for another tab, and while `isLocked`. */
export const SecretField = ({
  secret,
  attempt = NO_ATTEMPT,
  isLocked,
  ...rest
}: TextFieldProps & { secret: string; isLocked: boolean }) => {
  const [shownSince, setShownSince] = useState<Attempt>();
  const shown = shownSince === attempt;
  if (shown && isLocked) setShownSince(undefined);
  useEffect(() => {
    const hide = () => setShownSince(undefined);
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, []);
  return (
    <TextField
      code
      attempt={attempt}
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <Button
          variant="bare"
          size="sm"
          icon="eye"
          aria-pressed={shown}
          aria-label={`Show ${secret}`}
          aria-disabled={isLocked}
          onClick={() => setShownSince(shown || isLocked ? undefined : attempt)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
};

/** For IDs, one a line. */
export const ListField = ({
  id,
  error,
  hintId,
  className,
  children,
  ...rest
}: ComponentProps<'textarea'> & {
  id: string;
  error?: string | undefined;
  hintId: string;
}) => (
  <>
    <div className={className}>
      <textarea
        id={id}
        className={classes(styles['in'], styles['code'], styles['list'])}
        {...AS_TYPED}
        aria-invalid={error !== undefined}
        aria-describedby={classes(error !== undefined && `${id}-error`, hintId)}
        {...rest}
      />
      {children}
    </div>
    <FieldMessages id={id} error={error} />
  </>
);

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
