import { useMemo } from 'react';
import type { GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';
import type { RecordListStore } from './record-list-store.ts';

/** The rows picked of a list, as the grid shows and changes them. */
export function useGridSelection(store: RecordListStore): GridSelection {
  return useMemo((): GridSelection => {
    const { selection } = store;
    const state = () => {
      if (selection.isEmpty) return 'none';
      const total = store.count?.isExact === true ? store.count.total : undefined;
      const isAll = selection.mode === 'all' ? selection.excepted === 0 : selection.size(total) === total;
      return isAll ? 'all' : 'some';
    };
    return {
      has: (id) => selection.has(id),
      state,
      toggle: (id) => selection.toggle(id),
      range: (from, to, picked) => void store.selectRange(from, to, picked),
      all: () => selection.all(),
      clear: () => selection.clear(),
    };
  }, [store]);
}
