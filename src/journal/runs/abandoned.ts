import type { Books, Sheet } from './books.ts';
import { settled } from './run-rules.ts';
import type { Run } from './run.ts';
import { unkeptSends } from './unkept-sends.ts';

type AbandonedSetup = {
  /** This tab. */
  tab: string;
  epochNow: () => number;
} & Pick<Books, 'runs' | 'reread'>;

const linesOf = (sheet: Sheet) => Array.from({ length: sheet.run().total }, (_, index) => sheet.line(index));

/** Settles what tabs that are gone have left. Only for whoever has the turn. */
export const abandonedSettler = ({ tab, epochNow, runs, reread }: AbandonedSetup) => {
  const isGone = ({ id, status, counts, tab: sender }: Run): boolean => {
    // Another tab that sent it later, and could not write that down, may have left its lines elsewhere.
    if (sender === tab) return unkeptSends.of(id) !== undefined;
    const isLeft = status === 'finished' ? counts.queued > 0 : status === 'running';
    return isLeft || counts.sending > 0 || unkeptSends.of(id) !== undefined;
  };

  return async (): Promise<void> => {
    for (const { id } of (await runs()).filter(isGone)) {
      const sheet = await reread(id);
      if (!sheet || sheet === 'unreadable' || !isGone(sheet.run())) continue;
      // What is not kept is known here better than there.
      if (sheet.run().tab === tab && !sheet.isKept()) continue;
      const { changes, patch } = settled(sheet.run(), linesOf(sheet), epochNow(), unkeptSends.of(id));
      await sheet.apply(changes, patch);
      if (sheet.isKept()) unkeptSends.forget(id);
    }
  };
};
