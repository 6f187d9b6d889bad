import { omitEmptyColumn } from '#src/lib/csv.ts';
import { downloadCsv } from '#src/ui/download.ts';
import type { Board } from './board.ts';
import { CALL_FIELDS, readPlainValue } from '#src/features/calls/call/fields.ts';

export const exportCalls = (board: Board, ids: readonly string[]): void => {
  const fields = CALL_FIELDS.filter(({ csv }) => csv !== undefined);
  const calls = ids.flatMap((id) => board.call(id) ?? []);
  const rows = calls.map((call) => fields.map((field) => readPlainValue(field, call)));
  downloadCsv(omitEmptyColumn([fields.map(({ csv }) => csv), ...rows], 'Request ID'), 'calls');
};
