import { Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { MainPanel, PageLayout, SidePanel } from '#src/ui/page/PageLayout.tsx';
import { Title } from '#src/ui/page/Title.tsx';
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx';
import { useKeys, commandKey } from '#src/ui/keys.ts';
import {
  BOARD_PATH,
  parseCallPath,
  isBoardPath,
  formatCallPath,
  rememberBoard,
  isCallId,
  readCallsFromSearch,
} from '#src/features/calls/call/address.ts';
import { useBoard, useOverview, watchCalls } from '#src/features/calls/board/board.ts';
import { TableContext, useCreateTable, useTable } from '#src/features/calls/board/visible-rows.ts';
import { useView, formatView, getViewSearch, parseView } from '#src/features/calls/board/view.ts';
import { focusLookup, focusRow, focusTableIfLost, PANEL_ID } from '#src/features/calls/board/focus.ts';
import { needsPreview, type ImportInput } from '#src/features/calls/import/read-ids.ts';
import { readTypedText } from '#src/features/calls/call/find.ts';
import { stopWatching } from '#src/features/calls/board/actions.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { useWorkspace } from '#src/log/workspace.ts';
import { LabelDialog } from './LabelDialog.tsx';
import { useWatch, FindOrWatch, type Watch } from './FindOrWatch.tsx';
import { Announcer, BoardBanner } from './BoardNotices.tsx';
import { BoardControls, useShowSummary } from './BoardControls.tsx';
import styles from './Board.module.css';
import empty from './EmptyBoard.module.css';

const Motif = () => (
  <svg className={empty['motif']} viewBox="0 0 240 72" aria-hidden="true">
    <path d="M.5 0v72M60.5 0v72M120.5 0v72M180.5 0v72M239.5 0v72" />
    <rect x="1" y="10" width="92" height="8" rx="2" />
    <rect x="42" y="32" width="140" height="8" rx="2" data-live="" />
    <rect x="120" y="54" width="58" height="8" rx="2" />
  </svg>
);

const EmptyBoard = ({
  label,
  onText,
  onCheck,
  onWatch,
}: {
  label: string;
  onText: (text: string) => void;
  onCheck: (text: string) => void;
  onWatch: (ids: readonly string[]) => void;
}) => {
  const { examples } = useWorkspace().config.calls;
  const paste = async () => {
    try {
      const pasted = readTypedText(await navigator.clipboard.readText(), location.origin);
      if (needsPreview(pasted, location.origin)) return onCheck(pasted.text);
      onText(pasted.text);
    } catch {
      showToast({ tone: 'bad', text: `The browser refused to paste. Press ${commandKey()} V instead.` });
    }
    focusLookup();
  };
  const inputKinds = [
    { label: 'IDs', value: 'Separated by spaces, commas or lines' },
    { label: 'Also', value: 'A spreadsheet column, or a colleague’s link' },
  ];
  const exampleCalls = {
    label: 'Examples',
    value: (
      <span className="items mono">
        {examples.map((id) => (
          <TextButton key={id} onClick={() => onWatch([id])}>
            {id}
          </TextButton>
        ))}
      </span>
    ),
  };
  return (
    <div className={empty['none']}>
      <div className={empty['words']}>
        <Motif />
        <h2>No calls watched yet</h2>
        <p className="second">
          Paste call IDs
          <span className="keys">
            {' '}
            (<kbd>{commandKey()}</kbd> <kbd>V</kbd>)
          </span>
          . Only what you add is shown, and kept in this browser.
          {label !== '' && ` They get the label “${label}”.`}
        </p>
        <div className="btns">
          <Button onClick={() => void paste()}>Paste from clipboard</Button>
        </div>
        <DescriptionList
          className={empty['ways']}
          items={examples.length > 0 ? [...inputKinds, exampleCalls] : inputKinds}
        />
      </div>
    </div>
  );
};

/** What the address adds: one call at once, several after the user confirmed them. */
const useLinkedCalls = (opened: string | undefined) => {
  const board = useBoard();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { label } = parseView(search);
  const linked = readCallsFromSearch(search);
  const isLinked = linked.length > 0;
  const requested = opened ?? linked[0];
  const needsConfirming = linked.some((id) => id !== requested);
  const leaveLink = useCallback(() => {
    if (isLinked) navigate(location.pathname + getViewSearch(), { replace: true });
  }, [isLinked, navigate]);
  useEffect(() => {
    if (requested === undefined || needsConfirming) return;
    if (isCallId(requested)) watchCalls(board, [requested], { label });
    else showToast({ tone: 'bad', text: 'The ID of this link can’t be sent as a call ID' });
    leaveLink();
  }, [board, requested, needsConfirming, label, leaveLink]);
  const unconfirmed: ImportInput | undefined = needsConfirming ? { kind: 'ids', ids: linked } : undefined;
  return { unconfirmed, leaveLink };
};

const ImportDialog = lazyDialog(async () => (await import('./import/ImportDialog.tsx')).ImportDialog);
const BoardView = lazyPart(async () => (await import('./BoardView.tsx')).BoardView);
const SummaryPanel = lazyPart(async () => (await import('./summary/Summary.tsx')).SummaryPanel);
const CallDetail = lazyPart(async () => (await import('./detail/CallDetail.tsx')).CallDetail);

const preloadBoard = (): void => {
  BoardView.preload();
  CallDetail.preload();
};
// A page that is opened with a call renders it first, then the board.
if (parseCallPath(location.pathname) !== undefined) CallDetail.preload();

/** A field has its own undo, unless it is empty: one has the focus after the board was cleared. */
const NOT_TYPED_IN = ':not(input:not([type=checkbox], [type=radio]), textarea, select), :placeholder-shown';

/** What is typed. `search`: its view. `edited`: the ID that it corrects, whose call stays until then. */
type Draft = { text: string; search: string; edited?: string | undefined };

const createDraft = (text: string, edited?: string): Draft => ({
  text,
  search: formatView({ ...parseView(location.search), text: '' }),
  edited,
});

const WatchedCalls = () => {
  const board = useBoard();
  const { rows } = useTable();
  const [, navigate] = useLocation();
  // Not the router's path, which is partly decoded.
  const opened = parseCallPath(usePathname());
  const [draft, setDraft] = useState<Draft>();
  const [importInput, setImportInput] = useState<ImportInput>();
  const [labelledIds, setLabelledIds] = useState<readonly string[]>();

  const { unconfirmed, leaveLink } = useLinkedCalls(opened);
  const preview = importInput ?? unconfirmed;
  const hasCalls = useOverview(({ watched }) => watched > 0);
  const loading = useOverview((overview) => overview.loading);
  const { watching = false } = useStore(board.settings);
  // Deferred, so that a press, and the call of an address, is painted before the board renders.
  const content = useDeferredValue(
    hasCalls ? 'board' : loading ? 'nothing' : 'empty',
    opened === undefined ? undefined : 'nothing',
  );
  const settled = useDeferredValue(opened);
  const shown = settled !== undefined && board.store.call(settled) !== undefined ? settled : undefined;
  // While saved calls are read, the head is already that of a board.
  const isBoard = hasCalls || (loading && watching);
  const mayNeedBoard = hasCalls || draft !== undefined || opened !== undefined || watching;

  const open = useCallback(
    (id: string, replace = false) => navigate(formatCallPath(id) + getViewSearch(), { replace }),
    [navigate],
  );
  const toBoard = useCallback(() => navigate(BOARD_PATH + getViewSearch()), [navigate]);
  const { view, change } = useView();
  // An open call ends the edit of an ID.
  if (opened !== undefined && draft?.edited !== undefined) setDraft(undefined);
  useEffect(() => {
    // While the next area loads, this one is still shown, with the address of the next.
    if (isBoardPath(location.pathname)) rememberBoard(formatView(view));
    // Loaded ahead, so that the board also opens offline.
    if (mayNeedBoard) preloadBoard();
  }, [view, mayNeedBoard]);
  // What is typed belongs to its view: another one, as after Back, discards it.
  const { text, edited } = draft?.search === formatView({ ...view, text: '' }) ? draft : {};
  const setText = (next: string | undefined) =>
    setDraft(next === undefined ? undefined : createDraft(next, next === '' ? undefined : edited));
  const showSummary = useShowSummary();
  const close = useCallback(() => {
    // Not the call that is shown: the next one may not have rendered.
    const id = parseCallPath(location.pathname);
    toBoard();
    if (id !== undefined) focusRow(id);
  }, [toBoard]);
  const watchNew = useWatch(open);
  /** The text of the box, which may correct an ID. */
  const watchText: Watch = (ids, extras, replacesNotes) => watchNew(ids, extras, replacesNotes, edited);
  useKeys(() => [
    { key: 'Mod+z', label: 'Undo', within: NOT_TYPED_IN, whileTyping: true, run: board.undoLast },
  ]);
  const check = useCallback((words: string) => setImportInput({ kind: 'text', text: words }), []);
  const closePreview = () => {
    setImportInput(undefined);
    leaveLink();
  };
  const stop = useCallback(
    (id: string) => {
      const at = rows.indexOf(id);
      const next = at === -1 ? undefined : (rows.at(at + 1) ?? rows.at(at - 1));
      toBoard();
      stopWatching(board, [id]);
      if (next === undefined) focusLookup();
      else focusRow(next);
    },
    [board, toBoard, rows],
  );
  const edit = useCallback(
    (id: string) => {
      navigate(BOARD_PATH + formatView({ ...parseView(location.search), text: '' }));
      setDraft(createDraft(id, id));
      focusLookup();
    },
    [navigate],
  );
  return (
    <PageLayout>
      <Title>Calls</Title>
      <MainPanel className={styles['board']} banner={<BoardBanner />}>
        <div className={styles['head']}>
          <h1>Calls</h1>
          <FindOrWatch
            hasCalls={isBoard}
            isCovered={shown !== undefined}
            text={text}
            edited={edited}
            onText={setText}
            onWatch={watchText}
            onPreview={setImportInput}
          />
          {isBoard && <BoardControls />}
        </div>
        {/* Mounted before the board, so that React shows it as soon as it is loaded. */}
        <Suspense>
          {content === 'board' && (
            <BoardView
              opened={shown}
              onOpen={open}
              onClose={close}
              onLabel={setLabelledIds}
              onWatch={watchNew}
              onCheck={check}
            />
          )}
        </Suspense>
        {/* Not while the board renders: it would say that there are no calls. */}
        {content === 'empty' && !hasCalls && (
          <EmptyBoard label={view.label} onText={setText} onCheck={check} onWatch={watchNew} />
        )}
        <Announcer />
      </MainPanel>
      {shown !== undefined && (
        <SidePanel id={PANEL_ID} label="Call detail" className={styles['call']}>
          <CallDetail
            key={shown}
            id={shown}
            onClose={close}
            onEdit={edit}
            onLabel={setLabelledIds}
            onStop={stop}
          />
        </SidePanel>
      )}
      {shown === undefined && content === 'board' && view.summary && (
        <SidePanel id={PANEL_ID} label="Summary" className={styles['call']}>
          <SummaryPanel onClose={() => showSummary(false)} />
        </SidePanel>
      )}
      {labelledIds && <LabelDialog ids={labelledIds} onClose={() => setLabelledIds(undefined)} />}
      {preview && (
        <ImportDialog
          input={preview}
          label={view.label}
          onWatch={(...chosen) => {
            closePreview();
            if (preview.kind !== 'text') return watchNew(...chosen);
            setText(undefined);
            change({ text: '' }, true);
            watchText(...chosen);
          }}
          onClose={() => {
            closePreview();
            if (preview.kind === 'text' || !isBoard) focusLookup();
            else focusTableIfLost();
          }}
        />
      )}
    </PageLayout>
  );
};

export const CallsPage = () => (
  <TableContext value={useCreateTable()}>
    <WatchedCalls />
  </TableContext>
);
