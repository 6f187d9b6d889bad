import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from './Button.tsx';
import type { Choice } from './Choice.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './Field.module.css';

type Described = {
  label: ReactNode;
  hint?: ReactNode;
  /** Told under the field and tied to it; the field is marked invalid. */
  error?: string | undefined;
};

const describedBy = (id: string, { hint, error }: Pick<Described, 'hint' | 'error'>) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

const FieldMessages = ({ id, hint, error }: Pick<Described, 'hint' | 'error'> & { id: string }) => (
  <>
    {error && (
      <p className={styles['err']} id={`${id}-error`}>
        <Icon name="bad" />
        {error}
      </p>
    )}
    {/* An empty one keeps its line, so that what is said later moves nothing. */}
    {hint !== undefined && hint !== false && (
      <p className={classes('hint', styles['hint'])} id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

export type TextFieldProps = Described &
  Omit<ComponentProps<'input'>, 'size'> & {
    code?: boolean;
    /** A button within the field, at its end. */
    end?: ReactNode;
  };

/** A labelled text input, 40 px high. `code` sets it in mono and switches spelling help off. */
export const TextField = ({
  label,
  hint,
  error,
  code = false,
  id,
  className,
  end,
  ...rest
}: TextFieldProps) => {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const input = (
    <input
      id={fieldId}
      className={classes(styles['in'], styles['lg'], code && styles['code'])}
      autoComplete="off"
      spellCheck={!code}
      aria-invalid={Boolean(error)}
      aria-describedby={describedBy(fieldId, { hint, error })}
      {...rest}
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

/** A password input whose value can be shown while it is typed. `secret` is its name in the button's label. */
export const SecretField = ({ secret, ...rest }: TextFieldProps & { secret: string }) => {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      code
      autoCapitalize="off"
      {...rest}
      type={shown ? 'text' : 'password'}
      end={
        <Button
          variant="bare"
          size="sm"
          icon="eye"
          aria-pressed={shown}
          aria-label={`Show ${secret}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
};

/** Radios that look like one switch. Spread a form library's registration into `input`. */
export const SegmentedField = ({
  legend,
  hint,
  choices,
  input,
}: {
  legend: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  input: ComponentProps<'input'>;
}) => {
  const id = useId();
  return (
    <fieldset className={styles['field']} aria-describedby={describedBy(id, { hint })}>
      <legend>{legend}</legend>
      <div className={classes(styles['seg'], styles['wide'])}>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" value={choice.value} aria-label={choice.name} {...input} />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldMessages id={id} hint={hint} />
    </fieldset>
  );
};
