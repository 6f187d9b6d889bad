import { download, downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board/board.ts';
import { CALL_FIELDS, readPlainValue } from './call/fields.ts';

export const exportCalls = (board: Board, ids: readonly string[], format: 'csv' | 'json'): void => {
  const views = ids.flatMap((id) => board.call(id) ?? []);
  if (format === 'csv') {
    const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
    const rows = views.map((view) => fields.map((field) => readPlainValue(field, view)));
    downloadCsv([fields.map(({ csv }) => csv), ...rows], 'calls');
    return;
  }
  const fields = CALL_FIELDS.filter(({ json }) => json !== undefined);
  const objects = views.map((view) => Object.fromEntries(fields.map(({ json, read }) => [json, read(view)])));
  const today = new Date().toISOString().slice(0, 10);
  download([JSON.stringify(objects, undefined, 2)], `calls-${today}.json`, 'application/json');
};
