import { useState } from 'react';
import { useLocation } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { getLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import type { LineState, Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { number } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { BEGUN, BULK_PATH, NEW_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import { isBeingStopped } from '#src/features/webhooks/run/run-words.ts';
import { findUndoable, relist } from '#src/features/webhooks/run/run-undo.ts';
import { runnerOf, useRunUnderWay } from '#src/features/webhooks/run/runner-of.ts';
import { sentRunWords } from '#src/features/webhooks/run/sent-runs.ts';
import { useRun, type useResume } from './run-hooks.ts';

/** A day and time that a file's name can carry. */
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replaceAll(':', '');

const fileName = ({ source, at }: Run): string =>
  `${source === '' ? 'run' : source.replace(/\.[^.]*$/, '')}-results-${stamp(at)}.csv`;

const sayUnwritten = () => showToast({ tone: 'bad', text: 'The results could not be written. Try again.' });

/** Every line with what came of it, as a file. */
const RunExport = () => {
  const view = useRun();
  const save = async () => {
    const { runAsCsv } = await import('#src/features/webhooks/run/run-export.ts');
    download([runAsCsv(view)], fileName(view.run), 'text/csv;charset=utf-8');
  };
  return (
    <Button icon="download" onClick={() => void save().catch(sayUnwritten)}>
      Export results
    </Button>
  );
};

/** Takes back what the run did, as a new run that is checked first. */
const useUndo = () => {
  const { run, lines, onRelist } = useRun();
  const workspace = useWorkspace();
  const [isLooking, setIsLooking] = useState(false);
  const undo = async (): Promise<void> => {
    setIsLooking(true);
    const found = await findUndoable(getLog(workspace), { run, lines }).catch(() => undefined);
    setIsLooking(false);
    if (!found)
      showToast({ tone: 'bad', text: 'This browser’s storage could not be read. Reload, then try again.' });
    else if (found.lines.length === 0) {
      showToast({ tone: 'plain', text: ['Nothing is left to undo.', ...found.notes].join(' ') });
    } else onRelist(found);
  };
  return { undo: () => void undo(), isLooking };
};

const SENT_AGAIN: readonly [state: LineState, label: (count: string) => string][] = [
  ['unknown', (count) => `Send again: ${count} unknown`],
  ['not-sent', (count) => `Send ${count} not sent`],
  ['refused', (count) => `Retry ${count} failed`],
];

/** What can be done once more about the lines of a run that is over; each opens the check. */
const Again = () => {
  const { run, lines, onRelist } = useRun();
  const { data } = useQuery(logQueries.runs(useWorkspace()));
  const { undo, isLooking } = useUndo();
  const again = SENT_AGAIN.filter(([state]) => run.counts[state] > 0);
  return (
    <>
      {data && sentRunWords(run, data.runs).mayUndo && (
        <Button icon="undo" busy={isLooking} onClick={(event) => isFirstClick(event) && undo()}>
          Undo…
        </Button>
      )}
      {again.map(([state, label]) => (
        <Button
          key={state}
          variant={state === again.at(-1)?.[0] && state !== 'unknown' ? 'primary' : 'default'}
          onClick={() => onRelist(relist({ run, lines: lines.filter((line) => line.state === state) }))}
        >
          {label(number(run.counts[state]))}
        </Button>
      ))}
    </>
  );
};

/** What can be done about a run as it is. */
export const RunButtons = ({ resume, isResuming }: Omit<ReturnType<typeof useResume>, 'why'>) => {
  const [, navigate] = useLocation();
  const isOtherUnderWay = useRunUnderWay() !== undefined;
  const { run, moment, ask } = useRun();
  const runner = runnerOf(useWorkspace());
  if (moment.hasFailed) {
    return (
      <>
        <RunExport />
        <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
          Reload
        </Button>
      </>
    );
  }
  switch (run.status) {
    case 'running':
      return isBeingStopped(run) ? null : (
        <>
          <Button icon="pause" onClick={(event) => isFirstClick(event) && runner.pause(run.id)}>
            Pause
          </Button>
          <Button onClick={(event) => isFirstClick(event) && ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'paused':
      return (
        <>
          <Button
            variant="primary"
            icon="play"
            busy={isResuming}
            onClick={(event) => isFirstClick(event) && resume()}
          >
            Resume
          </Button>
          <Button onClick={(event) => isFirstClick(event) && ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'finished':
      return (
        <>
          <RunExport />
          <Button onClick={() => navigate(isOtherUnderWay ? NEW_PATH : BULK_PATH, { state: BEGUN })}>
            New bulk run
          </Button>
          <Again />
        </>
      );
  }
};
