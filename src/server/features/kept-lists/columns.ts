import type { GoneItem, ListColumns, ListField, ListValues } from '#schemas/api/list-columns.ts';
import { MAX_LIST_TEXT } from '#schemas/api/list-columns.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { valueCheck } from '#shared/validation/value-check.ts';
import { repeatedOptions } from '#server/core/catalog/field-check.ts';
import { editableList, openedObject, ownList, seenList } from './base.ts';
import { goneItems, keepFields, type KeptListRow, lockList, onList, putHeld, valuesOn } from './queries.ts';
import type { KeptListDeps } from './service.ts';

/** Records that are gone and named at once. */
const MAX_GONE = 100;

const hasOptions = (field: ListField): boolean => fieldType(field).options !== undefined;

/** What a list has beside the fields of its records: columns as fields are defined, filled in record by record. */
export class ListColumnService {
  readonly #deps: Pick<KeptListDeps, 'db' | 'catalog' | 'reader' | 'now'>;

  constructor(deps: Pick<KeptListDeps, 'db' | 'catalog' | 'reader' | 'now'>) {
    this.#deps = deps;
  }

  async read(id: string, actor: Member): Promise<ListColumns> {
    return shown(await seenList(this.#deps.db, id, actor));
  }

  /** @throws Failure INVALID_BODY with the place of what is wrong, CONFLICT at another version. */
  async set(id: string, version: number, sent: readonly ListField[], actor: Member): Promise<ListColumns> {
    const { db, now } = this.#deps;
    const fields = sent.map(whole);
    await db.transaction().execute(async (trx) => {
      await lockList(trx, id);
      const row = await ownList(trx, id, actor);
      if (row.version !== version) throw new Failure('CONFLICT', `清单“${row.name}”已有改动，请刷新后再试`);
      const problems = fieldsProblems(fields, row.fields);
      if (problems.length > 0) throw new Failure('INVALID_BODY', problems[0]?.message, problems);
      await keepFields(trx, id, fields, now());
    });
    return this.read(id, actor);
  }

  /** What the list says of records on it that the user may list; of those without a word, that there is none. */
  async values(id: string, ids: readonly string[], actor: Member): Promise<ListValues[]> {
    const { db, catalog, reader, now } = this.#deps;
    const row = await seenList(db, id, actor);
    const { object, owner, scope } = openedObject(catalog, row.object_api_name, actor, now());
    const open = await reader.ids(object, { ids: [...new Set(ids)], owner }, scope);
    const rows = await valuesOn(db, id, [...open]);
    return rows.map(({ record_id: recordId, version, held }) => ({
      recordId,
      version,
      values: known(held, row.fields),
    }));
  }

  /** Records on the list that are gone; archived ones by the name that they had, as links to them are. */
  async gone(id: string, actor: Member): Promise<GoneItem[]> {
    const { db, catalog, now } = this.#deps;
    const row = await seenList(db, id, actor);
    const { object, owner, scope } = openedObject(catalog, row.object_api_name, actor, now());
    const nameField = object.field(object.definition.nameField);
    const isNamed =
      owner === undefined && !scope.rowsOf(object) && nameField !== undefined && scope.readable(nameField);
    return (await goneItems(db, id, object.table, MAX_GONE)).map(({ id: recordId, name, kind }) => ({
      id: recordId,
      name: isNamed && kind === 'archived' ? name || null : null,
    }));
  }

  /** @throws Failure INVALID_BODY with the columns that are wrong, CONFLICT at another version. */
  async fill(
    id: string,
    recordId: string,
    { version, values }: Pick<ListValues, 'version' | 'values'>,
    actor: Member,
  ): Promise<ListValues> {
    const { db, now } = this.#deps;
    return db.transaction().execute(async (trx) => {
      await lockList(trx, id);
      const row = await editableList(trx, id, actor);
      if (!(await onList(trx, id, recordId))) throw new Failure('UNKNOWN_RECORD', '这条记录已不在清单中');
      const [before] = await valuesOn(trx, id, [recordId]);
      if ((before?.version ?? 0) !== version) throw new Failure('CONFLICT', '这一行已被他人修改，请刷新后再试');
      const held = filled(row.fields, known(before?.held ?? {}, row.fields), values);
      await putHeld(trx, row, recordId, held, now());
      return { recordId, version: version + 1, values: held };
    });
  }
}

const shown = ({ id, version, fields, role }: KeptListRow): ListColumns => ({
  id,
  version,
  fields,
  mayFill: role !== 'view',
  mayChange: role === 'owner',
});

/** A column as it is kept: its words without space around them, and a text with its bound. */
const whole = (field: ListField): ListField => ({
  ...field,
  label: field.label.trim(),
  ...(fieldType(field).kind === 'text' && !hasOptions(field) && { maxLength: field.maxLength ?? MAX_LIST_TEXT }),
});

/** Values of the columns that there are. */
const known = (held: Readonly<Record<string, unknown>>, fields: readonly ListField[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ apiName }) => (apiName in held ? [[apiName, held[apiName]]] : [])));

function fieldsProblems(fields: readonly ListField[], before: readonly ListField[]): Problem[] {
  const types = new Map(before.map(({ apiName, type }) => [apiName, type]));
  return fields.flatMap((field, at) => {
    const { apiName, label, type, selectOptions = [] } = field;
    const say = (message: string): Problem => ({ field: `fields[${at}]`, message });
    const others = fields.slice(0, at);
    if (others.some((other) => other.apiName === apiName)) return [say(`列标识“${apiName}”重复`)];
    if (others.some((other) => other.label === label)) return [say(`列名“${label}”重复`)];
    if ((types.get(apiName) ?? type) !== type) return [say(`“${label}”已有内容，不能改变类型，请另建一列`)];
    if (hasOptions(field) !== selectOptions.length > 0)
      return [say(hasOptions(field) ? `请为“${label}”填写选项` : `“${label}”的类型没有选项`)];
    return repeatedOptions(selectOptions).map(({ words }) => say(words));
  });
}

/** What was there with what was sent laid over it, checked as values of fields are. */
function filled(
  fields: readonly ListField[],
  before: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const held = { ...before };
  const problems: Problem[] = [];
  for (const [apiName, value] of Object.entries(sent)) {
    const field = fields.find((one) => one.apiName === apiName);
    const clean = field && cleanValue(field, value);
    const message = field
      ? clean !== undefined && valueCheck(field)(clean, before[apiName] as FieldValue)
      : '没有这一列';
    if (message) problems.push({ field: apiName, message });
    else if (clean === undefined) delete held[apiName];
    else held[apiName] = clean;
  }
  if (problems.length > 0) throw new Failure('INVALID_BODY', problems[0]?.message, problems);
  return held;
}
