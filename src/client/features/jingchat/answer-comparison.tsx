import { observer } from 'mobx-react-lite';
import type { ContentOf } from '#schemas/api/jingchat.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { comparePath, isComparable } from '#client/lib/compare-address.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { AnswerLookups } from './answer-lookups.ts';

interface AnswerComparisonProps {
  readonly content: ContentOf<'comparison'>;
  readonly objectApiName: string;
  readonly lookups: AnswerLookups;
}

/** Records side by side: a column for each, a row for each field; those in which they are not alike are marked. */
export const AnswerComparison = observer(function AnswerComparison(props: AnswerComparisonProps) {
  const { content, objectApiName, lookups } = props;
  const view = lookups.listView(objectApiName);
  if (!view) return null;
  const fields = content.columns.flatMap((name) => view.fields.find(({ apiName }) => apiName === name) ?? []);
  const ids = content.rows.map(({ id }) => id);
  return (
    <>
      <ScrollBox className="jing-scroll" label={`${view.label}的对比`}>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{view.label}</th>
              {content.rows.map((row) => (
                <th key={row.id} scope="col">
                  <a href={hashAddress(detailPath(objectApiName, row.id))} target="_blank" rel="noopener">
                    {String(row[view.nameField] ?? `#${row.id}`)}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const Cell = cellOf(field);
              const differs = content.differing.includes(field.apiName);
              return (
                <tr key={field.apiName} data-differs={differs || undefined}>
                  <th scope="row">
                    {field.label}
                    {differs && <span className="visually-hidden">（不同）</span>}
                  </th>
                  {content.rows.map((row) => (
                    <td key={row.id}>
                      <Cell field={field} value={recordValue(row, field.apiName)} options={lookups} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
      {isComparable(ids.length) && (
        <p className="jing-compare">
          <a href={hashAddress(comparePath(objectApiName, ids))} target="_blank" rel="noopener">
            在对比页查看全部字段与趋势
          </a>
        </p>
      )}
    </>
  );
});
