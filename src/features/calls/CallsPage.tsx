import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { useScope } from '#src/journal/scope.ts';
import { isSendable } from '#src/lib/ids.ts';
import { Sheet, Side, Work } from '#src/ui/Sheet.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { BOARD_PATH, callOfPath, callsOfSearch, pathOfCall } from './address.ts';
import { Announcer } from './Announcer.tsx';
import { boardOf } from './board.ts';
import { BoardBanner } from './BoardBanner.tsx';
import { BoardFooter } from './BoardFooter.tsx';
import type { Group } from './call.ts';
import { CallTable } from './CallTable.tsx';
import { Controls } from './Controls.tsx';
import { CallDetail, prefetchDetail } from './deferred-detail.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { GroupTally, NoneInGroup } from './GroupTally.tsx';
import { focusField, Lookup } from './Lookup.tsx';
import { inOrder, NEWEST_FIRST, sortBy } from './order.ts';
import { useOverview } from './ticking.ts';
import { focusRow, useCallKeys } from './use-call-keys.ts';
import styles from './Board.module.css';

/** The call board, and beside it the call that the address names. */
export const CallsPage = () => {
  const scope = useScope();
  const board = boardOf(scope, useQueryClient());
  const overview = useOverview(board);
  const [, navigate] = useLocation();
  // The router hands out a path that is partly decoded; an ID must come through as it is.
  const opened = callOfPath(usePathname());
  const search = useSearch();
  const [text, setText] = useState('');
  const [group, setGroup] = useState<Group | 'all'>('all');
  const [sorting, setSorting] = useState(NEWEST_FIRST);

  useEffect(() => {
    if (opened !== undefined && isSendable(opened)) board.watch([opened]);
  }, [board, opened]);
  useEffect(() => {
    const linked = callsOfSearch(search).filter(isSendable);
    if (linked.length === 0) return;
    board.watch(linked);
    navigate(location.pathname, { replace: true });
  }, [board, navigate, search]);
  useEffect(() => {
    const state: unknown = history.state;
    if (typeof state === 'object' && state && Reflect.get(state, 'focus') === 'call-ids') focusField();
  }, []);

  const { calls, call } = overview;
  const hasCalls = calls.length > 0;
  useEffect(() => {
    // A call must open offline too.
    if (hasCalls) prefetchDetail();
  }, [hasCalls]);
  const ordered = inOrder(calls, sorting, call);
  const shown = group === 'all' ? ordered : ordered.filter(({ id }) => call(id)?.group === group);
  const ids = shown.map(({ id }) => id);
  const isOpen = opened !== undefined && call(opened) !== undefined;

  const open = (id: string, replace = false) => navigate(pathOfCall(id), { replace });
  const close = () => {
    navigate(BOARD_PATH);
    if (opened !== undefined) focusRow(opened);
  };
  const watch = (chosen: readonly string[]) => {
    board.watch(chosen);
    const [only] = chosen;
    if (chosen.length === 1 && only !== undefined) open(only);
  };
  const stop = (id: string) => {
    const at = ids.indexOf(id);
    const next = ids[at + 1] ?? ids[at - 1];
    navigate(BOARD_PATH);
    const removed = board.unwatch([id]);
    showToast({
      tone: 'plain',
      text: 'Stopped watching 1 call',
      action: { label: 'Undo', run: () => board.restore(removed) },
    });
    if (next === undefined) focusField();
    else focusRow(next);
  };
  const edit = (id: string) => {
    navigate(BOARD_PATH);
    board.unwatch([id]);
    setText(id);
    focusField();
  };
  useCallKeys({ board, ids, opened: isOpen ? opened : undefined, open, close });

  return (
    <Sheet>
      <title>Calls · Telephony Campaign Console</title>
      <Work className={styles['board']} banner={<BoardBanner board={board} overview={overview} />}>
        <div className={styles['head']}>
          <h1>Calls</h1>
          <Lookup call={call} text={text} onText={setText} onWatch={watch} />
          {calls.length > 0 && <Controls board={board} overview={overview} />}
        </div>
        {calls.length === 0 ? (
          <EmptyBoard examples={scope.config.calls.examples} onText={setText} onWatch={watch} />
        ) : (
          <>
            <GroupTally board={board} overview={overview} chosen={group} onChoose={setGroup} />
            {shown.length === 0 && group !== 'all' ? (
              <NoneInGroup group={group} total={calls.length} onShowAll={() => setGroup('all')} />
            ) : (
              <CallTable
                board={board}
                ids={ids}
                opened={opened}
                sorting={sorting}
                onSort={(column) => setSorting(sortBy(column, sorting, ids, call))}
              />
            )}
            <BoardFooter overview={overview} />
          </>
        )}
        <Announcer board={board} />
      </Work>
      {isOpen && (
        <Side label="Call detail" className={styles['call']}>
          <CallDetail
            key={opened}
            id={opened}
            board={board}
            place={scope.service.place}
            onClose={close}
            onEdit={edit}
            onStop={stop}
          />
        </Side>
      )}
    </Sheet>
  );
};
