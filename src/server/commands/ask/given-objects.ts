import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isLinking, isList } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';

/** An object of a file, of which only the name, the label and the fields have to be said. */
type GivenObject = Pick<ObjectDefinition, 'apiName' | 'label' | 'fields'> & Partial<ObjectDefinition>;

/** A record of a file. `id` is what links of other records of the file call it. */
type GivenRecord = Readonly<Record<string, unknown>> & { readonly id?: string | number };

/** Objects with their records, as `--metadata` takes them. */
export interface GivenObjects {
  readonly objects: readonly GivenObject[];
  readonly optionSets?: readonly OptionSet[];
  readonly records?: Readonly<Record<string, readonly GivenRecord[]>>;
}

const LISTED = 8;

/** Reads the file. @throws Failure that says what is wrong. */
export function readGivenObjects(text: string, file: string): GivenObjects {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Failure('INVALID_METADATA', `“${file}”不是有效的 JSON：${error instanceof Error ? error.message : ''}`);
  }
  const objects = (given as Partial<GivenObjects> | null)?.objects;
  if (!Array.isArray(objects))
    throw new Failure('INVALID_METADATA', `“${file}”应为 {"objects": [...], "records": {...}}`);
  for (const [at, object] of (objects as unknown[]).entries()) {
    const { apiName, label, fields } = (object ?? {}) as Partial<GivenObject>;
    if (typeof apiName !== 'string' || typeof label !== 'string' || !Array.isArray(fields) || fields.length === 0)
      throw new Failure('INVALID_METADATA', `“${file}”的 objects[${at}] 应有 apiName、label 和至少一个字段`);
  }
  return given as GivenObjects;
}

const isName = (field: FieldDefinition): boolean => fieldType(field).freeText === 'line';

/** An object as it can be installed: what the file leaves out is as a new object of the metadata editor has it. */
export function wholeObject({ apiName, label, fields, ...rest }: GivenObject): ObjectDefinition {
  const names = fields.map((field) => field.apiName);
  const name = rest.nameField ?? fields.find(isName)?.apiName;
  if (name === undefined) throw new Failure('INVALID_METADATA', `对象“${label}”没有文本字段，不能作为名称`);
  return {
    version: 1,
    rules: [],
    layouts: {
      list: { columns: [name, ...names.filter((one) => one !== name)].slice(0, LISTED), filters: [], sort: [] },
      detail: { sections: [{ label: '基本信息', fields: names }], related: [] },
      form: { sections: [{ label: '基本信息', fields: names }] },
    },
    access: { list: 'member', detail: 'member', create: 'staff', edit: 'staff' },
    ...rest,
    apiName,
    label,
    nameField: name,
    fields,
  };
}

/** The links of a record as ids of this database. */
function withLinks(
  record: GivenRecord,
  { fields }: ObjectDefinition,
  idOf: (apiName: string, given: unknown) => string | undefined,
): RecordValues {
  const { id: _id, ...values } = record;
  const links = fields.filter((field) => isLinking(field) && values[field.apiName] !== undefined);
  const linked = links.map((field): [string, unknown] => {
    const find = (given: unknown) => {
      const id = idOf(field.targetApiName ?? '', given);
      return id === undefined ? undefined : { id };
    };
    const value = values[field.apiName];
    if (!isList(field)) return [field.apiName, find(value)];
    return [field.apiName, (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => find(one) ?? [])];
  });
  return { ...values, ...Object.fromEntries(linked) } as RecordValues;
}

/** Objects in an order in which links lead to records that are there already. @throws Failure for a ring. */
function inOrder(objects: readonly ObjectDefinition[]): ObjectDefinition[] {
  const left = new Map(objects.map((object) => [object.apiName, object]));
  const ordered: ObjectDefinition[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(({ apiName, fields }) =>
      fields.every(({ targetApiName: target }) => target === undefined || target === apiName || !left.has(target)),
    );
    if (!next) throw new Failure('INVALID_METADATA', `对象互相关联，无法写入：${[...left.keys()].join('、')}`);
    left.delete(next.apiName);
    ordered.push(next);
  }
  return ordered;
}

const SLICE = 500;

/** Writes the records. @throws Failure that names the first record that is not valid. */
export async function writeGivenRecords(
  writer: RecordWriter,
  objects: readonly ObjectDefinition[],
  records: NonNullable<GivenObjects['records']>,
  now: Date,
): Promise<void> {
  const ids = new Map<string, string>();
  const context = { actor: 'system', roles: ['staff'], origin: 'import', now };
  for (const object of inOrder(objects)) {
    const rows = (records[object.apiName] ?? []).map((record, at) => ({
      key: String(record.id ?? `row ${at}`),
      record,
    }));
    for (let from = 0; from < rows.length; from += SLICE) {
      const slice = rows.slice(from, from + SLICE).map(({ key, record }) => ({
        key,
        values: withLinks(record, object, (target, given) => ids.get(`${target} ${String(given)}`)),
      }));
      const outcomes = await writer.writeMany(object.apiName, 'given', slice, context);
      outcomes.forEach((outcome, index) => {
        const key = slice[index]?.key ?? '';
        if (outcome.status === 'rejected')
          throw new Failure('INVALID_BODY', `“${object.label}”的记录 ${key} 不能写入`, outcome.problems);
        ids.set(`${object.apiName} ${key}`, outcome.id);
      });
    }
  }
}
