import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import { number } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';
import { Button, isFirstClick } from '#src/ui/forms/Button.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { BEGUN, BULK_PATH, NEW_PATH } from '#src/features/webhooks/change/bulk-address.ts';
import { OPPOSITE, VERBS } from '#src/features/webhooks/change/change.ts';
import { isBeingCalledOff } from '#src/features/webhooks/run/run-words.ts';
import { useCurrentRun } from '#src/features/webhooks/run/runner-of.ts';
import { useRun } from './run-hooks.ts';

type Format = 'csv' | 'json';

const TYPES: Record<Format, string> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** A day and time that a file's name can carry. */
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replaceAll(':', '');

const nameOf = (record: RunRecord, format: Format): string => {
  const { source, at } = record.run();
  const base = source === '' ? 'run' : source.replace(/\.[^.]*$/, '');
  return `${base}-results-${stamp(at)}.${format}`;
};

const write = async (record: RunRecord, format: Format, signal: AbortSignal): Promise<void> => {
  const { runAsCsv, runAsJson } = await import('#src/features/webhooks/run/run-export.ts');
  const parts = await (format === 'csv' ? runAsCsv : runAsJson)(record, { signal });
  download(parts, nameOf(record, format), TYPES[format]);
};

/** Every line with what came of it, as a file. */
const RunExport = ({ children = 'Export results' }: { children?: string }) => {
  const { record } = useRun();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = (format: Format) => {
    leaving.current?.abort();
    const own = new AbortController();
    leaving.current = own;
    write(record, format, own.signal).catch(() => {
      if (!own.signal.aborted)
        showToast({ tone: 'bad', text: 'The results could not be written. Try again.' });
    });
  };
  return (
    <Menu label="Format" trigger={{ variant: 'default', icon: 'download', children }}>
      <MenuItem icon="download" onClick={() => save('csv')}>
        As CSV
      </MenuItem>
      <MenuItem icon="download" onClick={() => save('json')}>
        As JSON
      </MenuItem>
    </Menu>
  );
};

/** What can be done once more about the lines of a run that is over, the one thing to do next as the primary button. */
const SendAgain = () => {
  const { run, undoState, act } = useRun();
  const { refused, unknown, 'not-sent': notSent } = run.counts;
  return (
    <>
      {undoState?.mayUndo && (
        <Button icon="undo" onClick={() => act.ask({ kind: 'undo' })}>
          Undo: {VERBS[OPPOSITE[run.operation]].plain} {number(undoState.count)}
        </Button>
      )}
      {unknown > 0 && (
        <Button onClick={() => act.ask({ kind: 'unknown' })}>Send again: {number(unknown)} unknown</Button>
      )}
      {notSent > 0 && (
        <Button
          icon="play"
          variant={refused > 0 ? 'default' : 'primary'}
          onClick={(event) => isFirstClick(event) && act.sendAgain('not-sent')}
        >
          Send {number(notSent)} not sent
        </Button>
      )}
      {refused > 0 && (
        <Button
          icon="refresh"
          variant="primary"
          onClick={(event) => isFirstClick(event) && act.sendAgain('refused')}
        >
          Retry {number(refused)} failed
        </Button>
      )}
    </>
  );
};

/** What can be done about a run as it stands, the one thing to do next as the primary button. */
export const RunButtons = () => {
  const [, navigate] = useLocation();
  const current = useCurrentRun();
  const { record, run, isBeginning, act } = useRun();
  const isForStorage = run.pause?.why === 'storage';
  switch (run.status) {
    case 'running':
      return isBeingCalledOff(run) ? null : (
        <>
          <Button icon="pause" onClick={(event) => isFirstClick(event) && act.pause()}>
            Pause
          </Button>
          <Button onClick={() => act.ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'paused':
      return (
        <>
          <Button
            variant="primary"
            icon="play"
            busy={isBeginning}
            onClick={(event) => isFirstClick(event) && act.resume()}
          >
            {isForStorage ? 'Retry' : 'Resume'}
          </Button>
          {(isForStorage || record.trouble() !== undefined) && <RunExport>Export what is known</RunExport>}
          <Button onClick={() => act.ask({ kind: 'cancel' })}>Stop run…</Button>
        </>
      );
    case 'finished':
      return (
        <>
          <RunExport />
          <Button onClick={() => navigate(current ? NEW_PATH : BULK_PATH, { state: BEGUN })}>
            New bulk run
          </Button>
          <SendAgain />
        </>
      );
  }
};
