import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { runQueries } from '#src/journal/runs/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { useWorkspace } from '#src/journal/workspace.ts';

/** Why a run of so many pairs could not be kept; undefined where it could, or as long as that is not known. */
export const useRefusal = (pairs: number): 'refused' | 'full' | undefined => {
  const workspace = useWorkspace();
  const runLog = runLogOf(workspace);
  const { data: hasRoom = true } = useQuery(runQueries.hasRoom(workspace, pairs));
  const isKept = useSyncExternalStore(runLog.subscribe, runLog.isKept);
  if (!isKept) return 'refused';
  return hasRoom ? undefined : 'full';
};
