import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { fieldOfColumn, isConverted, offeredColumns, sortOfColumns } from '#generators/converted-columns.ts';
import { readOwnName } from '#generators/own-columns.ts';
import { detailPath, formPath, openInNewTab } from '#client/lib/router.ts';
import { DataGrid } from '#client/ui/data-grid/data-grid.tsx';
import { type GridColumn, NARROW_GRID, ROW_HEIGHTS } from '#client/ui/data-grid/columns/grid-column.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { HelpAt } from '#client/ui/help-at.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import { FreshRecords } from './fresh-records.tsx';
import { ListFoot, RowCountWords, SelectToggle } from './list-count.tsx';
import type { ListState } from '#shared/lists/list-state.ts';
import { stateWithin } from './list-question.ts';
import { listActions, ListTools, type RecordListProps } from './list-tools.tsx';
import { listingOf } from './listed.ts';
import { decodeListState, encodeListState } from '#shared/lists/list-address.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import { actionColumns } from '#client/features/records/actions/action-column.tsx';
import { conditionWords } from '#shared/conditions/condition-words.ts';
import { labelsFrom } from '#client/features/records/filters/label-of.ts';
import { useBeside } from './use-beside.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';
import { TotalsCell, TotalsLabel } from '#client/features/records/columns/totals-cell.tsx';
import { useGridSelection } from './use-grid-selection.ts';
import { useListAddress } from './use-list-address.ts';

/** Loaded when an action is first asked for: it brings the form library along. */
const ActionDialog = lazyPart(
  async () => (await import('#client/features/records/actions/action-dialog.tsx')).ActionDialog,
);
/** Below this width a record is over its list instead of beside it. */
const SHEET = '(max-width: 899px)';
const DisplayedList = lazyPart(
  async () => (await import('#client/features/records/displays/displayed-list.tsx')).DisplayedList,
);
const LazyActionDialog = observer(function LazyActionDialog(props: ComponentProps<typeof ActionDialog>) {
  return props.store.asked && <ActionDialog {...props} />;
});

/** The list of any object, as its layout and the URL say. */
export const RecordListPage = observer(function RecordListPage(props: RecordListProps) {
  const { store, tools, lookups, ranking } = props;
  const page = useRef<HTMLDivElement>(null);
  const beside = useBeside(store, page);
  const { search, pathWith } = useListPlace();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // A list with a condition of its own is opened by none that the list of all records opens with.
  const keptFor = store.fixed?.route ?? store.objectApiName;
  const { fixed, objectApiName } = store;
  const within = useMemo(
    () => fixed && { objectApiName, stateOf: (whole: ListState) => stateWithin(fixed, whole) },
    [fixed, objectApiName],
  );
  const isAddressed = useListAddress(tools.views, keptFor, store.say, within);
  useEffect(() => {
    if (!isAddressed) return;
    const { state, notices } = decodeListState(search);
    void store.show(state, notices);
  }, [store, search, isAddressed]);
  const { view, state } = store;
  const settled = encodeListState(state);
  useEffect(() => {
    // What the layout dropped leaves the URL as well, so that a copied link says what is on screen. The store is asked,
    // not the last drawing of it: the effect above may just have given it another URL.
    const wanted = encodeListState(store.state);
    const isOther = wanted !== encodeListState(decodeListState(search).state);
    const address = tools.views.addressFor(keptFor, store.state);
    if (store.view && isAddressed && isOther) void navigate(pathWith(address), { replace: true });
  }, [settled, store, keptFor, tools, search, pathWith, navigate, isAddressed]);
  const change = useCallback(
    (next: ListState) => void navigate(pathWith(tools.views.addressFor(keptFor, next))),
    [navigate, pathWith, tools, keptFor],
  );

  const offered = useMemo(() => (view ? offeredColumns(view) : []), [view]);
  const visible = useMemo(() => {
    const name = offered.filter((column) => column.isName).map((column) => column.field.apiName);
    const chosen = state.columns ?? offered.filter((column) => column.shown).map((column) => column.field.apiName);
    return [...new Set([...name, ...chosen])];
  }, [offered, state.columns]);
  const isNarrow = useMediaQuery(`(max-width: ${NARROW_GRID - 1}px)`, { noSsr: true });
  const isSheet = useMediaQuery(SHEET, { noSsr: true });
  const { recounting } = store;
  const { open: openBeside } = beside;
  const hasBeside = tools.beside !== undefined;
  const open = useCallback(
    ({ id }: RecordRow) => (hasBeside ? openBeside(id) : openInNewTab(detailPath(store.objectApiName, id))),
    [store, hasBeside, openBeside],
  );
  const listId = listingOf(state.filter)?.inList;
  const listed = tools.listed?.columns(listId) ?? NONE;
  const own = listId === undefined ? undefined : tools.listed?.fields(listId);
  useEffect(
    () => store.knowOwn(listId !== undefined && own ? { listId, fields: own } : undefined),
    [store, listId, own],
  );
  const columns = useMemo(() => {
    const shown = visible.flatMap((apiName) => offered.find((column) => column.field.apiName === apiName) ?? []);
    const onOpen = hasBeside ? open : undefined;
    const fields = recordColumns(store.objectApiName, shown, lookups, recounting, view?.logo, onOpen);
    // What the list is opened for is in sight, beside the names.
    const own = fields.toSpliced(1, 0, ...listed);
    // On phones what may be done is beside the name and the first column: further to the right it is out of sight.
    return view ? own.toSpliced(isNarrow ? 2 : own.length, 0, ...actionColumns(view, tools.actions)) : own;
  }, [visible, offered, store, lookups, recounting, view, tools, isNarrow, hasBeside, open, listed]);
  const totalOf = useCallback(
    (apiName: string) => {
      const field =
        offered.find((column) => !column.partly && column.field.apiName === fieldOfColumn(apiName))?.field ??
        own?.find((each) => each.apiName === apiName);
      const said = (condition: Condition) =>
        conditionWords(condition, { fields: view?.fields ?? [] }, labelsFrom(lookups), Infinity);
      return field && <TotalsCell totals={tools.totals} field={field} said={said} />;
    },
    [offered, own, tools, view, lookups],
  );
  const selection = useGridSelection(store);
  const [isSelecting, setSelecting] = useState(false);
  const [filterOn, setFilterOn] = useState<string>();
  const isNarrowed = state.filter !== undefined || state.keyword.trim() !== '';
  const [first] = listActions(view);
  const { isCreatable } = props;
  const create = isCreatable ? { label: '新建', onPress: () => void navigate(formPath(objectApiName)) } : undefined;
  const emptyAction = first ? { label: first.label, onPress: () => tools.actions.ask(first, []) } : create;
  const isOther = state.display !== 'table' && tools.displays !== undefined;
  const place = view && { state, onChange: change, view, visible: visible.filter((name) => !isConverted(name)) };
  const isRanked = ranking !== undefined && state.match !== undefined;
  const isThere = !isRanked && (store.status === 'ready' || store.status === 'refreshing');
  const isBeside = hasBeside && beside.id !== undefined;

  return (
    <div ref={page} className="list-page">
      <ListTools
        {...props}
        onChange={change}
        columns={offered}
        visible={visible}
        filterOn={filterOn}
        onFilterDone={() => setFilterOn(undefined)}
      >
        {!isRanked && (
          <>
            <RowCountWords store={store} />
            {!isOther && <SelectToggle store={store} isSelecting={isSelecting} onToggle={setSelecting} />}
          </>
        )}
      </ListTools>
      {place && ranking?.bar(place)}
      {listId !== undefined && tools.listed?.bar(listId)}
      {store.notices.length > 0 && (
        <WarningBar onClose={store.dismissNotices}>{[...new Set(store.notices)].join('；')}</WarningBar>
      )}
      {!isRanked && <FreshRecords store={store} />}
      {store.status === 'failed' && store.failure && (
        <Notice isAlert title={store.failure.message} action={{ label: '重试', onPress: () => void store.reload() }} />
      )}
      {store.status === 'loading' && <GridSkeleton rowHeight={ROW_HEIGHTS[state.density]} />}
      <div className="list-body" data-beside={isBeside && !isSheet} onKeyDownCapture={beside.onKeyDown}>
        <div className="list-rows">
          {isRanked && place && ranking.rows(place)}
          {isThere && store.rowCount === 0 && (
            <Notice
              title={isNarrowed ? '没有符合条件的记录' : `“${view?.label ?? '列表'}”还没有记录`}
              action={
                isNarrowed
                  ? { label: '清除筛选', onPress: () => change({ ...state, filter: undefined, keyword: '' }) }
                  : emptyAction
              }
            >
              {isNarrowed ? '试试放宽筛选条件，或换一个关键词。' : view?.empty}
            </Notice>
          )}
          {isThere && store.rowCount === 0 && !isNarrowed && <HelpAt place={pathname} />}
          {isThere && store.rowCount > 0 && isOther && tools.displays && (
            <DisplayedList
              list={store}
              displays={tools.displays}
              actions={tools.actions}
              {...{ lookups, isNarrow, pathname }}
              onOpen={hasBeside ? open : undefined}
              onChange={change}
            />
          )}
          {isThere && store.rowCount > 0 && view && !isOther && (
            <DataGrid
              label={`${view.label}列表`}
              columns={columns}
              count={store.rowCount}
              isExact={store.count?.isExact === true}
              rowAt={store.rowAt}
              keptRows={store.keptRows}
              onSee={store.see}
              resetKey={store.generation}
              sort={sortOfColumns(state.sort ?? view.sort, visible)}
              onSort={(sort) =>
                change({ ...state, sort: sort.map((entry) => ({ ...entry, field: fieldOfColumn(entry.field) })) })
              }
              widths={state.widths}
              onWidths={(widths) =>
                change({ ...state, widths: Object.fromEntries(Object.entries(widths).filter(([id]) => isField(id))) })
              }
              pinned={state.pinned}
              onPinned={(pinned) => change({ ...state, pinned: pinned.filter(isField) })}
              onColumns={(next) =>
                change({
                  ...state,
                  columns: next.filter(isField),
                  pinned: state.pinned.filter((apiName) => next.includes(apiName)),
                })
              }
              onFilterColumn={(id) => !id.startsWith('#') && setFilterOn(fieldOfColumn(id))}
              density={state.density}
              isBusy={store.status === 'refreshing'}
              selection={selection}
              isSelecting={isSelecting || !store.selection.isEmpty}
              onSelecting={() => setSelecting(true)}
              onOpen={open}
              openAt={hasBeside ? beside.at : undefined}
              bottomCell={state.totals ? totalOf : undefined}
              bottomLabel={<TotalsLabel totals={tools.totals} isOfSelection={!store.selection.isEmpty} />}
              foot={<ListFoot store={store} />}
            />
          )}
        </div>
        {isBeside && tools.beside?.({ beside, id: beside.id, isSheet })}
      </div>
      {view && <LazyActionDialog store={tools.actions} nameField={view.nameField} />}
    </div>
  );
});

/** The columns of actions and of a list of records are no fields that a list could keep in its address. */
const isField = (id: string): boolean => !id.startsWith('#') && !readOwnName(id);
const NONE: readonly GridColumn<RecordRow>[] = [];
