import { observer } from 'mobx-react-lite';
import type { ContentOf } from '#schemas/api/jingchat.ts';
import { listColumns } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { AnswerLookups } from './answer-lookups.ts';

interface AnswerTableProps {
  readonly content: ContentOf<'list'>;
  readonly objectApiName: string;
  readonly lookups: AnswerLookups;
}

/** The records of an answer, each with the way to its page. */
export const AnswerTable = observer(function AnswerTable({ content, objectApiName, lookups }: AnswerTableProps) {
  const view = lookups.listView(objectApiName);
  if (!view || content.rows.length === 0) return null;
  const columns = listColumns({ ...view, columns: content.columns }).filter(({ shown }) => shown);
  return (
    <ScrollBox className="jing-scroll" label={`${view.label}的记录`}>
      <table className="data-table">
        <thead>
          <tr>
            {columns.map(({ field, align }) => (
              <th key={field.apiName} scope="col" data-align={align}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {content.rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ field, align, isName }) => {
                const Cell = cellOf(field);
                const value = recordValue(row, field.apiName);
                if (isName)
                  return (
                    <th key={field.apiName} scope="row">
                      <a href={hashAddress(detailPath(objectApiName, row.id))} target="_blank" rel="noopener">
                        {String(value ?? `#${row.id}`)}
                      </a>
                    </th>
                  );
                return (
                  <td key={field.apiName} data-align={align}>
                    <Cell field={field} value={value} options={lookups} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
});
