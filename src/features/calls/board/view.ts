import { navigate } from 'wouter/use-browser-location';
import { isOfBoard, isWall, viewSearchOf } from '#src/features/calls/call/address.ts';
import type { Group } from '#src/features/calls/call/call.ts';
import { COLUMNS } from '#src/features/calls/call/fields.ts';
import { followLinkedZone, heedLinkedZone, timeZone } from '#src/lib/timestamp.ts';
import type { Overview } from './overview.ts';
import { shownRows } from './focus-row.ts';
import { NEWEST_FIRST, type Filter, type View, type VisibleRows } from './rows.ts';

/** `stuck` calls are counted in another group too. */
export type Choice = Group | 'all' | 'stuck';

/** What an address calls the choices. */
const NAMES: readonly (readonly [choice: Choice, name: string])[] = [
  ['all', ''],
  ['live', 'in-progress'],
  ['ok', 'completed'],
  ['bad', 'failed'],
  ['problems', 'problems'],
  ['other', 'other'],
  ['not-found', 'not-found'],
  ['first', 'first-check'],
  ['stuck', 'stuck'],
];

/** Of a text in an address, in characters: many links on their way are cut at some length. */
export const LONGEST_TEXT = 200;
const MOST_MINUTES = 10_080;

export const choiceOf = ({ group, stuck }: Filter): Choice => (stuck === undefined ? group : 'stuck');

/** What a filter has from the board. */
type Known = Pick<Overview, 'stuckMinutes'>;

export const filterOf = (choice: Choice, text: string, { stuckMinutes }: Known): Filter => ({
  text,
  group: choice === 'stuck' ? 'all' : choice,
  ...(choice === 'stuck' && { stuck: stuckMinutes }),
});

/**
 * A view as the query of an address, with its question mark; "" for the one that everybody begins with. It names no calls.
 * `zone`: that of the whole console, which {@link followAddress} reads, unless it is another view's.
 */
export const searchOf = (
  { sorting: { column, descending }, filter }: View,
  zone = timeZone.getState(),
): string => {
  const { text, stuck, error = '' } = filter;
  const isNewestFirst = column === NEWEST_FIRST.column && descending === NEWEST_FIRST.descending;
  const parameters = {
    show: NAMES.find(([choice]) => choice === choiceOf(filter))?.[1] ?? '',
    minutes: stuck === undefined ? '' : String(stuck),
    error: error.length > LONGEST_TEXT ? '' : error,
    text: text.slice(0, LONGEST_TEXT),
    sort: isNewestFirst ? '' : `${descending ? '-' : ''}${column}`,
    zone: zone === 'utc' ? zone : '',
  };
  const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return search.size === 0 ? '' : `?${search.toString()}`;
};

/** The view that a query says. What it does not say, or what means nothing here, is as everybody begins. */
export const viewOfSearch = (search: string, known: Known): View => {
  const parameters = new URLSearchParams(search);
  const said = (name: string) => parameters.get(name) ?? '';
  const [choice] = NAMES.find(([, name]) => name === said('show')) ?? ['all' as const];
  const minutes = Number(said('minutes'));
  const stuckMinutes = minutes >= 1 && minutes <= MOST_MINUTES ? minutes : known.stuckMinutes;
  const filter = filterOf(choice, said('text').slice(0, LONGEST_TEXT), { stuckMinutes });
  const error = choice === 'bad' || choice === 'problems' ? said('error') : '';
  const sort = said('sort');
  const column = COLUMNS.find(({ key }) => key === sort.replace(/^-/, ''))?.key;
  return {
    sorting: column ? { column, descending: sort.startsWith('-') } : NEWEST_FIRST,
    filter: error === '' ? filter : { ...filter, error },
  };
};

/** The view as it stands, as the query of the next address: of the board that is shown, else of the present address. */
export const presentSearch = (): string => {
  const rows = shownRows.getState();
  if (rows) return searchOf(rows.getState());
  return isOfBoard(location.pathname) ? viewSearchOf(location.search) : '';
};

/** Opens a view by the query of its address, without its question mark. */
export const openView = (path: string, search: string, replace = false): void => {
  heedLinkedZone();
  navigate(path + viewSearchOf(search), { replace });
};

/** Browsers refuse to have the address changed at every letter. */
const TYPED_MS = 300;

/** While the next area is loaded the board stays, and it stays behind the screen on the wall: their addresses say no view. */
const saysView = (): boolean => isOfBoard(location.pathname) && !isWall(location.search);

/** Has the address say a view again, by its query, where the board is at the address. */
export const putBackView = (search: string): void => {
  if (saysView()) navigate(location.pathname + search, { replace: true });
};

const withoutText = (view: View): string => searchOf({ ...view, filter: { ...view.filter, text: '' } });

/**
 * Keeps address and rows in step, until the result is called: a choice is an entry of the history, and typing changes
 * the entry that is there. An address that says the same in other words stays as it is. The zone that an address says holds
 * until the person chooses one.
 */
export const followAddress = (rows: VisibleRows, known: () => Known): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the address says, in our words. */
  let addressed: string | undefined;
  let isReading = false;

  const write = (view: View, replace: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    const search = searchOf(view);
    if (search === addressed || !saysView()) return;
    addressed = search;
    navigate(location.pathname + search, { replace });
  };
  const read = (): void => {
    if (!saysView()) return;
    isReading = true;
    const zone = new URLSearchParams(location.search).get('zone');
    followLinkedZone(zone);
    const view = viewOfSearch(location.search, known());
    const search = searchOf(view);
    if (search !== addressed) {
      clearTimeout(timer);
      timer = undefined;
      addressed = search;
      if (search !== searchOf(rows.getState())) rows.show(view);
    }
    isReading = false;
    // Of before the person chose another one: a reload or a copy of the address would bring it back.
    if (zone === 'utc' && timeZone.getState() !== zone)
      navigate(location.pathname + search, { replace: true });
  };
  const stopZone = timeZone.subscribe(() => {
    if (!isReading) write(rows.getState(), true);
  });
  const stopRows = rows.subscribe((view, before) => {
    if (view.sorting === before.sorting && view.filter === before.filter) return;
    if (withoutText(view) === withoutText(before)) {
      clearTimeout(timer);
      timer = setTimeout(() => write(rows.getState(), true), TYPED_MS);
      return;
    }
    // What was typed until now belongs to the entry that is left.
    if (timer !== undefined) write(before, true);
    write(view, false);
  });
  read();
  const events = ['popstate', 'pushState', 'replaceState'];
  for (const name of events) addEventListener(name, read);
  return () => {
    clearTimeout(timer);
    stopRows();
    stopZone();
    for (const name of events) removeEventListener(name, read);
  };
};
