import type { Board } from './board/board.ts';

/** Hands these calls to the person as a file, as they stand now. */
export const exportCalls = async (
  board: Board,
  ids: readonly string[],
  format: 'csv' | 'json',
): Promise<void> => {
  const [{ boardAsCsv, boardAsJson }, { download }] = await Promise.all([
    import('./export.ts'),
    import('#src/ui/download.ts'),
  ]);
  const views = ids.flatMap((id) => board.call(id) ?? []);
  const day = new Date().toISOString().slice(0, 10);
  if (format === 'csv') download([boardAsCsv(views)], `calls-${day}.csv`, 'text/csv');
  else download([boardAsJson(views)], `calls-${day}.json`, 'application/json');
};
