import { useEffect, useRef } from 'react';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';

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
export const RunExport = ({
  record,
  children = 'Export results',
}: {
  record: RunRecord;
  children?: string;
}) => {
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
