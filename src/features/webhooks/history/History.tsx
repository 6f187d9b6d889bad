import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { downloadCsv } from '#src/ui/download.ts';
import { countPages, findPageRows, PAGE_ROWS, usePages } from '#src/ui/table/pages.ts';
import { Pager } from '#src/ui/table/Table.tsx';
import { CAMPAIGNS_PATH, HISTORY_PATH } from '#src/features/webhooks/change/paths.ts';
import { useNameBook, type NameBook } from '#src/features/webhooks/names/names.ts';
import {
  formatFilterHint,
  hasWords,
  describeSentRun,
  listSentTexts,
} from '#src/features/webhooks/run/describe-run.ts';
import { formatIsoDay } from '#src/lib/timestamp.ts';
import { type SentItem, describeEntry, toSentRows } from './sent.ts';
import { LogNotes, SentItems, useSent } from './SentList.tsx';
import list from '#src/features/webhooks/run/PairList.module.css';

/** All that the search finds an item by. */
const listItemTexts = (item: SentItem, names: NameBook): string[] => {
  if ('entry' in item)
    return [describeEntry(item.entry, undefined).title.join(''), ...listSentTexts(item.entry, names)];
  const { act, details, word } = describeSentRun(item.run, []);
  return [act, details, word, 'run', formatIsoDay(item.at)];
};

const formatQuery = (text: string): string =>
  text === '' ? '' : `?${new URLSearchParams({ text }).toString()}`;

/** Single changes and runs in one list. */
export const History = () => {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const names = useNameBook();
  const text = new URLSearchParams(useSearch()).get('text')?.trim() ?? '';
  const [, navigate] = useLocation();
  const { page, go } = usePages(text);
  const top = useRef<HTMLDivElement>(null);
  const { items, isRead, total, ...sent } = useSent(text === '' ? (page + 1) * PAGE_ROWS : Infinity);
  const isFound = (item: SentItem) => text === '' || hasWords(listItemTexts(item, names), text);
  const found = items.filter(isFound);
  const count = text === '' ? total : found.length;
  const query = formatQuery(text);
  const { start, end } = findPageRows(page, count);

  const exportFound = async () => {
    try {
      const all = await client.fetchQuery(logQueries.singlePairs(workspace, Infinity));
      downloadCsv(toSentRows(all.entries, sent.runs, isFound), 'sent-from-this-browser', 'List');
    } catch {
      showToast({ tone: 'bad', text: 'The list could not be exported. Try again.' });
    }
  };

  return (
    <section className={list['screen']} aria-label="Sent from this browser" aria-busy={!isRead}>
      <div className={list['head']}>
        <p className="second">Sent from this browser</p>
        {found.length > 0 && (
          <div className="btns">
            <Button icon="download" onClick={() => void exportFound()}>
              Export
            </Button>
          </div>
        )}
        <div className={classes('btns', list['tools'])}>
          <SearchField
            className={list['search']}
            label="Filter history"
            placeholder={formatFilterHint()}
            value={text}
            onChange={(typed) => navigate(HISTORY_PATH + formatQuery(typed), { replace: true })}
          />
          <span className="quiet" role="status">
            {isRead && text !== '' && `${formatNumber(count)} found`}
          </span>
        </div>
      </div>
      <div className="page" ref={top}>
        <LogNotes {...sent} />
        {isRead && items.length === 0 && <p className="second">Nothing sent yet.</p>}
        {isRead && text !== '' && sent.runs.length > 0 && (
          <p className="second">
            Pairs of runs: <Link href={CAMPAIGNS_PATH + query}>find “{text}” in Campaigns</Link>
          </p>
        )}
        <SentItems {...sent} items={found.slice(start, end)} />
      </div>
      {countPages(count) > 1 && (
        <Pager
          label="History"
          rows={count}
          page={page}
          go={(to) => {
            go(to);
            top.current?.scrollIntoView();
          }}
        />
      )}
    </section>
  );
};
