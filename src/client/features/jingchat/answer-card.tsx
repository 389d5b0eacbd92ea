import { observer } from 'mobx-react-lite';
import type { ContentOf } from '#schemas/api/jingchat.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { AnswerLookups } from './answer-lookups.ts';

interface AnswerCardProps {
  readonly content: ContentOf<'record'>;
  readonly objectApiName: string;
  readonly lookups: AnswerLookups;
}

/** A record with the fields that its page shows first, and the way to that page. */
export const AnswerCard = observer(function AnswerCard({ content, objectApiName, lookups }: AnswerCardProps) {
  const { name, columns, row } = content;
  const view = lookups.listView(objectApiName);
  const fields = columns.flatMap((column) => view?.fields.find(({ apiName }) => apiName === column) ?? []);
  return (
    <article className="jing-card">
      <h3>
        <a href={hashAddress(detailPath(objectApiName, row.id))} target="_blank" rel="noopener">
          {name}
        </a>
      </h3>
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => {
            const Cell = cellOf(field);
            return (
              <div key={field.apiName}>
                <dt>{field.label}</dt>
                <dd>
                  <Cell field={field} value={recordValue(row, field.apiName)} options={lookups} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </article>
  );
});
