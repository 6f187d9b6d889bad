import { useEffect, useRef } from 'react';
import type { Sheet } from '#src/journal/runs/run-log.ts';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { download } from '#src/ui/download.ts';

type Format = 'csv' | 'json';

const TYPES: Record<Format, string> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** A day and time that a file's name can carry. */
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replaceAll(':', '');

const nameOf = (sheet: Sheet, format: Format): string => {
  const { source, at } = sheet.run();
  const base = source === '' ? 'run' : source.replace(/\.[^.]*$/, '');
  return `${base}-results-${stamp(at)}.${format}`;
};

const write = async (sheet: Sheet, format: Format, signal: AbortSignal): Promise<void> => {
  const { runAsCsv, runAsJson } = await import('#src/features/webhooks/run/run-export.ts');
  const parts = await (format === 'csv' ? runAsCsv : runAsJson)(sheet, { signal });
  download(parts, nameOf(sheet, format), TYPES[format]);
};

/** Every line with what came of it, as a file. */
export const RunExport = ({ sheet, children = 'Export results' }: { sheet: Sheet; children?: string }) => {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = (format: Format) => {
    leaving.current?.abort();
    const own = new AbortController();
    leaving.current = own;
    write(sheet, format, own.signal).catch(() => {
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
