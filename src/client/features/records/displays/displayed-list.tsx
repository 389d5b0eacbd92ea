import { observer } from 'mobx-react-lite';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ListQuery, RecordRow } from '#schemas/api/records.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import { hashAddress } from '#client/lib/router.ts';
import { BoardView } from '#client/features/records/board/board-view.tsx';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { addCondition } from '#client/features/records/filters/filter-tree.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';
import { onDays } from './calendar-store.ts';
import { CalendarView } from './calendar-view.tsx';
import { DashboardView } from './dashboard-view.tsx';
import { GalleryView } from './gallery-view.tsx';
import { displayQuery } from './display-query.ts';
import type { ListDisplays } from './list-displays.ts';
import './displays.css';

interface DisplayedListProps {
  readonly list: {
    readonly view: ListView | undefined;
    readonly state: ListState;
    readonly query: ListQuery;
  };
  readonly displays: ListDisplays;
  readonly actions: ActionStore;
  readonly lookups: FilterLookups;
  readonly isNarrow: boolean;
  /** Opens a record beside the list; absent where records have pages of their own. */
  readonly onOpen: ((row: RecordRow) => void) | undefined;
  readonly onChange: (next: ListState) => void;
  /** Path of the list, without what it shows. */
  readonly pathname: string;
}

/** A list in another look than rows. */
export const DisplayedList = observer(function DisplayedList(props: DisplayedListProps) {
  const { list, displays, actions, lookups, isNarrow, onOpen, onChange, pathname } = props;
  const { view, state } = list;
  if (!view) return null;
  const query = displayQuery(list.query);
  const around = { view, query, options: lookups, onOpen };
  const asRows = (comparison: Comparison): ListState => ({
    ...state,
    display: 'table',
    filter: addCondition(state.filter, comparison),
  });
  switch (state.display) {
    case 'board':
      return <BoardView list={list} store={displays.board} actions={actions} lookups={lookups} isNarrow={isNarrow} />;
    case 'calendar': {
      const { date = '' } = view.calendar ?? {};
      const onDay = (day: string) => onChange(asRows(onDays(date, day, day)));
      return <CalendarView {...around} store={displays.calendar} isNarrow={isNarrow} onDay={onDay} />;
    }
    case 'gallery':
      return <GalleryView {...around} store={displays.gallery} />;
    case 'dashboard': {
      const hrefOf = (group: Comparison) => hashAddress(pathname + encodeListState(asRows(group)));
      return <DashboardView view={view} query={query} charts={displays.charts} hrefOf={hrefOf} />;
    }
    case 'table':
      return null;
  }
});
