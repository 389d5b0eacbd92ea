import { type Binding, BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { PackageRecord } from '#schemas/metadata/package.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isAutomatic, isFile, isLinking } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { idsAfter, type PlainRecord, plainRecords } from '#server/core/records/queries.ts';

interface RecordKind {
  readonly binding: Binding;
  /** Field by which its records are known elsewhere; the name of a record where it is blank. */
  readonly key: string;
  /** Field that says who reads a record. */
  readonly audience?: string;
  /** Fields that are each installation's own, with what a record that comes begins with. */
  readonly own?: RecordValues;
  readonly of: 'articles' | 'homeBlocks' | 'automations';
}

const { automation, helpArticle, glossaryTerm, homeBlock, homeStep } = BINDINGS;

/** Records that staff keep as a part of what the product is, and that may travel. */
const RECORD_KINDS: readonly RecordKind[] = [
  {
    binding: helpArticle,
    key: helpArticle.fields.slug.apiName,
    audience: helpArticle.fields.audience.apiName,
    of: 'articles',
  },
  { binding: glossaryTerm, key: glossaryTerm.fields.term.apiName, of: 'articles' },
  {
    binding: homeBlock,
    key: homeBlock.fields.code.apiName,
    audience: homeBlock.fields.audience.apiName,
    of: 'homeBlocks',
  },
  {
    binding: homeStep,
    key: homeStep.fields.code.apiName,
    audience: homeStep.fields.audience.apiName,
    of: 'homeBlocks',
  },
  // What acts by itself comes switched off.
  {
    binding: automation,
    key: automation.fields.code.apiName,
    own: { [automation.fields.state.apiName]: 'off' },
    of: 'automations',
  },
];

export const recordKind = (objectApiName: string): RecordKind | undefined =>
  RECORD_KINDS.find(({ binding }) => binding.object === objectApiName);

/** Objects whose records go along with an export. */
export const recordObjects = (of: RecordKind['of']): string[] =>
  RECORD_KINDS.filter((kind) => kind.of === of).map(({ binding }) => binding.object);

/** Values that mean the same elsewhere: no ids, no files, nothing worked out, nothing sealed. */
const isPortable = (field: FieldDefinition): boolean =>
  !isLinking(field) && !isFile(field) && !isAutomatic(field) && !isSealed(field);

export const portableFields = ({
  apiName,
  fields,
}: Pick<CatalogObject, 'apiName' | 'fields'>): readonly FieldDefinition[] => {
  const own = recordKind(apiName)?.own ?? {};
  return fields.filter((field) => isPortable(field) && !Object.hasOwn(own, field.apiName));
};

export const portableValues = (object: Pick<CatalogObject, 'apiName' | 'fields'>, values: RecordValues): RecordValues =>
  Object.fromEntries(
    portableFields(object).flatMap(({ apiName }) =>
      values[apiName] === undefined ? [] : [[apiName, values[apiName]]],
    ),
  );

/** A record with the name by which it is known elsewhere. */
export interface KeyedRecord extends PlainRecord {
  readonly key: string;
  readonly label: string;
}

const AT_ONCE = 500;
const MOST = 5000;

/** All records of an object that may travel, by id; of two with one key the older is it. */
export async function keyedRecords(db: Db, catalog: Catalog, objectApiName: string): Promise<KeyedRecord[]> {
  const [object, kind] = [catalog.find(objectApiName), recordKind(objectApiName)];
  if (!object || !kind) return [];
  const found = new Map<string, KeyedRecord>();
  for (let after = '0'; found.size < MOST;) {
    const ids = await idsAfter(db, object.table, after, AT_ONCE);
    for (const record of await plainRecords(db, object, ids)) {
      const label = text(record.values[object.definition.nameField]);
      const key = text(record.values[kind.key]) || label;
      if (key !== '' && !found.has(key)) found.set(key, { ...record, key, label });
    }
    if (ids.length < AT_ONCE) break;
    after = ids.at(-1) ?? after;
  }
  return [...found.values()];
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const asPackageRecord = (object: CatalogObject, { key, label, values }: KeyedRecord): PackageRecord => ({
  objectApiName: object.apiName,
  key,
  label,
  values: portableValues(object, values),
});
