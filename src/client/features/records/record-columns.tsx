import { observer } from 'mobx-react-lite';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ListColumn } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/cells.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { GridColumn } from '#client/ui/data-grid/grid-column.ts';

/** The columns of any object's list as the grid draws them: the name leads to the detail page, in a new tab. */
export function recordColumns(
  objectApiName: string,
  columns: readonly ListColumn[],
  options: OptionLabels,
): readonly GridColumn<RecordRow>[] {
  return columns.map((column) => ({
    id: column.field.apiName,
    label: column.field.label,
    help: column.field.config?.help,
    width: column.width,
    align: column.align,
    sortable: column.sortable,
    pinned: column.isName,
    cell: (row) =>
      column.isName ? (
        <NameLink objectApiName={objectApiName} row={row} field={column.field.apiName} />
      ) : (
        <RecordCell column={column} row={row} options={options} />
      ),
  }));
}

interface RecordCellProps {
  readonly column: ListColumn;
  readonly row: RecordRow;
  readonly options: OptionLabels;
}

const RecordCell = observer(function RecordCell({ column, row, options }: RecordCellProps) {
  const Cell = cellOf(column.field);
  return <Cell field={column.field} value={recordValue(row, column.field.apiName)} options={options} />;
});

interface NameLinkProps {
  readonly objectApiName: string;
  readonly row: RecordRow;
  readonly field: string;
}

function NameLink({ objectApiName, row, field }: NameLinkProps) {
  const name = String(recordValue(row, field) ?? `#${row.id}`);
  return (
    <a
      className="grid-name"
      style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      title={name}
      href={hashAddress(detailPath(objectApiName, row.id))}
      target="_blank"
      rel="noopener"
      // The grid is one stop of the Tab key; Enter on the row opens the same page.
      tabIndex={-1}
    >
      {name}
    </a>
  );
}
