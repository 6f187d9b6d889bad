import { useSyncExternalStore } from 'react';
import type { Session, SessionControl } from './state.ts';

/** The session's state for a component, which renders anew with each change. */
export const useSession = (session: Pick<SessionControl, 'getState' | 'subscribe'>): Session =>
  useSyncExternalStore(session.subscribe, session.getState);
