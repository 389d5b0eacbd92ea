import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailProvenance } from '#generators/detail.ts';
import { isSystem } from '#generators/object.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';
import { formatShanghai } from '#shared/time/format.ts';

const day = (instant: unknown): string | undefined =>
  typeof instant === 'string' ? formatShanghai(instant, 'YYYY-MM-DD') : undefined;

/** Up to when the data of a record hold, where they come from, and since when they are here. */
export const ProvenanceLine = observer(function ProvenanceLine(
  props: DetailPartProps & { readonly definition: ObjectDefinition },
) {
  const { store, definition } = props;
  const record = store.reply?.record;
  // A system object names its times itself.
  if (!record || isSystem(definition)) return null;
  const { source, sourceUrl, asOf } = detailProvenance(definition);
  const known = (field: FieldDefinition | undefined) =>
    field && !store.isLocked(field.apiName) ? recordValue(record, field.apiName) : undefined;
  const [name, url] = [known(source), known(sourceUrl)];
  const address = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
  const words = typeof name === 'string' && name !== '' ? name : address === undefined ? undefined : '来源链接';
  const [created, updated] = [day(record['createdAt']), day(record['updatedAt'])];
  return (
    <ul className="detail-provenance">
      {asOf && known(asOf) !== undefined && (
        <li>
          数据截至 <DetailValue {...props} field={asOf} />
        </li>
      )}
      {words !== undefined && (
        <li>
          来源{' '}
          {address === undefined ? (
            words
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer">
              {words}
            </a>
          )}
        </li>
      )}
      {created !== undefined && <li>收录于 {created}</li>}
      {updated !== undefined && <li>更新于 {updated}</li>}
    </ul>
  );
});
