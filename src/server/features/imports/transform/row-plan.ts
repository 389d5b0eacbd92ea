import type { ColumnName, FieldMapping, ImportMapping, StubField } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isComputed, isList, takesNames } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import { mappingFailure } from '#server/features/imports/mapping/parse-mapping.ts';
import { Columns } from './columns.ts';
import { TextWork } from './text-work.ts';
import { type TextSource, textSource } from './text-source.ts';
import { type ValueReader, valueReader } from './value-reader.ts';

/** An object as the import has to know it. */
export interface TargetObject {
  readonly apiName: string;
  readonly label: string;
  readonly nameField: string;
  readonly field: (apiName: string) => FieldDefinition | undefined;
}

/** One field of the record and how its value is read. */
export interface FieldPlan {
  readonly apiName: string;
  readonly field: FieldDefinition;
  readonly source: TextSource;
  readonly read: ValueReader;
  /** A value that cannot be kept costs only itself. */
  readonly soft: boolean;
  /** A blank empties the field. */
  readonly clears: boolean;
  /** The value is the same in every row. */
  readonly constant: FieldValue;
}

/** A field that links to records looked up by key or name. */
export interface LinkPlan extends FieldPlan {
  readonly target: TargetObject;
  readonly by: 'key' | 'name';
  readonly keySource: string;
  readonly many: boolean;
  readonly otherwise: FieldDefinition | undefined;
  /** Fields of a record made where none is found; undefined where none may be made. */
  readonly stub: readonly FieldPlan[] | undefined;
  /** The texts to be looked up in a row, without blanks. */
  readonly texts: (cells: readonly string[]) => { texts: string[]; faults: { text: string; reason: string }[] };
}

/** A mapping made ready for one file: every column found, every field known. */
export interface RowPlan {
  readonly object: TargetObject;
  readonly columns: readonly string[];
  readonly key: readonly number[];
  /** Columns that identify a duplicate row; all when undefined. */
  readonly duplicateOf: readonly number[] | undefined;
  readonly fields: readonly FieldPlan[];
  readonly links: readonly LinkPlan[];
  readonly write: 'both' | 'create' | 'update';
  /** Rows may become records that they all but surely are. */
  readonly linksAlike: boolean;
}

/** Every column that a mapping names, in its order and as often as it does. */
export function mappedColumns(mapping: ImportMapping): ColumnName[] {
  const found: ColumnName[] = [...mapping.key, ...(mapping.duplicateOf ?? [])];
  const take = (field: StubField) => {
    if (field.column !== undefined) found.push(field.column);
    found.push(...(field.columns ?? []));
    for (const [, heading] of (field.template ?? '').matchAll(/\{([^{}:]+)(?::[^{}]+)?\}/gu))
      if (heading) found.push(heading);
    if (field.amount?.currencyColumn !== undefined) found.push(field.amount.currencyColumn);
  };
  for (const field of mapping.fields) {
    take(field);
    for (const stub of field.reference?.create?.fields ?? []) take(stub);
  }
  return found;
}

/** Plans the reading of a file. @throws Failure INVALID_BODY with every field and column that does not exist. */
export function planRows(
  mapping: ImportMapping,
  names: readonly string[],
  objectOf: (apiName: string) => TargetObject,
): RowPlan {
  const columns = new Columns(names);
  const problems: Problem[] = [];
  const object = objectOf(mapping.object);
  const seen = new Set<string>();
  const plan = (target: TargetObject, mapped: StubField, path: string, isKey = false): FieldPlan | undefined => {
    const field = target.field(mapped.field);
    if (!field)
      problems.push({
        field: `${path}/field`,
        message: `“${target.label}”没有字段“${mapped.field}”`,
      });
    else if (isComputed(field))
      problems.push({ field: `${path}/field`, message: `“${field.label}”由系统计算，不能导入` });
    else if (isSealed(field)) problems.push({ field: `${path}/field`, message: `“${field.label}”加密保存，不能导入` });
    else
      return {
        apiName: mapped.field,
        field,
        source: textSource(mapped, mapping, columns, path, isKey),
        read: valueReader(field, mapped, mapping, columns, path),
        soft: (mapped.onError ?? mapping.onError ?? 'reject-value') === 'reject-value',
        clears: mapped.whenBlank === 'clear',
        constant: mapped.constant as FieldValue,
      };
    return undefined;
  };
  const link = (mapped: FieldMapping, path: string): LinkPlan | undefined => {
    const { reference } = mapped;
    const base = plan(object, mapped, path, reference?.by === 'key');
    const field = object.field(mapped.field);
    if (!base || !field || !reference) return undefined;
    if (field.targetApiName === undefined) {
      problems.push({ field: `${path}/reference`, message: `“${field.label}”不是关联字段` });
      return undefined;
    }
    const target = objectOf(field.targetApiName);
    const otherwise = reference.otherwise === undefined ? undefined : object.field(reference.otherwise);
    if (otherwise && isSealed(otherwise)) {
      problems.push({ field: `${path}/reference/otherwise`, message: `“${otherwise.label}”加密保存，不能导入` });
    } else if (reference.otherwise !== undefined && !(otherwise && takesNames(otherwise))) {
      problems.push({
        field: `${path}/reference/otherwise`,
        message: `“${otherwise?.label ?? reference.otherwise}”不是文本或文本列表字段`,
      });
    }
    const stubs = reference.create?.fields?.map((stub, index) =>
      plan(target, stub, `${path}/reference/create/fields/${index}`),
    );
    const work = new TextWork(mapped, mapping);
    const many = isList(field);
    return {
      ...base,
      target,
      by: reference.by,
      keySource: reference.source ?? mapping.source,
      many,
      otherwise,
      stub: reference.create && (stubs ?? []).filter((stub) => stub !== undefined),
      texts: (cells) => linkTexts(base.source.text(cells), work, many),
    };
  };

  const fields: FieldPlan[] = [];
  const links: LinkPlan[] = [];
  for (const [index, mapped] of mapping.fields.entries()) {
    const path = `/fields/${index}`;
    if (seen.has(mapped.field))
      problems.push({
        field: `${path}/field`,
        message: `字段“${object.field(mapped.field)?.label ?? mapped.field}”写了两次`,
      });
    seen.add(mapped.field);
    const planned = mapped.reference ? link(mapped, path) : plan(object, mapped, path);
    if (planned && mapped.reference) links.push(planned as LinkPlan);
    else if (planned) fields.push(planned);
  }
  const key = mapping.key.map((column, index) => columns.index(column, `/key/${index}`));
  const duplicateOf = mapping.duplicateOf?.map((column, index) => columns.index(column, `/duplicateOf/${index}`));
  const wrong = [...problems, ...columns.problems];
  if (wrong.length > 0) throw mappingFailure(wrong, fieldLabels(mapping, objectOf));
  return {
    object,
    columns: names,
    key,
    duplicateOf,
    fields,
    links,
    write: mapping.write ?? 'both',
    linksAlike: mapping.linkAlike === true && (mapping.write ?? 'both') === 'both',
  };
}

/** Labels of the fields of a mapping, by the path at which it names them. */
export function fieldLabels(
  mapping: ImportMapping,
  objectOf: (apiName: string) => TargetObject,
): ReadonlyMap<string, string> {
  const object = objectOf(mapping.object);
  const labels = new Map<string, string>();
  for (const [index, mapped] of mapping.fields.entries()) {
    const field = object.field(mapped.field);
    if (field) labels.set(`/fields/${index}`, field.label);
    const target = field?.targetApiName === undefined ? undefined : objectOf(field.targetApiName);
    for (const [place, stub] of (mapped.reference?.create?.fields ?? []).entries()) {
      const label = target?.field(stub.field)?.label;
      if (label !== undefined) labels.set(`/fields/${index}/reference/create/fields/${place}`, label);
    }
  }
  return labels;
}

function linkTexts(raw: string, work: TextWork, many: boolean): ReturnType<LinkPlan['texts']> {
  const texts: string[] = [];
  const faults: { text: string; reason: string }[] = [];
  for (const part of work.isBlank(raw) ? [] : many ? work.parts(raw) : [raw]) {
    const worked = work.work(part);
    if (worked.kind === 'fault') faults.push({ text: part, reason: worked.reason });
    else if (worked.kind === 'text') texts.push(worked.text);
  }
  return { texts: [...new Set(texts)], faults };
}
