import type { FieldMapping, ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isComputed, isDated, isList, isStatable } from '#generators/field-types/registry.ts';
import { broughtField } from '#generators/field-types/results.ts';
import type { Problem } from '#shared/errors.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { valueCheck } from '#shared/validation/value-check.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { missingLinks } from '#server/core/records/missing-links.ts';
import { mappingFailure } from '#server/features/imports/mapping/parse-mapping.ts';
import type { ImportTools } from './run-options.ts';
import { dateReader, formatExample } from '#server/features/imports/transform/date-format.ts';
import { fieldLabels, planRows, type RowPlan, type TargetObject } from '#server/features/imports/transform/row-plan.ts';

const LONGEST_SHOWN = 60;

/**
 * Plans the import of a file with these columns. What would go wrong in every row is refused here, once, before any row
 * is read. @throws Failure INVALID_BODY with every problem by its path in the mapping.
 */
export async function planImport(
  mapping: ImportMapping,
  columns: readonly string[],
  { catalog, database }: Pick<ImportTools, 'catalog' | 'database'>,
): Promise<RowPlan> {
  const plan = planRows(mapping, columns, (apiName) => targetObject(catalog, apiName));
  const object = catalog.storedObject(mapping.object);
  const problems = [
    ...partsOf(mapping, object, catalog).flatMap((part) => partProblems(part)),
    ...(await deadConstants(mapping, object, catalog, database.db)),
    ...missingFields(mapping, object),
    ...missingStubFields(mapping, object, catalog),
    ...countedStubFields(mapping, object, catalog),
  ];
  if (problems.length > 0) throw mappingFailure(problems, mappingLabels(mapping, catalog));
  return plan;
}

/** Labels of the fields of a mapping, by the path at which it names them. @throws Failure for an unknown object. */
export const mappingLabels = (mapping: ImportMapping, catalog: Catalog): ReadonlyMap<string, string> =>
  fieldLabels(mapping, (apiName) => targetObject(catalog, apiName));

/** An object as the plan of a mapping has to know it. */
function targetObject(catalog: Catalog, apiName: string): TargetObject {
  const object = catalog.object(apiName);
  const { label, nameField } = object.definition;
  const field = (name: string): FieldDefinition | undefined => {
    const found = object.field(name);
    return found && broughtField(found);
  };
  return { apiName, label, nameField, field };
}

/** A field of the record, or of one made for a link, with what the mapping says of it. */
interface Part {
  readonly field: FieldDefinition;
  readonly mapped: StubField;
  readonly path: string;
  readonly maps: ImportMapping['maps'];
}

function partsOf(mapping: ImportMapping, object: CatalogObject, catalog: Catalog): Part[] {
  const part = (target: CatalogObject, mapped: StubField, path: string): Part[] => {
    const field = target.field(mapped.field);
    return field ? [{ field: broughtField(field), mapped, path, maps: mapping.maps }] : [];
  };
  return mapping.fields.flatMap((mapped, index) => {
    const path = `/fields/${index}`;
    const target = linkTarget(mapped, object, catalog);
    const stubs = (target && mapped.reference?.create?.fields) ?? [];
    return [
      ...part(object, mapped, path),
      ...stubs.flatMap((stub, place) => (target ? part(target, stub, `${path}/reference/create/fields/${place}`) : [])),
    ];
  });
}

const linkTarget = ({ field }: FieldMapping, object: CatalogObject, catalog: Catalog): CatalogObject | undefined =>
  catalog.find(object.field(field)?.targetApiName ?? '');

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

/** Values that the mapping itself holds and that the field does not take, and date formats that give no date of its kind. */
function partProblems({ field, mapped, path, maps }: Part): Problem[] {
  const problems: Problem[] = [];
  const check = valueCheck(field);
  const judge = (given: unknown, place: string, words: string) => {
    const value = cleanValue(field, given);
    const fault = value === undefined ? undefined : check(value);
    if (fault !== undefined)
      problems.push({ field: `${path}${place}`, message: `${words}“${shown(given)}”不能用：${fault}` });
  };
  if (mapped.constant !== undefined) judge(mapped.constant, '/constant', '固定内容');
  const map = typeof mapped.map === 'string' ? maps?.[mapped.map] : mapped.map;
  // Texts of a map are read like those of the file; whole values are kept as they are. A list takes them one by one.
  const takesOneByOne = isList(field) && fieldType(field).options !== undefined;
  for (const [text, value] of Object.entries(map ?? {}))
    if (value !== null && typeof value !== 'string' && !takesOneByOne)
      judge(value, '/map', `对照表为“${shown(text)}”给出的`);
  for (const [place, format] of (isDated(field) ? (mapped.date?.formats ?? []) : []).entries()) {
    const read = dateReader(field, { formats: [format] })(formatExample(format));
    if ('reason' in read)
      problems.push({ field: `${path}/date/formats/${place}`, message: `“${format}”不能用：${read.reason}` });
  }
  return problems;
}

/** Constants that name a record which does not exist. */
async function deadConstants(
  mapping: ImportMapping,
  object: CatalogObject,
  catalog: Catalog,
  db: Parameters<typeof missingLinks>[0],
): Promise<Problem[]> {
  const links = [...mapping.fields.entries()].filter(
    ([, { field, constant }]) => constant !== undefined && object.field(field)?.targetApiName !== undefined,
  );
  const values = Object.fromEntries(links.map(([, { field, constant }]) => [field, constant])) as RecordValues;
  const missing = links.length > 0 ? await missingLinks(db, catalog, object, [values]) : new Set();
  return links.flatMap(([index, { field, constant }]) => {
    const target = object.field(field)?.targetApiName ?? '';
    const dead = linkIds(constant as never).filter((id) => missing.has(`${target}:${id}`));
    return dead.map((id) => ({
      field: `/fields/${index}/constant`,
      message: `固定内容不能用：编号为 ${id} 的记录不存在`,
    }));
  });
}

/** Fields that every new record must have and that only the file or the mapping can bring. */
function neededFields({ definition, fields }: CatalogObject): FieldDefinition[] {
  // A rule may fill a field, or hide it; then it is not for the mapping to bring.
  const ruled = new Set(
    definition.rules.filter(({ kind }) => kind === 'value' || kind === 'visible').map(({ target }) => target),
  );
  return fields.filter(
    (field) =>
      field.required === true &&
      !isComputed(field) &&
      !ruled.has(field.apiName) &&
      cleanValue(field, field.config?.default) === undefined,
  );
}

const labelsOf = (fields: readonly FieldDefinition[]): string => fields.map(({ label }) => `“${label}”`).join('、');

function missingFields(mapping: ImportMapping, object: CatalogObject): Problem[] {
  // Records that are only updated have what they need already.
  if (mapping.write === 'update') return [];
  const brought = new Set(
    mapping.fields
      .filter(({ constant }) => constant === undefined || (constant !== null && constant !== ''))
      .flatMap(({ field, reference }) => [field, reference?.otherwise ?? field]),
  );
  const absent = neededFields(object).filter(({ apiName }) => !brought.has(apiName));
  if (absent.length === 0) return [];
  const message = `缺少必填字段${labelsOf(absent)}，每一行都会被拒绝：请为它们选择列或固定内容；只更新已有的记录时，请把 write 设为 update（只更新，没有的跳过）`;
  return [{ field: '/fields', message }];
}

function missingStubFields(mapping: ImportMapping, object: CatalogObject, catalog: Catalog): Problem[] {
  return mapping.fields.flatMap((mapped, index) => {
    const target = linkTarget(mapped, object, catalog);
    if (!target || !mapped.reference?.create) return [];
    const brought = new Set([
      target.definition.nameField,
      ...(mapped.reference.create.fields ?? []).map(({ field }) => field),
    ]);
    const absent = neededFields(target).filter(({ apiName }) => !brought.has(apiName));
    const message = `新建的${target.definition.label}缺少必填字段${labelsOf(absent)}：请写入 create 的 fields，或不新建`;
    return absent.length === 0 ? [] : [{ field: `/fields/${index}/reference/create`, message }];
  });
}

/** A record that is only made because a row names it gets no stated values. */
function countedStubFields(mapping: ImportMapping, object: CatalogObject, catalog: Catalog): Problem[] {
  return mapping.fields.flatMap((mapped, index) => {
    const target = linkTarget(mapped, object, catalog);
    return [...(mapped.reference?.create?.fields ?? []).entries()].flatMap(([place, stub]) => {
      const field = target?.field(stub.field);
      if (!field || !isStatable(field)) return [];
      const message = `“${field.label}”由系统汇总，新建的${target?.definition.label ?? ''}不能填写`;
      return [{ field: `/fields/${index}/reference/create/fields/${place}/field`, message }];
    });
  });
}
