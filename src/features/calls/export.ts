import type { CsvCell } from '#src/lib/csv.ts';
import { download, downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board/board.ts';
import type { CallView } from './call/call.ts';
import { CALL_FIELDS, readPlainValue } from './call/fields.ts';

const asRows = (views: readonly CallView[]): CsvCell[][] => {
  const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
  return [
    fields.map(({ csv }) => csv),
    ...views.map((view) => fields.map((field) => readPlainValue(field, view))),
  ];
};

const asJson = (views: readonly CallView[]): string => {
  const fields = CALL_FIELDS.flatMap(({ json, read }) => (json === undefined ? [] : [{ json, read }]));
  const objects = views.map((view) => Object.fromEntries(fields.map(({ json, read }) => [json, read(view)])));
  return JSON.stringify(objects, undefined, 2);
};

/** Hands these calls to the person as a file, the service's values as they came. */
export const exportCalls = (board: Board, ids: readonly string[], format: 'csv' | 'json'): void => {
  const views = ids.flatMap((id) => board.call(id) ?? []);
  const today = new Date().toISOString().slice(0, 10);
  if (format === 'csv') downloadCsv(asRows(views), 'calls');
  else download([asJson(views)], `calls-${today}.json`, 'application/json');
};
