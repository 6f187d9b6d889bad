import { omitEmptyColumn } from '#src/lib/csv.ts';
import { download, downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board.ts';
import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/fields.ts';

export const exportCalls = (board: Board, ids: readonly string[], format: 'csv' | 'json'): void => {
  const calls = ids.flatMap((id) => board.call(id) ?? []);
  if (format === 'csv') {
    const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
    const rows = calls.map((call) => fields.map((field) => readPlainValue(field, call)));
    downloadCsv(omitEmptyColumn([fields.map(({ csv }) => csv), ...rows], 'Request ID'), 'calls');
    return;
  }
  const fields = CALL_FIELDS.filter(({ json }) => json !== undefined);
  const objects = calls.map((call) => Object.fromEntries(fields.map(({ json, read }) => [json, read(call)])));
  download([JSON.stringify(objects, undefined, 2)], 'calls', 'json');
};
