import { memo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyDialog } from '#src/ui/lazy.tsx';
import { Menu, MenuChoice } from '#src/ui/overlays/Menu.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { markFailures } from './board/actions.ts';
import { useBoard, useOverview } from './board/board.ts';
import { focusTableIfLost } from './board/focus.ts';
import { useTable } from './board/visible-rows.ts';
import { useView, chooseFilter } from './board/view.ts';
import { useFind, type Watch } from './FindOrWatch.tsx';
import { StuckDialog } from './BoardControls.tsx';
import { readTypedText, type Found } from './call/find.ts';
import { getLabelKey } from './call/labels.ts';
import {
  findFilter,
  labelFilter,
  listFilters,
  listOtherStatuses,
  type FilterCounts,
  type FilterKey,
} from './call/filters.ts';
import { labelTime, readTimeRange, TIME_PRESETS } from './call/time-filter.ts';
import empty from './EmptyBoard.module.css';
import styles from './Board.module.css';

const TimeDialog = lazyDialog(async () => (await import('./TimeDialog.tsx')).TimeDialog);

const describeStuck = (minutes: number): string => `Not ended after ${formatNumber(minutes)} min`;

/** Of the label and the time shown. */
const useFilterCounts = (): FilterCounts => {
  const board = useBoard();
  const { label, time } = useView().view;
  return useSyncExternalStore(board.subscribe, () =>
    time === '' ? board.overview(label).counts : board.counts(label, time),
  );
};

const useFilterOptions = (chosen: FilterKey): FilterOption<FilterKey>[] => {
  const counts = useFilterCounts();
  const { statuses, settings, readStuckMinutes } = useBoard();
  const stuckMinutes = useStore(settings, readStuckMinutes);
  const toChoice = (key: FilterKey, label = labelFilter(findFilter(key), statuses)) => ({
    value: key,
    label,
    count: counts.get(key) ?? 0,
  });
  return listFilters(counts, chosen).map((filter, at, all) => {
    const { key, part, tone, icon, overlaps, count } = filter;
    const option = {
      tone,
      icon,
      title: key === 'stuck' ? describeStuck(stuckMinutes) : undefined,
      share: overlaps ? 0 : count,
      isApart: at > 0 && part !== all[at - 1]?.part,
    };
    if (key !== 'other') return Object.assign(option, toChoice(key));
    const choices = [
      toChoice(key, 'All others'),
      ...listOtherStatuses(counts).map((other) => toChoice(other)),
    ];
    return Object.assign(option, toChoice(findFilter(chosen).part === 'other' ? chosen : key), { choices });
  });
};

/** The selected ones, or else all that are shown: with this label, and as filtered by text. */
const MarkAsSeen = () => {
  const board = useBoard();
  const { rows, selection } = useTable();
  const { ids } = useStore(rows);
  const selected = useStore(selection, (state) => state.ids);
  const chosen = ids.filter((id) => selected.has(id));
  const marked = chosen.length > 0 ? chosen : ids;
  return (
    <Button
      size="sm"
      icon="eye"
      aria-disabled={ids.length === 0 || undefined}
      onClick={() => markFailures(board, marked, true)}
    >
      {chosen.length > 0 ? `Mark ${formatNumber(chosen.length)} as seen` : 'Mark as seen'}
    </Button>
  );
};

const StuckLimit = () => {
  const board = useBoard();
  const minutes = useStore(board.settings, board.readStuckMinutes);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton className={styles['limit']} onClick={() => setOpen(true)}>
        {describeStuck(minutes)}
      </TextButton>
      {isOpen && <StuckDialog onClose={() => setOpen(false)} />}
    </>
  );
};

/** The filters count all, whatever the text. */
const ShownCount = memo(() => {
  const count = useStore(useTable().rows, ({ ids }) => ids.length);
  const { text } = useView().view;
  return (
    <span role="status" className="quiet">
      {text !== '' && `${formatNumber(count)} shown`}
    </span>
  );
});

/** Which calls the board shows. Labels that no call has are gone. */
const LabelMenu = memo(() => {
  const { view, change } = useView();
  const labels = useOverview((overview) => overview.labels);
  const watched = useOverview((overview) => overview.watched);
  const show = (label: string) => change({ label });
  if (labels.length === 0 && view.label === '') return null;
  return (
    <Menu
      label="Labels"
      trigger={{
        size: 'sm',
        className: classes(styles['label'], view.label === '' && styles['unset']),
        title: view.label || 'Labels',
        'aria-label': view.label === '' ? 'Labels' : `Label: ${view.label}`,
        children: (
          <>
            <Icon name="tag" />
            <span className={classes('cut', styles['name'])}>{view.label || 'Labels'}</span>
            <Icon name="down" />
          </>
        ),
      }}
    >
      <MenuChoice isOn={view.label === ''} onClick={() => show('')}>
        All calls
        <span className={styles['count']}>{formatNumber(watched)}</span>
      </MenuChoice>
      {labels.map(({ name, total, newFailures }) => (
        <MenuChoice
          key={name}
          isOn={getLabelKey(name) === getLabelKey(view.label)}
          onClick={() => show(name)}
        >
          <span className={classes('cut', styles['name'])}>{name}</span>
          <span className={styles['count']}>
            {formatNumber(total)}
            {newFailures > 0 && `, ${formatCount(newFailures, 'new failure')}`}
          </span>
        </MenuChoice>
      ))}
    </Menu>
  );
});

const TimeMenu = memo(() => {
  const { view, change } = useView();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = labelTime(view.time);
  const isRange = readTimeRange(view.time) !== undefined;
  return (
    <>
      <Menu
        label="Time"
        trigger={{
          size: 'sm',
          className: classes(styles['label'], chosen === '' && styles['unset']),
          title: chosen || 'Any time',
          children: (
            <>
              <Icon name="calendar" />
              <span className={classes('cut', styles['name'])}>{chosen || 'Any time'}</span>
              <Icon name="down" />
            </>
          ),
        }}
      >
        <MenuChoice isOn={view.time === ''} onClick={() => change({ time: '' })}>
          Any time
        </MenuChoice>
        {TIME_PRESETS.map(({ key, label }) => (
          <MenuChoice key={key} isOn={key === view.time} onClick={() => change({ time: key })}>
            {label}
          </MenuChoice>
        ))}
        <MenuChoice isOn={isRange} onClick={() => setChoosing(true)}>
          Between…
        </MenuChoice>
      </Menu>
      {isChoosing && (
        <TimeDialog
          time={view.time}
          onChoose={(time) => change({ time })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
});

export const StatusFilterBar = () => {
  const { view, change } = useView();
  const options = useFilterOptions(view.filter);
  const show = (filter: FilterKey) => change(chooseFilter(view, filter));
  return (
    <FilterBar
      label="Watched calls by status"
      className={styles['filters']}
      options={options}
      value={view.filter}
      onChange={show}
      aside={
        <div className={styles['aside']}>
          {view.filter === 'stuck' && <StuckLimit />}
          {view.filter === 'new-failures' && <MarkAsSeen />}
          <ShownCount />
          <TimeMenu />
          <LabelMenu />
        </div>
      }
    />
  );
};

export const NoMatch = ({ onWatch, onCheck }: { onWatch: Watch; onCheck: (text: string) => void }) => {
  const { statuses } = useBoard();
  const { view, change } = useView();
  const { counts, checking } = useOverview((overview) => overview);
  const { read, act, leavesLabel } = useFind(onWatch, onCheck);
  const found = read(readTypedText(view.text, location.origin));
  const isWaiting = checking > 0 && counts.has('first-check');
  const typed = `“${escapeInvisible(view.text)}”`;
  const label = view.label === '' ? '' : ` labelled “${view.label}”`;
  const filter = view.filter === 'all' ? '' : ` under “${labelFilter(findFilter(view.filter), statuses)}”`;
  const describe = (): string => {
    if (view.text !== '') {
      if (found.kind === 'watch') return `${typed} is not watched`;
      return `No call${label}${filter} matches ${typed}`;
    }
    if (isWaiting) return 'Waiting for first answers…';
    if (view.filter === 'new-failures' && label === '') return 'No new failures';
    return `No calls${label}${filter || (label === '' ? ' match' : '')}`;
  };
  const others = `${formatNumber(found.ids.length)} ${leavesLabel(found) ? 'of all calls' : 'others'}`;
  const offers: Partial<Record<Found['kind'], string>> = {
    watch: view.label === '' ? 'Watch it (Enter)' : `Watch it, labelled ${view.label} (Enter)`,
    check: 'Check for IDs (Enter)',
    open: 'Open it (Enter)',
    show: found.ids.length === 1 ? 'Show it (Enter)' : `Show ${others} (Enter)`,
  };
  const offer = offers[found.kind];
  return (
    <div className={empty['none']}>
      <div className={empty['words']} role="status">
        <h2>{describe()}</h2>
        <div className="btns">
          {offer && (
            <Button
              variant="primary"
              onClick={() => {
                act(found, view.text);
                if (found.kind === 'show') focusTableIfLost();
              }}
            >
              {offer}
            </Button>
          )}
          <Button
            onClick={() => {
              change({ label: '', filter: 'all', time: '', text: '' });
              focusTableIfLost();
            }}
          >
            Show all
          </Button>
        </div>
      </div>
    </div>
  );
};
