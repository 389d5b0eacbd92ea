import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { ListQuery, RecordRow } from '#schemas/api/records.ts';
import type { BoardLayout } from '#schemas/metadata/board.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import { BoardCard, type CardSurroundings } from './board-card.tsx';
import { BoardGoals } from './board-goals.tsx';
import type { BoardColumn, BoardStore } from './board-store.ts';
import './board.css';

const PANEL = 'board-column';
const SKELETON_ROW = 96;

/** What of a list its board shows. */
interface BoardedList {
  readonly view: ListView | undefined;
  readonly query: Pick<ListQuery, 'objectApiName' | 'filter' | 'keyword' | 'sort'>;
}

interface BoardViewProps {
  /** The list that it is another view of. */
  readonly list: BoardedList;
  readonly store: BoardStore;
  readonly actions: ActionStore;
  readonly lookups: FilterLookups;
  /** A column is as wide as the screen. */
  readonly isNarrow: boolean;
}

/** A list as columns of cards. */
export const BoardView = observer(function BoardView({ list, store, actions, lookups, isNarrow }: BoardViewProps) {
  const { view } = list;
  const { filter, keyword, sort, objectApiName } = list.query;
  const question = {
    objectApiName,
    ...(filter !== undefined && { filter }),
    ...(keyword && { keyword }),
    ...(sort && { sort }),
  };
  useEffect(() => void store.show(question));
  const [dragged, setDragged] = useState<RecordRow>();
  if (!view?.board) return null;
  const { failure, value } = store.board;
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => store.reload() }} />;
  if (!value) return <GridSkeleton rowHeight={SKELETON_ROW} />;
  const columns = store.columns(view);
  const around: CardSurroundings = {
    view,
    actions,
    options: lookups,
    logos: value.logos,
    onMove: (row, to) => store.move(view, row, to, actions),
    onDrag: setDragged,
  };
  const drawn = columns.map((column) => (
    <Column key={column.value} {...around} store={store} column={column} dragged={dragged} isNarrow={isNarrow} />
  ));
  return (
    <div className="board">
      <BoardGoals goals={value.goals} label={view.board.goal?.label ?? ''} />
      <Undo store={store} onUndo={isUndone(view.board) ? () => store.undo(view, actions) : undefined} />
      {isNarrow ? (
        <Turning columns={columns}>{drawn}</Turning>
      ) : (
        <ScrollBox label={`${view.label}看板`} className="board-columns">
          {drawn}
        </ScrollBox>
      )}
    </div>
  );
});

/** What changed a record can be changed back. */
const isUndone = ({ move, undo }: BoardLayout): boolean => move === undefined || undo !== undefined;

interface TurningProps {
  readonly columns: readonly BoardColumn[];
  /** The columns as they are drawn. */
  readonly children: readonly ReactNode[];
}

/** Columns one beside the other, each as wide as a phone: swiped from one to the next, or chosen by a tab. */
function Turning({ columns, children }: TurningProps) {
  const strip = useRef<HTMLDivElement>(null);
  const first = columns.find(({ total }) => total > 0) ?? columns[0];
  const [chosen, setChosen] = useState(first?.value ?? '');
  const at = columns.findIndex(({ value }) => value === chosen);
  const turnTo = (value: string) => {
    const column = strip.current?.children[columns.findIndex((each) => each.value === value)];
    column?.scrollIntoView?.({ block: 'nearest', inline: 'start' });
    setChosen(value);
  };
  // The first column that has cards is the one on screen.
  const start = useRef(at);
  useLayoutEffect(() => {
    strip.current?.children[start.current]?.scrollIntoView?.({ block: 'nearest', inline: 'start' });
  }, []);
  const onScroll = () => {
    const { scrollLeft = 0, children: drawn } = strip.current ?? {};
    const lefts = [...(drawn ?? [])].map((column) => Math.abs((column as HTMLElement).offsetLeft - scrollLeft));
    const value = columns[lefts.indexOf(Math.min(...lefts))]?.value;
    if (value !== undefined) setChosen(value);
  };
  return (
    <>
      <PlainTabs
        label="列"
        tabs={columns.map(({ value, label, total }) => ({ value, label: `${label} ${total}` }))}
        value={chosen}
        onChange={turnTo}
        panel={PANEL}
      />
      <div
        ref={strip}
        id={PANEL}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={tabId(PANEL, chosen)}
        className="board-strip"
        onScroll={onScroll}
      >
        {children}
      </div>
    </>
  );
}

interface ColumnProps extends CardSurroundings {
  readonly store: BoardStore;
  readonly column: BoardColumn;
  readonly dragged: RecordRow | undefined;
  /** Of a column that fills a phone it is said that it is empty. */
  readonly isNarrow: boolean;
}

const Column = observer(function Column({ store, column, dragged, isNarrow, ...around }: ColumnProps) {
  const { view, onMove, onDrag } = around;
  const { value, label, total, totalIsExact, sum, rows } = column;
  const [isOver, setOver] = useState(false);
  const isTarget = dragged !== undefined && dragged[view.board?.by ?? ''] !== value;
  const summed = sum === null ? '' : `合计 ${sumWords(column, around)}`;
  return (
    <div
      className="board-column"
      data-empty={rows.length === 0}
      data-over={isOver && isTarget}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (isTarget) onMove(dragged, value);
        onDrag(undefined);
      }}
    >
      <section aria-label={`${label}，${total}${view.measureWord ?? COUNTED}`}>
        <h2>
          {label}
          <span className="board-count">{totalIsExact ? total : `${total}+`}</span>
        </h2>
        {summed !== '' && <p className="board-sum">{summed}</p>}
        {rows.length === 0 && isNarrow && <p className="board-sum">这一列还没有记录。</p>}
        <ul>
          {rows.map((row) => (
            <BoardCard
              key={row.id}
              {...around}
              row={row}
              isFocused={store.focused === row.id}
              onFocused={store.hasFocus}
            />
          ))}
        </ul>
        {rows.length < total && (
          <PlainButton onClick={() => void store.more(view, column)}>
            再显示一些（还有 {total - rows.length} {view.measureWord ?? COUNTED}）
          </PlainButton>
        )}
      </section>
    </div>
  );
});

/** Money is added up in CNY. */
function sumWords({ sum }: BoardColumn, { view }: CardSurroundings): string {
  const field = view.fields.find(({ apiName }) => apiName === view.board?.sum);
  return field && valueKind(field) === 'money' ? formatMoney(sum ?? '0', 'CNY') : (sum ?? '');
}

interface UndoProps {
  readonly store: BoardStore;
  readonly onUndo: (() => void) | undefined;
}

/** The last move, with the way back. */
const Undo = observer(function Undo({ store, onUndo }: UndoProps) {
  const { moved, problem } = store;
  if (problem === '' && (!moved || !onUndo)) return null;
  return (
    <div className="board-undo" role={problem === '' ? undefined : 'alert'}>
      <span>{problem || moved?.words}</span>
      {problem === '' && <PlainButton onClick={onUndo}>撤销</PlainButton>}
      <PlainButton tone="quiet" onClick={store.putAway}>
        关闭
      </PlainButton>
    </div>
  );
});
