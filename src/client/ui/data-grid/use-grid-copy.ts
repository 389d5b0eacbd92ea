import { useEffect, useState, type ClipboardEvent } from 'react';
import { cellAsText, MAX_COPIED, rowsAsText } from './copy-rows.ts';
import type { GridColumn, GridRowData, GridSelection } from '#client/ui/data-grid/columns/grid-column.ts';

interface CopyInput<Row extends GridRowData> {
  readonly columns: readonly GridColumn<Row>[];
  readonly selection: GridSelection | undefined;
  /** Rows that are here, in their order. */
  readonly keptRows: () => readonly Row[];
  /** The cell that the keyboard is at. */
  readonly activeText: () => string | undefined;
}

const WORD_MS = 5000;

/** Ctrl+C: the picked rows that are here as a table, else the active cell. What was copied is said for some seconds. */
export function useGridCopy<Row extends GridRowData>({ columns, selection, keptRows, activeText }: CopyInput<Row>) {
  const [word, setWord] = useState('');
  useEffect(() => {
    if (word === '') return undefined;
    const timer = setTimeout(() => setWord(''), WORD_MS);
    return () => clearTimeout(timer);
  }, [word]);
  const onCopy = (event: ClipboardEvent) => {
    // Text that the person has marked is the browser's to copy.
    if (getSelection()?.isCollapsed === false || (event.target as Element).closest('input')) return;
    const picked = selection && selection.state() !== 'none' ? keptRows().filter((row) => selection.has(row.id)) : [];
    const cell = activeText();
    const rows = picked.slice(0, MAX_COPIED);
    const text = rows.length > 0 ? rowsAsText(columns, rows) : cell === undefined ? undefined : cellAsText(cell);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    setWord(
      rows.length > 0 ? `已复制 ${rows.length} 行（看过的行，一次最多 ${MAX_COPIED} 行；全部请用导出）` : '已复制',
    );
  };
  return { onCopy, word };
}
