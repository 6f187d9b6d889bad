import type { UseMutationResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FieldError } from 'react-hook-form';
import * as z from 'zod/mini';

export const required = () => z.string().check(z.minLength(1, 'Enter a value'));

export const Field = ({
  label,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; error: FieldError | undefined }) => (
  <label>
    {label}
    <input aria-invalid={error !== undefined} {...input} />
    {error && <span role="alert">{error.message}</span>}
  </label>
);

export const Answer = ({
  of: { status, error, data },
}: {
  of: Pick<UseMutationResult<unknown, Error, never>, 'status' | 'error' | 'data'>;
}) => {
  switch (status) {
    case 'idle':
      return null;
    case 'pending':
      return <p role="status">Sending…</p>;
    case 'error':
      return <p role="alert">{error?.message}</p>;
    case 'success':
      return <pre role="status">{JSON.stringify(data, null, 2)}</pre>;
  }
};
