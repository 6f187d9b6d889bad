import { createContext, use, type Context } from 'react';

/** A context without a default, and the hook that reads it. `hookName` is for the error outside of the context. */
export const createRequiredContext = <Value extends object>(
  hookName: string,
): [Context<Value | undefined>, () => Value] => {
  const RequiredContext = createContext<Value | undefined>(undefined);
  const useValue = (): Value => {
    const value = use(RequiredContext);
    if (!value) throw new Error(`${hookName} outside of its context`);
    return value;
  };
  return [RequiredContext, useValue];
};
