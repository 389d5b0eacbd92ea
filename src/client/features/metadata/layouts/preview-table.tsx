import { observer } from 'mobx-react-lite';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ListColumn } from '#generators/columns.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

/** What scrolls must be reached by the keyboard. */
const REACHABLE = { tabIndex: 0 };

interface PreviewTableProps {
  readonly label: string;
  readonly columns: readonly ListColumn[];
  readonly records: readonly RecordRow[];
  readonly options: OptionLabels;
  /** What a record holds for a field. */
  readonly valueOf: (record: RecordRow, field: FieldDefinition) => FieldValue;
  /** Address of a record, which its name leads to; absent where it leads nowhere. */
  readonly hrefOf?: (record: RecordRow) => string;
}

/** A few records in the columns of a list. */
export const PreviewTable = observer(function PreviewTable(props: PreviewTableProps) {
  const { label, columns, records, options, valueOf, hrefOf } = props;
  return (
    <div className="meta-scroll" role="group" aria-label={label} {...REACHABLE}>
      <table className="data-table meta-table meta-list-preview">
        <thead>
          <tr>
            {columns.map(({ field, width, align }) => (
              <th key={field.apiName} scope="col" style={{ minWidth: width, textAlign: align }} title={field.label}>
                <bdi>{field.label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              {columns.map(({ field, width, isName }) => {
                const Cell = cellOf(field);
                const cell = <Cell field={field} value={valueOf(record, field)} options={options} />;
                return (
                  <td key={field.apiName} style={{ maxWidth: width }}>
                    {isName && hrefOf ? <a href={hrefOf(record)}>{cell}</a> : cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
