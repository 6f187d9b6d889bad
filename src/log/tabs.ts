import * as z from 'zod/mini';
import { createEmitter } from '#src/lib/emitter.ts';
import { throttle } from '#src/lib/timing.ts';
import {
  takeLock,
  openTabChannel,
  type HeldLock,
  type TabLocks,
  type TabChannel,
} from '#src/storage/tabs.ts';
import { isPairRow, type LogRow } from './entry.ts';

const commandSchema = z.object({
  run: z.string().check(z.maxLength(100)),
  ask: z.enum(['pause', 'cancel']),
});
/** What tabs tell each other. */
const messageSchema = z.union([z.object({ changed: z.enum(['entries', 'runs']) }), commandSchema]);

/** Asks the tab that sends a run. */
export type RunCommand = z.infer<typeof commandSchema>;

/** A run changes several times a second. */
const POST_RUNS_EVERY_MS = 250;

export const isOfRun = (row: LogRow): boolean => isPairRow(row) && row.run !== undefined;

/** Shares changes with the other tabs, and notices when one is closed. */
export const createTabs = ({
  tab,
  name,
  locks,
  readOpen,
  closeLost,
}: {
  tab: string;
  name: Promise<string>;
  locks: TabLocks | undefined;
  /** Rows without an outcome. */
  readOpen: () => Promise<LogRow[]>;
  /** Marks such rows as unknown. */
  closeLost: (isLost: (row: LogRow) => boolean) => Promise<LogRow[]>;
}) => {
  const changes = createEmitter<'entries' | 'runs'>();
  const commands = createEmitter<RunCommand>();
  const watched = new Set([tab]);
  let channel: TabChannel | undefined;

  const lock = async (
    suffix: string,
    options?: Parameters<typeof takeLock>[1],
  ): Promise<HeldLock | undefined> => takeLock(`${await name}-${suffix}`, options, locks);

  const postRuns = throttle(POST_RUNS_EVERY_MS, () => channel?.post({ changed: 'runs' }));
  const emitChange = (changed: 'entries' | 'runs'): void => {
    changes.emit(changed);
    if (changed === 'runs') postRuns.call();
    else channel?.post({ changed });
  };

  const closeRowsOf = async (other: string): Promise<void> => {
    const otherLock = await lock(`tab-${other}`);
    const lost = await closeLost((row) => !isOfRun(row) && row.tab === other);
    otherLock?.release();
    if (lost.length > 0) emitChange('entries');
  };
  /** Waits for the lock of each other tab with open rows: it is free once that tab is closed. */
  const watch = async (): Promise<void> => {
    for (const row of await readOpen()) {
      if (isOfRun(row) || watched.has(row.tab)) continue;
      watched.add(row.tab);
      closeRowsOf(row.tab).catch(() => undefined);
    }
  };

  const onMessage = (message: unknown): void => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    if ('ask' in data) return commands.emit(data);
    changes.emit(data.changed);
    if (data.changed === 'entries') void watch().catch(() => undefined);
  };

  return {
    lock,
    watch,
    emitChange,
    /** Here only: nothing changed for other tabs. */
    emitHere: changes.emit,
    subscribe: changes.subscribe,
    ask: (command: RunCommand): void => channel?.post(command),
    onCommand: commands.subscribe,
    open: async (): Promise<void> => {
      channel = openTabChannel(await name, onMessage);
    },
    close: (): void => {
      postRuns.stop();
      channel?.close();
    },
  };
};
