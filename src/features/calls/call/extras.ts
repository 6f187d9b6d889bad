import { formatCount } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { removeFirstGuard, removeGuards } from '#src/lib/csv.ts';
import { findColumn } from '#src/lists/columns.ts';
import { mergeLabels, readLabels } from './labels.ts';
import { type WatchedCall, MAX_NOTE_LENGTH } from './call.ts';

/** What the user adds to a call, and the export hands over. */
export type CallExtras = Omit<WatchedCall, 'id' | 'addedAt' | 'keepTrying'>;

type Extra = {
  /** Its heading in the export. */
  csv: string;
  /** Its heading in exports of earlier versions. */
  earlier?: string;
  format: (extras: CallExtras) => string | undefined;
  /** Reads a cell of the export. */
  read: (cell: string) => CallExtras;
  /** What a call with `own` gets of what is given. */
  findMissing: (own: CallExtras, given: CallExtras, replacesNotes: boolean) => CallExtras;
  /** `12 notes`, or "" if there are none. */
  describe: (all: readonly CallExtras[]) => string;
};

const describeCount = (count: number, noun: string): string => (count > 0 ? formatCount(count, noun) : '');

export const EXTRAS: Record<keyof CallExtras, Extra> = {
  note: {
    csv: 'Note',
    format: ({ note }) => note,
    read: (cell) => {
      const note = cutText(cell, MAX_NOTE_LENGTH).trim();
      return note === '' ? {} : { note };
    },
    findMissing: (own, { note }, replacesNotes) =>
      note === undefined || (own.note !== undefined && (!replacesNotes || own.note === note)) ? {} : { note },
    describe: (all) => describeCount(all.filter(({ note }) => note !== undefined).length, 'note'),
  },
  labels: {
    csv: 'Labels',
    // In version 1, each call was in one list.
    earlier: 'List',
    format: ({ labels }) => labels?.join(', '),
    read: (cell) => {
      const labels = readLabels(cell);
      return labels.length === 0 ? {} : { labels };
    },
    findMissing: (own, given) => {
      const labels = mergeLabels(own.labels, given.labels);
      return labels.length > (own.labels?.length ?? 0) ? { labels } : {};
    },
    describe: (all) => describeCount(mergeLabels(...all.map(({ labels }) => labels)).length, 'label'),
  },
  failureSeen: {
    csv: 'Failure seen',
    format: ({ failureSeen }) => failureSeen && 'yes',
    read: (cell) => (cell === 'yes' ? { failureSeen: true } : {}),
    findMissing: (own, { failureSeen }) => (failureSeen && !own.failureSeen ? { failureSeen } : {}),
    describe: (all) => describeCount(all.filter(({ failureSeen }) => failureSeen).length, 'seen failure'),
  },
};

const collectExtras = (find: (extra: Extra) => CallExtras): CallExtras =>
  Object.fromEntries(Object.values(EXTRAS).flatMap((extra) => Object.entries(find(extra))));

/** What a call gets of the extras. Undefined if there is nothing. */
export const findMissing = (
  own: CallExtras = {},
  given?: CallExtras,
  replacesNotes = false,
): CallExtras | undefined => {
  if (!given) return undefined;
  const missing = collectExtras((extra) => extra.findMissing(own, given, replacesNotes));
  return Object.keys(missing).length > 0 ? missing : undefined;
};

const NOTE_NAMES =
  'note notes comment comments remark remarks bemerkung bemerkungen notiz notizen kommentar kommentare anmerkung anmerkungen commentaire commentaires remarque remarques observaciones observación comentario comentarios nota notas observações opmerking opmerkingen notitie notities notatka notatki poznámka poznámky uwagi 備考 メモ'.split(
    ' ',
  );

export const findNoteColumn = (heads: readonly string[]): number | undefined =>
  findColumn({ cells: heads }, NOTE_NAMES);

/** Reads the extras of a row. Files other than the export have only notes, in any column. */
export const createExtrasReader = (
  heads: readonly string[],
  { isOwnExport, note }: { isOwnExport: boolean; note: number | undefined },
) => {
  const readCell = isOwnExport ? removeGuards : removeFirstGuard;
  const findIndex = ({ csv, earlier }: Extra): number | undefined =>
    isOwnExport ? heads.findIndex((head) => head.trim() === csv || head.trim() === earlier) : undefined;
  const columns = new Map(
    Object.values(EXTRAS).map((extra) => [extra, extra === EXTRAS.note ? note : findIndex(extra)]),
  );
  return (cells: readonly string[]): CallExtras =>
    collectExtras((extra) => extra.read(readCell(cells[columns.get(extra) ?? -1]?.trim() ?? '')));
};

/** `12 notes, 2 labels` */
export const describeExtras = (extras: ReadonlyMap<string, CallExtras>): string =>
  Object.values(EXTRAS)
    .map(({ describe }) => describe([...extras.values()]))
    .filter(Boolean)
    .join(', ');
