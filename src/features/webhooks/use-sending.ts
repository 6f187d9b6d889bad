import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useScope } from '#src/journal/scope.ts';
import { showToast } from '#src/ui/toasts.ts';
import { pathOfRun } from './bulk-address.ts';
import type { Draft } from './draft.ts';
import { runnerOf } from './runner-of.ts';
import { useDesk } from './use-desk.ts';

/** Makes a draft a run, once however often it is asked for. `isBusy`: this browser sends another run. */
export const useSending = (draft: Draft) => {
  const { desk } = useDesk();
  const runner = runnerOf(useScope());
  const [, navigate] = useLocation();
  const hasBegun = useRef(false);
  const [state, setState] = useState<'idle' | 'beginning' | 'busy'>('idle');

  const begin = async (): Promise<void> => {
    const { operation, source, toSend } = draft.view();
    if (hasBegun.current || toSend === 0) return;
    hasBegun.current = true;
    setState('beginning');
    try {
      const begun = await runner.begin({ operation, source }, draft.pairs());
      if (begun === 'busy') return setState('busy');
      desk.clear();
      navigate(pathOfRun(begun.id), { replace: true });
    } catch {
      setState('idle');
      showToast({ tone: 'bad', text: 'The run could not be begun. Nothing was sent.' });
    } finally {
      hasBegun.current = false;
    }
  };
  return { begin, isBeginning: state === 'beginning', isBusy: state === 'busy' };
};
