import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { TotalsQuery } from '#schemas/api/records.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import { countLabel } from '#client/features/records/base/count-labels.ts';
import { fieldOfColumn } from '#generators/converted-columns.ts';
import type { ListColumn } from '#generators/columns.ts';
import { readOwnName } from '#generators/own-columns.ts';
import { type FilterLookups, labelsFrom, othersFrom } from '#client/features/records/filters/label-of.ts';
import type { ExportStore } from '#client/features/records/exports/export-store.ts';
import { BulkTool } from '#client/features/records/bulk/bulk-tool.tsx';
import type { BulkStore } from '#client/features/records/bulk/bulk-store.ts';
import { ExportTool } from '#client/features/records/exports/export-tool.tsx';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { addCondition, comparisonOn, replaceMember } from '#client/features/records/filters/filter-tree.ts';
import { FilterBar } from '#client/features/records/filters/filter-bar.tsx';
import { DEFAULT_LIST_STATE, type ListState } from '#shared/lists/list-state.ts';
import type { BesideProps } from '#client/features/records/beside/record-beside.tsx';
import type { ListRanking } from './list-ranking.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { RecordListStore } from './record-list-store.ts';
import { type SavedViewsStore, viewState } from '#client/features/records/views/saved-views-store.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { stateWithin, wholeState, withinList } from './list-question.ts';
import type { ListSummariesStore } from '#client/features/records/base/list-summaries-store.ts';
import type { ListedTools } from './listed.ts';
import { ListSummaries } from './list-summaries.tsx';
import { bulkActions, bulkTasks, compareAction, keepActions, type KeepTools } from './selection-actions.ts';
import { SelectionBar } from './selection-bar.tsx';
import { isSummed, type TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { proposedName } from '#client/features/records/views/proposed-name.ts';
import { ViewMenu } from '#client/features/records/views/view-menu.tsx';
import { DisplaySwitch } from '#client/features/records/displays/display-switch.tsx';
import type { ListDisplays } from '#client/features/records/displays/list-displays.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const ColumnFilter = lazyPart(
  async () => (await import('#client/features/records/filters/column-filter.tsx')).ColumnFilter,
);

/** What the tools around a list live on. */
export interface ListToolStores {
  readonly views: SavedViewsStore;
  readonly exports: ExportStore;
  readonly totals: TotalsStore;
  /** What may be done with rows of a system object. */
  readonly actions: ActionStore;
  /** The list in other looks than rows; absent where none is shown. */
  readonly displays?: ListDisplays | undefined;
  /** Shows a record beside its list; absent where records open on pages of their own. */
  readonly beside?: ((place: BesideProps) => ReactNode) | undefined;
  /** What another feature offers for the view that is open; see ViewMenu. */
  readonly further?: ((viewId: string | undefined, onNeed: () => void) => ReactNode) | undefined;
  /** Lists that the records picked can be put on, or taken off; absent where they cannot. */
  readonly keep?: KeepTools | undefined;
  readonly listed?: ListedTools | undefined;
  /** What a list with a condition of its own says about all of its records. */
  readonly summaries?: ListSummariesStore | undefined;
  readonly whole?: WholeList | undefined;
  /** Changes of many records at once; absent where this person may make none. */
  readonly bulk?: BulkStore | undefined;
}

/** The list of all records, of which a list with a condition of its own is a part. */
export interface WholeList {
  readonly route: string;
  readonly label: string;
}

export interface RecordListProps {
  readonly store: RecordListStore;
  readonly tools: ListToolStores;
  readonly lookups: FilterLookups;
  /** Name of the object, shown until its layout is there. */
  readonly label: string;
  readonly isCreatable: boolean;
  /** May this person bring a file into the list? */
  readonly isImportable: boolean;
  /** Where the records can be ranked by what fits. */
  readonly ranking?: ListRanking | undefined;
}

interface ListToolsProps extends RecordListProps {
  readonly onChange: (next: ListState) => void;
  readonly columns: readonly ListColumn[];
  /** Shown columns in order. */
  readonly visible: readonly string[];
  /** The column whose filter was asked for at its head. */
  readonly filterOn: string | undefined;
  readonly onFilterDone: () => void;
  /** How many rows there are. */
  readonly children: ReactNode;
}

/** All that is above the rows of a list: its name, its view, the tools, the filters, and the bar of the rows picked. */
export const ListTools = observer(function ListTools(props: ListToolsProps) {
  const {
    store,
    tools,
    lookups,
    label,
    isCreatable,
    isImportable,
    onChange,
    columns,
    visible,
    filterOn,
    onFilterDone,
  } = props;
  const [isPanelOpen, setPanelOpen] = useState(false);
  const goTo = useGoTo();
  const { view, asked, state, objectApiName, count, selection } = store;
  const whole = wholeState(store.fixed, state);
  const onFilter = (filter: ListState['filter']) => onChange({ ...state, filter });
  const shown = [...new Set(visible.map(fieldOfColumn))];
  const own = (asked?.fields ?? []).filter((field) => readOwnName(field.apiName) && isSummed(field));
  const summed = [
    ...shown.filter((apiName) =>
      columns.some(({ field, partly }) => field.apiName === apiName && !partly && isSummed(field)),
    ),
    ...own.map(({ apiName }) => apiName),
  ];
  const { filter, keyword, sort } = store.query;
  const matching = { objectApiName, ...(filter !== undefined && { filter }), ...(keyword && { keyword }) };
  const totalsOf = state.totals && view ? totalsQuestion(matching, summed, selection) : undefined;
  useEffect(() => void tools.totals.show(totalsOf));
  return (
    <>
      <div className="list-head">
        <h1>{view?.label ?? label}</h1>
        <ViewMenu
          views={tools.views}
          objectApiName={objectApiName}
          state={whole}
          proposedName={() =>
            asked ? proposedName(whole, asked, othersFrom(lookups), labelsFrom(lookups), lookups.listNames) : ''
          }
          onChange={(next) => onChange(stateWithin(store.fixed, next) ?? next)}
          isOf={store.fixed && ((view) => stateWithin(store.fixed, viewState(view)) !== undefined)}
          further={tools.further}
        />
        {view && tools.displays && (
          <DisplaySwitch
            {...{ view, state, onChange }}
            onRemember={(display) => tools.views.rememberDisplay(objectApiName, display)}
          />
        )}
        {props.children}
        <ListToolbar
          objectApiName={objectApiName}
          state={state}
          onChange={onChange}
          columns={columns}
          visible={visible}
          isCreatable={isCreatable}
          isImportable={isImportable}
          hasRows={state.display === 'table'}
          hasTotals={summed.length > 0 || state.totals}
          onExport={() => tools.exports.ask('all')}
          actions={listActions(view)}
          onAsk={(action) => tools.actions.ask(action, [])}
        >
          <ExportTool
            exports={tools.exports}
            source={{
              label: view?.label ?? label,
              query: { ...matching, ...(sort && { sort }) },
              // Files have the amounts in CNY beside the amounts anyway.
              visible: shown,
              every: [...new Set(columns.map(({ field }) => fieldOfColumn(field.apiName)))],
              count,
              measureWord: view?.measureWord,
              selection,
            }}
          />
        </ListToolbar>
      </div>
      {view?.description !== undefined && (
        <p className="list-help">
          {view.description}
          {tools.whole && (
            <PlainLink href={hashAddress(wholePath(tools.whole, store))}>在“{tools.whole.label}”中查看</PlainLink>
          )}
        </p>
      )}
      {tools.summaries && (
        <ListSummaries
          store={store}
          summaries={tools.summaries}
          onNarrow={(comparison) => onFilter(narrowed(state.filter, comparison))}
        />
      )}
      {asked && (
        <FilterBar
          view={asked}
          filter={state.filter}
          keyword={state.keyword}
          within={withinList(store.fixed, undefined)}
          lookups={lookups}
          today={tools.actions.today}
          found={count ? countLabel(count, asked.measureWord) : ''}
          onFilter={onFilter}
          isPanelOpen={isPanelOpen}
          onPanel={setPanelOpen}
        />
      )}
      {asked && filterOn !== undefined && (
        <ColumnFilter
          view={asked}
          apiName={filterOn}
          filter={state.filter}
          keyword={state.keyword}
          within={withinList(store.fixed, undefined)}
          lookups={lookups}
          today={tools.actions.today}
          onFilter={onFilter}
          onMore={() => {
            onFilterDone();
            setPanelOpen(true);
          }}
          onClose={onFilterDone}
        />
      )}
      <SelectionBar
        selection={selection}
        count={count}
        measureWord={view?.measureWord}
        onExport={() => tools.exports.ask('selected')}
        actions={[
          ...keepActions(store, tools.keep),
          ...compareAction(store, tools, goTo),
          ...bulkActions(store, tools.actions),
          ...bulkTasks(tools.bulk, matching, selection),
        ]}
        onTotals={state.totals || summed.length === 0 ? undefined : () => onChange({ ...state, totals: true })}
      />
      {tools.bulk && <BulkTool store={tools.bulk} />}
    </>
  );
});

/** What may be done to the list itself. */
export const listActions = (view: ListView | undefined): ObjectAction[] =>
  view?.actions?.filter((action) => action.of === 'list') ?? [];

/** The list of all records, narrowed to what this one shows: there it can be kept as a view, and subscribed. */
const wholePath = ({ route }: WholeList, { query, fixed, state }: RecordListStore): string =>
  route +
  encodeListState({
    ...DEFAULT_LIST_STATE,
    filter: withinList(fixed, state.filter),
    keyword: state.keyword,
    sort: query.sort,
  });

/** A condition with one more comparison; that of the same field, where there is one, makes way. */
function narrowed(filter: Condition | undefined, comparison: Comparison): Condition | undefined {
  const before = comparisonOn(filter, comparison.field);
  return before ? replaceMember(filter, before, comparison) : addCondition(filter, comparison);
}

/** Of the rows picked when there are any, else of all that match. */
function totalsQuestion(
  matching: Pick<TotalsQuery, 'objectApiName' | 'filter' | 'keyword'>,
  fields: readonly string[],
  selection: RecordListStore['selection'],
): TotalsQuery {
  const { ids, except } = selection.isEmpty ? {} : selection.scope;
  return {
    ...matching,
    fields: [...fields],
    ...(ids && { ids: [...ids] }),
    ...(except && except.length > 0 && { except: [...except] }),
  };
}
