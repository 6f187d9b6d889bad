import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { omitEmptyColumn, type CsvCell } from '#src/lib/csv.ts';
import { formatUtc } from '#src/lib/timestamp.ts';
import { getPairStatus, type PairState } from '#src/log/sent-pairs.ts';
import { formatOutcome } from '#src/outcomes/messages.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { downloadCsv } from '#src/ui/download.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { SegmentedControl } from '#src/ui/forms/Field.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { Skeleton } from '#src/ui/page/PageLayout.tsx';
import { FilterBar } from '#src/ui/table/FilterBar.tsx';
import { SelectionBar } from '#src/ui/table/SelectionBar.tsx';
import { CAMPAIGN_COLUMNS } from '#src/features/webhooks/change/change.ts';
import { useNameBook, type NameBook } from '#src/features/webhooks/names/names.ts';
import {
  getSelection,
  prepareDetach,
  useCheckFollowUp,
  type FollowUp,
} from '#src/features/webhooks/run/follow-up.ts';
import { formatFilterHint } from '#src/features/webhooks/run/describe-run.ts';
import { CAMPAIGNS_PATH } from '#src/features/webhooks/change/paths.ts';
import { PlanDialog, type Planned } from './PlanDialog.tsx';
import {
  findPairs,
  formatPairStatus,
  groupPairs,
  listOptions,
  listRows,
  parseCampaignsView,
  type CampaignsView,
} from './pair-groups.ts';
import { SelectionMenu, StateTable } from './StateTable.tsx';
import table from '#src/ui/table/Table.module.css';
import list from '#src/features/webhooks/run/PairList.module.css';
import styles from './Campaigns.module.css';

const GROUPINGS = [
  { value: 'campaign', label: 'By campaign' },
  { value: 'webhook', label: 'By webhook' },
] as const;

/** For the export, which Bulk reads. */
const toCsvRows = (pairs: readonly PairState[], names: NameBook): CsvCell[][] => {
  const rows = [
    [...CAMPAIGN_COLUMNS, 'Answer'],
    ...pairs.map((pair) => {
      const { campaignId, webhookId, accepted, last } = pair;
      const sent = getPairStatus(pair) === 'with-message' ? accepted : last;
      const isPlain = sent?.outcome === 'accepted' && !sent.withMessage;
      return [
        campaignId,
        webhookId,
        names.campaign.get(campaignId),
        names.webhook.get(webhookId),
        formatPairStatus(pair),
        last.operation,
        formatOutcome(last),
        formatUtc(last.at),
        isPlain ? undefined : sent?.message,
      ];
    }),
  ];
  return omitEmptyColumn(rows, 'Answer');
};

const formatCampaignsView = ({ by, text, state }: CampaignsView): string => {
  const parts = Object.entries({
    by: by === 'campaign' ? '' : by,
    state: state === 'all' ? '' : state,
    text,
  }).filter(([, value]) => value !== '');
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts).toString()}`;
};

const useCampaignsView = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => parseCampaignsView(search), [search]);
  const change = (next: Partial<CampaignsView>) =>
    navigate(CAMPAIGNS_PATH + formatCampaignsView({ ...parseCampaignsView(location.search), ...next }), {
      replace: true,
    });
  return { view, change };
};

export const Campaigns = () => {
  const checkFollowUp = useCheckFollowUp();
  const { data: pairs, isError, dataUpdatedAt } = useQuery(logQueries.pairs(useWorkspace()));
  const { view, change } = useCampaignsView();
  const names = useNameBook();
  const selection = getSelection(useWorkspace());
  const selected = useStore(selection);
  const [planned, setPlanned] = useState<Planned>();
  const groups = useMemo(() => groupPairs(pairs ?? [], view.by), [pairs, view.by]);
  const found = useMemo(() => findPairs(pairs ?? [], view.text, names), [pairs, view.text, names]);
  const rows = useMemo(() => listRows(groups, new Set(found), view.state), [groups, found, view.state]);
  const shown = rows.flatMap(({ pair }) => pair ?? []);
  const chosen = shown.filter(({ key }) => selected.has(key));

  const check = (followUp: FollowUp) => {
    setPlanned(undefined);
    checkFollowUp(followUp);
  };
  const detachChosen = () => {
    const left = chosen.filter(({ accepted, unknown }) => accepted ?? unknown);
    const leftOut = chosen.length - left.length;
    const note = leftOut === 0 ? undefined : `${formatCount(leftOut, 'pair')} left out: never accepted.`;
    if (left.length > 0) check({ ...prepareDetach(left), note });
    else showToast({ tone: 'plain', text: `Nothing is left to detach. ${note}` });
  };
  const planChosen = () => {
    const [webhookId, ...others] = new Set(chosen.map((pair) => pair.webhookId));
    setPlanned({
      campaignIds: [...new Set(chosen.map(({ campaignId }) => campaignId))],
      webhookId:
        others.length === 0 && chosen.some(({ mayBeAttached }) => mayBeAttached) ? webhookId : undefined,
    });
  };
  const select = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(selection.getState());
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    selection.setState(next, true);
  };
  const clear = () => {
    const isInBar = document.activeElement?.closest('[data-selection-bar]');
    flushSync(() => selection.setState(new Set(), true));
    if (isInBar) document.querySelector<HTMLElement>('main [role=region][aria-label=Pairs]')?.focus();
  };

  if (isError)
    return (
      <p className={classes('second', styles['empty'])} role="alert">
        Campaigns could not be read: this browser’s storage failed. Reload the page.
      </p>
    );
  if (!pairs) return <Skeleton />;
  return (
    <div className={list['screen']}>
      <div className={list['head']}>
        <p className="second">Last accepted from this browser</p>
        {pairs.length > 0 && (
          <>
            <div className="btns">
              <Button
                icon="download"
                disabled={shown.length === 0}
                onClick={() =>
                  downloadCsv(toCsvRows(shown, names), 'campaigns', formatCount(shown.length, 'pair'))
                }
              >
                Export
              </Button>
            </div>
            <div className={classes('btns', list['tools'])}>
              <SegmentedControl
                label="Group"
                segments={GROUPINGS}
                value={view.by}
                onChange={(by) => change({ by })}
              />
              <SearchField
                className={list['search']}
                label="Filter pairs"
                placeholder={formatFilterHint()}
                value={view.text}
                view={view}
                onChange={(text) => change({ text })}
              />
              <span className="quiet" role="status">
                {shown.length < pairs.length && `${formatNumber(shown.length)} shown`}
              </span>
            </div>
          </>
        )}
      </div>
      {pairs.length === 0 ? (
        <p className={classes('second', styles['empty'])}>Nothing sent yet.</p>
      ) : (
        <>
          <FilterBar
            className={list['filterBar']}
            label="Pairs by state"
            options={listOptions(found)}
            value={view.state}
            onChange={(state) => change({ state })}
          />
          <StateTable
            rows={rows}
            view={view}
            nowMs={dataUpdatedAt}
            selected={selected}
            onSelect={select}
            onPlan={setPlanned}
            onDetach={(ofGroup) => check(prepareDetach(ofGroup))}
          />
          {chosen.length > 0 ? (
            <SelectionBar label="Selected pairs" count={chosen.length} onClear={clear}>
              <Button variant="bare" size="sm" onClick={planChosen}>
                Set webhooks…
              </Button>
              <Button variant="bare" size="sm" onClick={detachChosen}>
                Detach…
              </Button>
              <SelectionMenu pairs={chosen} onSettled={clear} />
            </SelectionBar>
          ) : (
            <footer className={classes(table['foot'], list['foot'])}>
              <span>
                {formatCount(groups.length, view.by)}, {formatCount(pairs.length, 'pair')}
              </span>
            </footer>
          )}
        </>
      )}
      {planned && (
        <PlanDialog pairs={pairs} planned={planned} onCheck={check} onClose={() => setPlanned(undefined)} />
      )}
    </div>
  );
};
