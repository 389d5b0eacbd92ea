import { ThemeProvider } from '@mui/material/styles';
import CssBaseline from '@mui/material/CssBaseline';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { listColumns } from '#generators/columns.ts';
import { theme } from '#client/app/shell/theme.ts';
import { recordColumns } from '#client/features/records/columns/record-columns.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { useGridSelection } from '#client/features/records/list/use-grid-selection.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { DataGrid } from '#client/ui/data-grid/data-grid.tsx';
import { VIEW, WIDE_API } from './wide-list.ts';

const ignore = () => undefined;
const LOOKUPS = new LookupStore(WIDE_API);

const Grid = observer(function Grid({ store }: { readonly store: RecordListStore }) {
  const columns = useMemo(() => recordColumns('Bench', listColumns(VIEW), LOOKUPS), []);
  const selection = useGridSelection(store);
  return (
    <DataGrid
      label="基准"
      columns={columns}
      count={store.rowCount}
      isExact
      rowAt={store.rowAt}
      keptRows={store.keptRows}
      onSee={store.see}
      resetKey={store.generation}
      sort={VIEW.sort}
      onSort={ignore}
      widths={{}}
      onWidths={ignore}
      pinned={[]}
      onPinned={ignore}
      onColumns={ignore}
      density="standard"
      isBusy={false}
      selection={selection}
      onOpen={ignore}
    />
  );
});

/** The product's grid on the product's store, whose rows come from a server that answers at once. */
export async function mountOurs(root: HTMLElement): Promise<() => void> {
  const store = new RecordListStore(WIDE_API, 'Bench');
  await store.show(DEFAULT_LIST_STATE);
  return () =>
    flushSync(() =>
      createRoot(root).render(
        <ThemeProvider theme={theme}>
          <CssBaseline />
          <Grid store={store} />
        </ThemeProvider>,
      ),
    );
}
