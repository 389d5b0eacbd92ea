import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { ListView, TotalsQuery } from '#schemas/api/records.ts';
import type { Listing } from '#schemas/metadata/condition.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import { countLabel } from '#client/features/records/base/count-labels.ts';
import { fieldOfColumn } from '#generators/converted-columns.ts';
import type { ListColumn } from '#generators/columns.ts';
import { type FilterLookups, labelsFrom, othersFrom } from '#client/features/records/filters/label-of.ts';
import type { ExportStore } from '#client/features/records/exports/export-store.ts';
import type { BoardStore } from '#client/features/records/board/board-store.ts';
import { BulkTool } from '#client/features/records/bulk/bulk-tool.tsx';
import type { BulkStore } from '#client/features/records/bulk/bulk-store.ts';
import { ExportTool } from '#client/features/records/exports/export-tool.tsx';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { filterRoot } from '#client/features/records/filters/filter-tree.ts';
import { FilterBar } from '#client/features/records/filters/filter-bar.tsx';
import type { ListState } from '#shared/lists/list-state.ts';
import type { BesideProps } from '#client/features/records/beside/record-beside.tsx';
import type { ListRanking } from './list-ranking.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { RecordListStore } from './record-list-store.ts';
import type { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { comparePath, isComparable } from '#client/features/records/base/compare-address.ts';
import { useGoTo } from '#client/lib/use-go-to.ts';
import { SelectionBar } from './selection-bar.tsx';
import { isSummed, type TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { proposedName } from '#client/features/records/views/proposed-name.ts';
import { ViewMenu } from '#client/features/records/views/view-menu.tsx';
import { BoardSwitch } from './board-switch.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const ColumnFilter = lazyPart(
  async () => (await import('#client/features/records/filters/column-filter.tsx')).ColumnFilter,
);

/** Puts records on lists that the user keeps, and takes them off. */
export interface KeepTools {
  readonly ask: (ids: readonly string[]) => void;
  readonly take: (listId: string, ids: readonly string[]) => void;
}

/** What the tools around a list live on. */
export interface ListToolStores {
  readonly views: SavedViewsStore;
  readonly exports: ExportStore;
  readonly totals: TotalsStore;
  /** What may be done with rows of a system object. */
  readonly actions: ActionStore;
  /** The list as a board; absent where none is shown. */
  readonly board?: BoardStore | undefined;
  /** Shows a record beside its list; absent where records open on pages of their own. */
  readonly beside?: ((place: BesideProps) => ReactNode) | undefined;
  /** What another feature offers for the view that is open; see ViewMenu. */
  readonly further?: ((viewId: string | undefined, onNeed: () => void) => ReactNode) | undefined;
  /** Lists that the records picked can be put on, or taken off; absent where they cannot. */
  readonly keep?: KeepTools | undefined;
  /** Changes of many records at once; absent where this person may make none. */
  readonly bulk?: BulkStore | undefined;
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
  const { view, state, objectApiName, count, selection } = store;
  const onFilter = (filter: ListState['filter']) => onChange({ ...state, filter });
  const shown = [...new Set(visible.map(fieldOfColumn))];
  const summed = shown.filter((apiName) => columns.some(({ field }) => field.apiName === apiName && isSummed(field)));
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
          state={state}
          proposedName={() =>
            view ? proposedName(state, view, othersFrom(lookups), labelsFrom(lookups), lookups.listNames) : ''
          }
          onChange={onChange}
          further={tools.further}
        />
        {view?.board && (
          <BoardSwitch
            state={state}
            onChange={onChange}
            onRemember={(isBoard) => tools.views.rememberBoard(objectApiName, isBoard)}
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
          isBoard={state.isBoard}
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
              selection,
            }}
          />
        </ListToolbar>
      </div>
      {view?.description !== undefined && <p className="list-help">{view.description}</p>}
      {view && (
        <FilterBar
          view={view}
          filter={state.filter}
          keyword={state.keyword}
          lookups={lookups}
          today={tools.actions.today}
          found={count ? countLabel(count) : ''}
          onFilter={onFilter}
          isPanelOpen={isPanelOpen}
          onPanel={setPanelOpen}
        />
      )}
      {view && filterOn !== undefined && (
        <ColumnFilter
          view={view}
          apiName={filterOn}
          filter={state.filter}
          keyword={state.keyword}
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

/** Some records picked can be put on a list, and taken off the one that the whole list is narrowed to. */
function keepActions({ state, selection }: RecordListStore, keep: KeepTools | undefined) {
  if (!keep || selection.mode === 'all') return [];
  const { ids = [] } = selection.scope;
  const { join, members } = filterRoot(state.filter);
  const on = join === 'and' ? members.find((member) => 'inList' in member) : undefined;
  const takeOff = ({ inList }: Listing) => {
    keep.take(inList, ids);
    selection.clear();
  };
  return [
    { label: '加入清单', onPress: () => keep.ask(ids) },
    ...(on ? [{ label: '移出清单', onPress: () => takeOff(on) }] : []),
  ];
}

/** A few records picked can be put side by side, where records have pages of their own. */
function compareAction(
  { objectApiName, selection }: RecordListStore,
  { beside }: ListToolStores,
  goTo: (path: string) => void,
) {
  const { ids = [] } = selection.scope;
  if (beside || !isComparable(ids.length)) return [];
  return [{ label: `对比（${ids.length}）`, onPress: () => goTo(comparePath(objectApiName, ids)) }];
}

/** Actions that may be done to every row picked, as far as the rows are here. */
function bulkActions({ view, selection, keptRows }: RecordListStore, actions: ActionStore) {
  const bulk = view?.actions?.filter((action) => action.bulk === true) ?? [];
  if (!view || bulk.length === 0 || selection.mode === 'all') return [];
  const picked = keptRows().filter(({ id }) => selection.has(id));
  const offered = rowActions(bulk, view.fields, actions);
  return bulk.flatMap((action) => {
    const rows = picked.filter((row) => offered(row as Parameters<typeof offered>[0]).includes(action));
    return rows.length > 0
      ? [{ label: `${action.label}（${rows.length}）`, onPress: () => actions.ask(action, rows) }]
      : [];
  });
}

/** What staff may do to all records picked as one piece of work. */
function bulkTasks(
  bulk: BulkStore | undefined,
  { filter, keyword }: Pick<TotalsQuery, 'filter' | 'keyword'>,
  { mode, scope }: RecordListStore['selection'],
) {
  if (!bulk) return [];
  const { ids = [], except = [] } = scope;
  const some = mode === 'some' ? { ids: [...ids] } : { except: [...except] };
  const chosen = { ...some, ...(filter !== undefined && { filter }), ...(keyword !== undefined && { keyword }) };
  return [
    { label: '批量编辑', onPress: () => void bulk.ask('edit', chosen) },
    { label: '归档', onPress: () => void bulk.ask('archive', chosen) },
  ];
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
