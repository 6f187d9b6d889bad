import { SIGNED_IN_MARK } from './kept.ts';

/** Whether this page will most likely end up signed in: it returns from a sign-in, or somebody was signed in here. */
export const expectsSession = (): boolean => {
  if (location.pathname === '/auth/callback') return true;
  try {
    return localStorage.getItem(SIGNED_IN_MARK) !== null;
  } catch {
    return false;
  }
};
