import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { runQueries } from '#src/log/runs/queries.ts';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import { useWorkspace } from '#src/log/workspace.ts';

/** Why a run of so many pairs could not be kept; undefined where it could, or as long as that is not known. */
export const useRefusal = (pairs: number): 'refused' | 'full' | undefined => {
  const workspace = useWorkspace();
  const runLog = runLogOf(workspace);
  const { data: hasRoom = true } = useQuery(runQueries.hasRoom(workspace, pairs));
  const isKept = useSyncExternalStore(runLog.subscribe, runLog.isKept);
  if (!isKept) return 'refused';
  return hasRoom ? undefined : 'full';
};

/** Why the browser can't keep what is going to be sent, and what follows from it. */
export const refusalText = (refusal: 'refused' | 'full'): string =>
  `${refusal === 'full' ? 'Its storage is full.' : 'Its storage takes nothing at present.'} Nothing is sent that can’t be written down first. Make room, then try again.`;

/** The same, where nothing says yet that it can't. */
export const refusalWords = (refusal: 'refused' | 'full'): string =>
  `This browser can’t keep the run. ${refusalText(refusal)}`;
