import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { ActionStore } from '#client/features/records/actions/action-store.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';
import { heldWords } from '#client/features/records/forms/parts/held-words.ts';
import { recordValue } from '#client/lib/record-value.ts';
import '#client/ui/field-types/cells/chip.css';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import { SealedValue } from './sealed-value.tsx';
import { MaskedValue } from './masked-value.tsx';
import type { RecordDetailStore } from './record-detail-store.ts';

/** What every part of a detail page needs. */
export interface DetailPartProps {
  readonly store: RecordDetailStore;
  /** What may be done with the record of a system object. */
  readonly actions?: ActionStore | undefined;
  readonly options: FilterLookups;
  /** Asks on which list the record is to be put; absent for visitors. */
  readonly onKeep?: (() => void) | undefined;
  /** Opens the upgrade dialog. */
  readonly onUpgrade: () => void;
  /** What another feature offers to do with the record. */
  readonly further?: ReactNode;
  /** The record is shown beside its list, which paper would show as well. */
  readonly isBeside?: boolean;
}

/** A value as it is, or by its label where it is the identifier of a part of a definition. Observable. */
function named({ store, options, field }: DetailPartProps & { readonly field: FieldDefinition }, value: FieldValue) {
  const { holds } = field.config ?? {};
  if (holds === undefined || holds === 'object' || value === undefined || value === null) return value;
  const place = {
    field,
    fieldOf: (name: string) => store.definition?.fields.find(({ apiName }) => apiName === name),
    valueOf: (name: string) => store.reply && recordValue(store.reply.record, name),
  };
  return heldWords(place, value, options);
}

/** One value of the record, or the lock in its place. */
export const DetailValue = observer(function DetailValue(props: DetailPartProps & { readonly field: FieldDefinition }) {
  const { store, options, field } = props;
  const Cell = cellOf(field);
  if (store.isLocked(field.apiName)) {
    const opened = store.revealed.get(field.apiName);
    if (opened !== undefined) return <Cell field={field} value={opened} options={options} />;
    const masked = store.masked(field.apiName);
    if (masked !== undefined) return <MaskedValue store={store} field={field} masked={masked} />;
    return <SealedValue />;
  }
  const value = store.reply && recordValue(store.reply.record, field.apiName);
  const cell = <Cell field={field} value={named(props, value)} options={options} />;
  if (store.isRecounting(field.apiName))
    return (
      <>
        {cell}{' '}
        <span className="chip" data-tone="busy" title="所依据的记录刚刚改变，稍后自动更新">
          计算中
        </span>
      </>
    );
  const picture = fieldType(field).isPicture === true ? (value as FileValue | null | undefined)?.url : undefined;
  if (picture === undefined || !isOwnFile(picture)) return cell;
  return (
    <a href={picture} target="_blank" rel="noopener noreferrer">
      {cell}
    </a>
  );
});
