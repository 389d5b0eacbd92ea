import { observer } from 'mobx-react-lite';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { viewFields } from '#generators/detail-blocks.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { RelatedListStore } from './related-list-store.ts';

/** One record of a list, and what its parts are drawn from. */
export interface RowProps {
  readonly store: RelatedListStore;
  readonly view: ListView;
  readonly row: RecordRow;
  readonly options: OptionLabels;
}

/** A field of the records listed; undefined where it is gone, closed or not named. */
export const fieldOf = ({ fields }: ListView, apiName: string | undefined): FieldDefinition | undefined =>
  fields.find((field) => field.apiName === apiName);

/** What a record is called. */
export const nameOf = (view: ListView, row: RecordRow): string => {
  const name = recordValue(row, view.nameField);
  return typeof name === 'string' && name !== '' ? name : `#${row.id}`;
};

/** The name of a record, which opens its page in a tab of its own. */
export function RowName({ view, row }: Pick<RowProps, 'view' | 'row'>) {
  return (
    <a className="grid-name" href={hashAddress(detailPath(view.objectApiName, row.id))} target="_blank" rel="noopener">
      {nameOf(view, row)}
    </a>
  );
}

/** One value of a record; nothing where there is none. */
export const RowValue = observer(function RowValue({
  view,
  row,
  options,
  field: apiName,
}: Omit<RowProps, 'store'> & { readonly field: string | undefined }) {
  const field = fieldOf(view, apiName);
  const value = field && recordValue(row, field.apiName);
  if (!field || isEmptyValue(value)) return null;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} options={options} />;
});

/** The columns that the looks of the list leave over, each with its name; what is empty takes no room. */
export const RowFacts = observer(function RowFacts({ store, view, row, options }: RowProps) {
  const taken = new Set([view.nameField, ...viewFields(store.layout.view)]);
  const fields = store.columns.flatMap((apiName) => (taken.has(apiName) ? [] : (fieldOf(view, apiName) ?? [])));
  const known = fields.filter(({ apiName }) => !isEmptyValue(recordValue(row, apiName)));
  if (known.length === 0) return null;
  return (
    <dl className="row-facts">
      {known.map((field) => (
        <div key={field.apiName}>
          <dt>{field.label}</dt>
          <dd>
            <RowValue {...{ view, row, options }} field={field.apiName} />
          </dd>
        </div>
      ))}
    </dl>
  );
});
