import type { ComponentProps } from 'react';
import { classes } from '#src/lib/classes.ts';
import { FieldMessages } from './Field.tsx';
import styles from './Field.module.css';

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
  hintId?: string | undefined;
}) => (
  <>
    <div className={className}>
      <textarea
        id={id}
        className={classes(styles['in'], styles['code'], styles['list'])}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={error !== undefined}
        aria-describedby={classes(error !== undefined && `${id}-error`, hintId)}
        {...rest}
      />
      {children}
    </div>
    <FieldMessages id={id} error={error} />
  </>
);
