import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunLog } from '#src/journal/runs/run-log.ts';
import type { Why } from './RunWhy.tsx';
import type { Asked } from '#src/features/webhooks/run/runner.ts';

/**
 * What the person asks of a run, one thing at a time, and why it could not be begun. What could not be kept is not sent.
 */
export const useAsking = (runLog: RunLog) => {
  const [why, setWhy] = useState<Why>();
  const [isAsked, setIsAsked] = useState(false);
  const isAsking = useRef(false);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const isShown = useCallback(() => shown.current, []);

  const begun = async (begin: () => Promise<Asked>, lines: number): Promise<Asked | 'refused' | 'full'> => {
    if (lines > 0 && !(await runLog.hasRoom(lines))) return runLog.isKept() ? 'full' : 'refused';
    return begin();
  };

  /** `lines`: how many are sent again; 0 where they were asked about before. Undefined: something is being asked already. */
  const ask = async (begin: () => Promise<Asked>, lines: number): Promise<Asked | undefined> => {
    // A second press in the same breath is the same word said twice.
    if (isAsking.current) return undefined;
    isAsking.current = true;
    setIsAsked(true);
    try {
      const answer = await begun(begin, lines);
      setWhy(answer === 'running' ? undefined : answer);
      return answer === 'refused' || answer === 'full' ? undefined : answer;
    } finally {
      isAsking.current = false;
      setIsAsked(false);
    }
  };
  return { why, isGoingOn: isAsked, isShown, ask, setWhy };
};
