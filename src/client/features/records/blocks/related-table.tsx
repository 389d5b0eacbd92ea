import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { listColumns, type ListColumn } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { RelatedListStore } from './related-list-store.ts';
import { RelationCell } from './relation-cell.tsx';

interface RelatedTableProps {
  readonly store: RelatedListStore;
  readonly options: OptionLabels;
}

const ARIA_ORDER = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: '↑', desc: '↓' } as const;

const Heading = observer(function Heading({ store, column }: { store: RelatedListStore; column: ListColumn }) {
  const { field, align, sortable } = column;
  const order = store.sort?.field === field.apiName ? store.sort.order : undefined;
  return (
    <th scope="col" data-align={align} aria-sort={order ? ARIA_ORDER[order] : undefined}>
      {sortable && store.isSortable ? (
        <button type="button" className="related-sort" onClick={() => store.toggleSort(field.apiName)}>
          {field.label}
          <span aria-hidden>{order ? ARROWS[order] : '↕'}</span>
        </button>
      ) : (
        field.label
      )}
    </th>
  );
});

/** The records of a related list, each with how it is related where there is something to say. */
export const RelatedTable = observer(function RelatedTable({ store, options }: RelatedTableProps) {
  const { view, layout } = store;
  const { list: rows = [], page, failure, isLoading } = store.pages;
  if (!view) return failure ? null : <LoadingBlock height={88} />;
  if (rows.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        暂无{layout.label}
      </Typography>
    );
  const columns = listColumns({ ...view, columns: store.columns }).filter((column) => column.shown);
  const relation = layout.through ? '次数' : layout.similarBy ? '相同之处' : undefined;
  return (
    <div className="related-scroll" aria-busy={isLoading}>
      <table className="related-table">
        <thead>
          <tr>
            {columns.slice(0, 1).map((column) => (
              <Heading key={column.field.apiName} store={store} column={column} />
            ))}
            {relation !== undefined && <th scope="col">{relation}</th>}
            {columns.slice(1).map((column) => (
              <Heading key={column.field.apiName} store={store} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <a
                  className="grid-name"
                  href={hashAddress(detailPath(view.objectApiName, row.id))}
                  target="_blank"
                  rel="noopener"
                >
                  {String(recordValue(row, view.nameField) ?? `#${row.id}`)}
                </a>
              </th>
              {relation !== undefined && (
                <td>
                  <RelationCell relation={page?.relations[row.id]} fields={view.fields} options={options} />
                </td>
              )}
              {columns.slice(1).map(({ field, align }) => {
                const Cell = cellOf(field);
                return (
                  <td key={field.apiName} data-align={align}>
                    <Cell field={field} value={recordValue(row, field.apiName)} options={options} />
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
