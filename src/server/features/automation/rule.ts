import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isComputed, isDated, valueKind } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { type BoundValues, boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import { takesText } from '#shared/metadata/held-fields.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideOn, mayReadField } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { type ListAccess, listAccess } from '#server/core/lists/list-access.ts';

export const AUTOMATION = BINDINGS.automation;
export type RuleValues = BoundValues<typeof AUTOMATION>;

const DEFAULT_PER_MINUTE = 60;
const DEFAULT_PER_DAY = 1000;

/** A rule that can be followed: everything that it names is there. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly object: CatalogObject;
  readonly values: RuleValues;
  /** The account that saved it last, by whose rights it acts. */
  readonly owner: Member;
  /** Fields whose changes count; undefined where any does. */
  readonly watched: ReadonlySet<string> | undefined;
  readonly dateField: FieldDefinition | undefined;
  readonly target: FieldDefinition | undefined;
  readonly filter: unknown;
  readonly access: ListAccess;
  readonly perMinute: number;
  readonly perDay: number;
}

/** A rule that cannot be followed: `field` is the field of the rule, `message` what its keeper reads. */
export class Unreadable extends Error {
  readonly field: string;
  constructor(field: keyof typeof AUTOMATION.fields, message: string) {
    super(message);
    this.field = AUTOMATION.fields[field].apiName;
  }
}

function named(
  object: CatalogObject,
  name: string,
  at: 'watched' | 'dateField' | 'targetField',
  owner: Member,
): FieldDefinition {
  const field = object.named(name.trim());
  if (!field) throw new Unreadable(at, `对象“${object.definition.label}”没有字段“${name.slice(0, 40)}”，或已停用`);
  if (isSealed(field) || !mayReadField(owner, field)) throw new Unreadable(at, `字段“${field.label}”不能用于自动化`);
  return field;
}

/** The condition as the lists of the owner would take it. */
function filterOf(text: string | undefined, object: CatalogObject, access: ListAccess): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    throw new Unreadable('filter', '条件不是有效的 JSON');
  }
  const { scope } = access;
  try {
    parseCondition(
      {
        fields: object.fields.filter(scope.readable),
        apiName: object.apiName,
        others: scope.others ?? (() => undefined),
      },
      filter,
    );
  } catch (error) {
    if (error instanceof ConditionFault) throw new Unreadable('filter', `条件无法识别：${error.message}`);
    throw error;
  }
  return filter;
}

function targetOf(values: RuleValues, object: CatalogObject, owner: Member): FieldDefinition {
  const field = named(object, values.targetField ?? '', 'targetField', owner);
  if (!takesText(field)) throw new Unreadable('targetField', `字段“${field.label}”不能由自动化填写`);
  if (values.action === 'setField' && decideOn(owner, object.definition, 'edit') !== null)
    throw new Unreadable('targetField', `规则负责人没有修改“${object.definition.label}”的权限`);
  const given = values.targetValue?.trim() ?? '';
  const read = given === '' || given === TODAY ? undefined : fieldType(field).fromText(given, field);
  if (read && 'reason' in read)
    throw new Unreadable('targetValue', `“${given.slice(0, 40)}”不是字段“${field.label}”的值：${read.reason}`);
  if (given === TODAY && valueKind(field) !== 'date') throw new Unreadable('targetValue', '只有日期字段可以填 $today');
  return field;
}

/** The day of the run. */
const TODAY = '$today';

/** The value that a run writes; null clears. */
export function valueOf({ values, target }: Pick<Rule, 'values' | 'target'>, today: string): unknown {
  const given = values.targetValue?.trim() ?? '';
  if (!target || given === '') return null;
  if (given === TODAY) return today;
  const read = fieldType(target).fromText(given, target);
  return 'value' in read ? read.value : null;
}

/** Reads a rule in full. @throws Unreadable naming what is wrong */
export function readRule(
  { catalog, now }: { readonly catalog: Catalog; readonly now: () => Date },
  { id, values: raw }: { readonly id: string; readonly values: RecordValues },
  owner: Member,
): Rule {
  const values = boundValues(AUTOMATION, raw);
  const object = catalog.find(values.object?.trim() ?? '');
  if (!object || object.isSystem)
    throw new Unreadable('object', `没有对象“${(values.object ?? '').slice(0, 40)}”，或它由系统维护`);
  if (object.apiName === AUTOMATION.object) throw new Unreadable('object', '自动化不能用于自动化规则本身');
  const access = accessOf(object, owner, catalog, now());
  const isChange = values.trigger === 'changed';
  const watched = isChange ? (values.watched ?? []).map((name) => named(object, name, 'watched', owner).apiName) : [];
  const dateField =
    values.trigger === 'dateReached' ? named(object, values.dateField ?? '', 'dateField', owner) : undefined;
  if (dateField && (!isDated(dateField) || isComputed(dateField)))
    throw new Unreadable('dateField', `字段“${dateField.label}”不是日期`);
  const isTargeted = values.action === 'setField' || values.action === 'review';
  return {
    id,
    title: values.title ?? '',
    object,
    values,
    owner,
    watched: watched.length > 0 ? new Set(watched) : undefined,
    dateField,
    target: isTargeted ? targetOf(values, object, owner) : undefined,
    filter: filterOf(values.filter, object, access),
    access,
    perMinute: values.perMinute ?? DEFAULT_PER_MINUTE,
    perDay: values.perDay ?? DEFAULT_PER_DAY,
  };
}

function accessOf(object: CatalogObject, owner: Member, catalog: Catalog, now: Date): ListAccess {
  try {
    return listAccess(object, owner, now, catalog);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Unreadable('object', `规则负责人没有查看“${object.definition.label}”的权限`);
  }
}
