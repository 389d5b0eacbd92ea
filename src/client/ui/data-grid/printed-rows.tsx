import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GridColumn, GridRowData, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';

/** What would be hard to read in two lines: days, numbers, amounts. */
const SHORT = /^[\d.,:%+-][^\n]{0,11}$/;

interface PrintedRowsProps<Row extends GridRowData> {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly count: number;
  readonly keptRows: () => readonly Row[];
  readonly selection: GridSelection | undefined;
}

/**
 * The rows on paper: a table as wide as the sheet, in the place of the grid, which has a screen full of rows alone. The
 * rows that were picked, else all that have come to the browser.
 */
export function PrintedRows<Row extends GridRowData>({
  label,
  columns,
  count,
  keptRows,
  selection,
}: PrintedRowsProps<Row>) {
  const [rows, setRows] = useState<readonly Row[]>();
  useEffect(() => {
    const begin = () => {
      const isPicked = selection !== undefined && selection.state() !== 'none';
      // At once: the sheet is drawn as soon as this event has been heard.
      flushSync(() => setRows(keptRows().filter(({ id }) => !isPicked || selection.has(id))));
    };
    const end = () => setRows(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [keptRows, selection]);
  if (!rows) return null;
  return (
    <div className="grid-printed">
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} data-align={column.align}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => {
                const text = column.text(row);
                return (
                  <td key={column.id} data-align={column.align} data-short={SHORT.test(text) || undefined}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < count && <p>打印了 {rows.length.toLocaleString('zh-CN')} 条，全部记录请使用“导出”。</p>}
    </div>
  );
}
