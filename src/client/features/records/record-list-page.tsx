import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { RecordRow } from '#schemas/api/records.ts';
import { listColumns } from '#generators/columns.ts';
import { detailPath, openInNewTab } from '#client/lib/router.ts';
import { DataGrid } from '#client/ui/data-grid/data-grid.tsx';
import { ROW_HEIGHTS } from '#client/ui/data-grid/grid-column.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ListState } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { decodeListState, encodeListState } from './list-url.ts';
import { recordColumns } from './record-columns.tsx';
import type { RecordListStore } from './record-list-store.ts';

interface RecordListPageProps {
  readonly store: RecordListStore;
  readonly lookups: FieldLookups & OptionLabels;
  /** Name of the object, shown until its layout is there. */
  readonly label: string;
  readonly isCreatable: boolean;
}

/** The list of any object, as its layout and the URL say. */
export const RecordListPage = observer(function RecordListPage({
  store,
  lookups,
  label,
  isCreatable,
}: RecordListPageProps) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { state, notices } = decodeListState(search);
    void store.show(state, notices);
  }, [store, search]);
  const { view, state } = store;
  const settled = encodeListState(state);
  useEffect(() => {
    // What the layout dropped leaves the URL as well, so that a copied link says what is on screen. The store is asked,
    // not the last drawing of it: the effect above may just have told it of another URL.
    const wanted = encodeListState(store.state);
    const isOther = wanted !== encodeListState(decodeListState(search).state);
    if (store.view && isOther) void navigate(pathname + wanted, { replace: true });
  }, [settled, store, search, pathname, navigate]);
  const change = useCallback(
    (next: ListState) => void navigate(pathname + encodeListState(next)),
    [navigate, pathname],
  );

  const offered = useMemo(() => (view ? listColumns(view) : []), [view]);
  const visible = useMemo(() => {
    const name = offered.filter((column) => column.isName).map((column) => column.field.apiName);
    const chosen = state.columns ?? offered.filter((column) => column.shown).map((column) => column.field.apiName);
    return [...new Set([...name, ...chosen])];
  }, [offered, state.columns]);
  const columns = useMemo(() => {
    const shown = visible.flatMap((apiName) => offered.find((column) => column.field.apiName === apiName) ?? []);
    return recordColumns(store.objectApiName, shown, lookups);
  }, [visible, offered, store, lookups]);
  const open = useCallback((row: RecordRow) => openInNewTab(detailPath(store.objectApiName, row.id)), [store]);
  const loadMore = useCallback(() => void store.loadMore(), [store]);
  const isNarrowed = state.filter !== undefined || state.keyword.trim() !== '';

  return (
    <Stack sx={{ height: '100%', minHeight: 0, gap: 1.25, p: { xs: 1.5, md: 2 } }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h1">{view?.label ?? label}</Typography>
        <Count store={store} />
        <ListToolbar
          objectApiName={store.objectApiName}
          state={state}
          onChange={change}
          columns={offered}
          visible={visible}
          isCreatable={isCreatable}
        />
      </Stack>
      {view && (
        <FilterBar
          view={view}
          filter={state.filter}
          lookups={lookups}
          onFilter={(filter) => change({ ...state, filter })}
        />
      )}
      {store.notices.length > 0 && (
        <WarningBar onClose={store.dismissNotices}>{[...new Set(store.notices)].join('；')}</WarningBar>
      )}
      {store.status === 'failed' && store.failure && (
        <Notice isAlert title={store.failure.message} action={{ label: '重试', onPress: () => void store.reload() }} />
      )}
      {store.status === 'loading' && <GridSkeleton rowHeight={ROW_HEIGHTS[state.density]} />}
      {(store.status === 'ready' || store.status === 'refreshing') && store.rows.length === 0 && (
        <Notice
          title={isNarrowed ? '没有符合条件的记录' : '暂无记录'}
          action={
            isNarrowed
              ? { label: '清除筛选', onPress: () => change({ ...state, filter: undefined, keyword: '' }) }
              : undefined
          }
        >
          {isNarrowed ? '试试放宽筛选条件，或换一个关键词。' : undefined}
        </Notice>
      )}
      {(store.status === 'ready' || store.status === 'refreshing') && store.rows.length > 0 && view && (
        <DataGrid
          label={`${view.label}列表`}
          columns={columns}
          rows={store.rows}
          sort={state.sort ?? view.sort}
          onSort={(sort) => change({ ...state, sort })}
          widths={state.widths}
          onWidths={(widths) => change({ ...state, widths })}
          density={state.density}
          isBusy={store.status === 'refreshing'}
          onEndReached={loadMore}
          onOpen={open}
          foot={<Foot store={store} />}
        />
      )}
    </Stack>
  );
});

/** How many rows there are, as far as they were counted; a press on an open count has all of them counted. */
const Count = observer(function Count({ store }: { readonly store: RecordListStore }) {
  const { count } = store;
  const words = count?.total.toLocaleString('zh-CN') ?? '';
  return (
    <Typography component="div" variant="body2" color="textSecondary" role="status" sx={{ minWidth: 72 }}>
      {count?.isExact === true && `共 ${words} 条`}
      {count?.isExact === false && (
        <Button
          color="inherit"
          title="统计准确条数"
          disabled={store.isCounting}
          onClick={() => void store.countExactly()}
          sx={{ px: 0.5, minWidth: 0 }}
        >
          {store.isCounting ? '正在统计…' : `${words}+ 条`}
        </Button>
      )}
    </Typography>
  );
});

const Foot = observer(function Foot({ store }: { readonly store: RecordListStore }) {
  if (store.isLoadingMore) return <span role="status">正在加载更多…</span>;
  if (store.failure) {
    return (
      <span role="alert">
        {store.failure.message}
        <Button onClick={() => void store.loadMore()}>重试</Button>
      </span>
    );
  }
  return <span>{store.hasMore ? '' : '已经到底了'}</span>;
});
