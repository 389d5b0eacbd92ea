import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';

/** What a pass may find in a record; its list has an option for each. */
type FindingKind = 'brokenLink' | 'unlinkedName' | 'unclearOrder' | 'sourceConflict' | 'wrongValue';

/** Something that staff should put right in one field of a record, in words. */
export interface Finding {
  readonly kind: FindingKind;
  readonly id: string;
  readonly name: string;
  readonly field: string;
  readonly label: string;
  readonly problem: string;
}

export const recordName = ({ definition }: Pick<CatalogObject, 'definition'>, { id, values }: PlainRecord): string =>
  String(values[definition.nameField] ?? `#${id}`);

export const finding = (
  kind: FindingKind,
  object: Pick<CatalogObject, 'definition'>,
  record: PlainRecord,
  { apiName, label }: FieldDefinition,
  problem: string,
): Finding => ({ kind, id: record.id, name: recordName(object, record), field: apiName, label, problem });
