import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import { mostRows } from './canvas-height.ts';
import { columnMenu } from '#client/ui/data-grid/columns/column-menu.ts';
import { columnMoves } from '#client/ui/data-grid/columns/column-moves.ts';
import './data-grid.css';
import { fitWidth } from '#client/ui/data-grid/columns/fit-width.ts';
import { GridBody } from './grid-body.tsx';
import { FooterRow } from './footer-row.tsx';
import {
  HEAD_HEIGHT,
  NARROW_GRID,
  ROW_HEIGHTS,
  type GridColumn,
  type GridRowData,
} from '#client/ui/data-grid/columns/grid-column.ts';
import { GridHead } from './grid-head.tsx';
import type { DataGridProps } from './grid-props.ts';
import { runHeaderCommand } from './header-commands.ts';
import { showRow } from './show-row.ts';
import { useClippedTitles } from './use-clipped-titles.ts';
import { useColumnDrag } from '#client/ui/data-grid/columns/use-column-drag.ts';
import { useGridColumns } from '#client/ui/data-grid/columns/use-grid-columns.ts';
import { PrintedRows } from './printed-rows.tsx';
import { useGridCopy } from './use-grid-copy.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useLongPress } from '#client/ui/use-long-press.ts';
import { useRowPicking } from './use-row-picking.ts';
import { useSize } from './use-size.ts';

interface OpenMenu {
  readonly anchor: HTMLElement;
  readonly choices: ReturnType<typeof columnMenu>;
}

const rowOf = (target: EventTarget) => {
  const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? undefined : Number(row);
};

/** Rows and columns for reading all day: both axes drawn as far as they are seen, names in place, led by keyboard. */
export function DataGrid<Row extends GridRowData>(props: DataGridProps<Row>) {
  const { sort, onSort, widths, onWidths, selection, rowAt, resetKey } = props;
  const activeId = `${useId()}-active`;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const hasSelectionColumn = selection !== undefined && (props.isSelecting === true || size.width >= NARROW_GRID);
  const selectionColumns = hasSelectionColumn ? 1 : 0;
  const rowHeight = ROW_HEIGHTS[props.density];
  const count = mostRows(rowHeight, props.count);
  const bottomHeight = props.bottomCell ? rowHeight : 0;
  const room = size.height - HEAD_HEIGHT - bottomHeight;
  const grid = useGridColumns({ ...props, scroller, room: size.width, hasSelectionColumn });
  const { columns, pinnedPlaces, scrolledPlaces } = grid;

  const moves = columnMoves({ ...props, ...grid });
  const { drag, grab } = useColumnDrag(scroller, moves.ids, moves.zoneOf, moves.moveTo);
  const [menu, setMenu] = useState<OpenMenu>();
  const picking = useRowPicking(selection, rowAt);
  const titles = useClippedTitles(
    useMemo(() => [...pinnedPlaces, ...scrolledPlaces], [pinnedPlaces, scrolledPlaces]),
    rowAt,
  );
  const fit = (column: GridColumn<Row>) => {
    const { font } = getComputedStyle(scroller.current ?? document.body);
    onWidths({ ...widths, [column.id]: fitWidth(column, props.keptRows(), font) });
  };
  const openMenu = (column: GridColumn<Row>, anchor: HTMLElement) => {
    const acts = { ...moves.actsOf(column), onSort, onFit: () => fit(column) };
    setMenu({ anchor, choices: columnMenu(column, sort, moves.isPinned(column.id), acts) });
  };
  const open = (index: number) => {
    const row = rowAt(index);
    if (row) props.onOpen(row);
  };
  const keys = useGridKeys({
    rows: count,
    columns: columns.length + selectionColumns,
    firstColumn: selectionColumns,
    pageRows: Math.max(1, Math.floor(room / rowHeight) - 1),
    onMove: (cell) => {
      if (cell.row >= 0) showRow(scroller.current, cell.row * rowHeight, rowHeight, room);
      grid.scrollTo(cell.column - selectionColumns);
    },
    onOpen: open,
    onHead: (place, act) =>
      runHeaderCommand(act, {
        column: columns[place - selectionColumns],
        width: grid.sizes[place - selectionColumns] ?? 0,
        sort,
        onSort,
        onPickAll: picking.allOrNone,
        onWidth: (id, width) => onWidths({ ...widths, [id]: width }),
        onStep: (id, by) => moves.step(id, by) && keys.setActive({ row: -1, column: place + by }),
        onMenu: (column) => {
          const anchor = scroller.current?.querySelector<HTMLElement>(`[data-column="${column.id}"]`);
          if (anchor) openMenu(column, anchor);
        },
      }),
    onPick: picking.pick,
    onPickAll: () => selection?.all(),
    onLeave: () => selection?.clear(),
  });
  const { active, setActive } = keys;
  const copy = useGridCopy({
    columns,
    selection,
    keptRows: props.keptRows,
    activeText: () => {
      const row = active && rowAt(active.row);
      return row && columns[active.column - selectionColumns]?.text(row);
    },
  });
  const { resetAnchor } = picking;
  const lastReset = useRef(resetKey);
  useEffect(() => {
    if (lastReset.current === resetKey) return;
    lastReset.current = resetKey;
    if (scroller.current) scroller.current.scrollTop = 0;
    setActive(undefined);
    resetAnchor();
  }, [resetKey, setActive, resetAnchor]);
  const { openAt } = props;
  const lastOpen = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (room <= 0 || lastOpen.current === openAt) return;
    lastOpen.current = openAt;
    if (openAt === undefined) return;
    setActive((at) => ({ row: openAt, column: at?.column ?? selectionColumns }));
    showRow(scroller.current, openAt * rowHeight, rowHeight, room);
  }, [openAt, room, rowHeight, selectionColumns, setActive]);
  const press = useLongPress((target) => {
    const row = rowOf(target);
    if (row === undefined || !selection) return;
    props.onSelecting?.();
    picking.pick(row, false);
  });
  const atCell = (event: MouseEvent) => {
    const target = event.target as Element;
    const cell = target.closest('[role="gridcell"],[role="columnheader"]');
    if (!cell || target.closest('[role="separator"],.grid-footer')) return;
    const row = rowOf(cell) ?? -1;
    setActive({ row, column: Number(cell.getAttribute('aria-colindex')) - 1 });
    if (row >= 0) return;
    // The keys stay with the grid, not with a button of its head.
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
  };

  return (
    <div className="grid-frame">
      <div
        ref={scroller}
        className="grid"
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.isExact ? props.count + 1 + (props.bottomCell ? 1 : 0) : -1}
        aria-colcount={columns.length + selectionColumns}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={props.isBusy}
        aria-activedescendant={active && activeId}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        onMouseDown={atCell}
        onClick={picking.onClick}
        onDoubleClick={(event) => {
          const row = rowOf(event.target);
          if (row !== undefined && !(event.target as Element).closest('.grid-select')) open(row);
        }}
        onCopy={copy.onCopy}
        {...titles}
        {...press}
      >
        <div className="grid-canvas" style={grid.style}>
          <GridHead
            grid={grid}
            selection={hasSelectionColumn ? selection : undefined}
            sort={sort}
            onSort={onSort}
            widths={widths}
            onWidths={onWidths}
            active={active}
            activeId={activeId}
            dragged={drag?.id}
            onGrab={grab}
            onMenu={openMenu}
            onFit={fit}
          />
          {props.isBusy && <div className="grid-busy" />}
          {drag && <div className="grid-dropline" style={{ transform: `translateX(${drag.line}px)` }} />}
          <GridBody
            scroller={scroller}
            count={count}
            rowAt={rowAt}
            onSee={props.onSee}
            rowHeight={rowHeight}
            room={room}
            pinned={pinnedPlaces}
            scrolled={scrolledPlaces}
            selection={hasSelectionColumn ? selection : undefined}
            active={active}
            activeId={activeId}
            openAt={openAt}
            resetKey={resetKey}
          />
          {props.bottomCell && (
            <FooterRow
              pinned={pinnedPlaces}
              scrolled={scrolledPlaces}
              hasSelectionColumn={hasSelectionColumn}
              height={bottomHeight}
              rowIndex={props.count + 2}
              label={props.bottomLabel}
              cell={props.bottomCell}
            />
          )}
        </div>
      </div>
      <div className="grid-foot">
        {props.foot}
        {count < props.count && <span>最多可滚动浏览前 {count.toLocaleString('zh-CN')} 条，请缩小范围或导出</span>}
        {copy.word !== '' && <span role="status">{copy.word}</span>}
      </div>
      <PrintedRows
        label={props.label}
        columns={columns}
        count={props.count}
        keptRows={props.keptRows}
        selection={selection}
      />
      <LazyMenu anchor={menu?.anchor ?? null} onClose={() => setMenu(undefined)} choices={menu?.choices ?? []} />
    </div>
  );
}
