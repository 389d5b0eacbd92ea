import { type Binding, BINDINGS, type BoundField } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { resolveOptions } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';

type OptionSets = ReadonlyMap<string, OptionSet>;

/** Why a field does not serve a purpose, as the end of a sentence; undefined when it does. */
function fault(bound: BoundField, field: FieldDefinition | undefined): string | undefined {
  if (!field) return '不能缺少';
  if (field.removed) return '不能停用';
  if (!bound.types.includes(field.type)) {
    const labels = bound.types.map((type) => `“${fieldType({ type }).label}”`);
    return `类型应为${labels.join('或')}`;
  }
  if (bound.target !== undefined && field.targetApiName !== bound.target) return `须关联对象“${bound.target}”`;
  if (isSealed(field) && !bound.maySeal) return '不能加密保存';
  const open = new Set(field.selectOptions?.filter(({ retired }) => !retired).map(({ value }) => value));
  const missing = bound.options?.find((value) => !open.has(value));
  return missing === undefined ? undefined : `须有选项“${missing}”，不能停用`;
}

/** What code needs of an object and does not find in it, each with the purpose. */
export function bindingProblems(object: ObjectDefinition, optionSets: OptionSets): Problem[] {
  const bindings: readonly Binding[] = Object.values(BINDINGS).filter((binding) => binding.object === object.apiName);
  if (bindings.length === 0) return [];
  const fields = new Map(resolveOptions(object, optionSets).fields.map((field) => [field.apiName, field]));
  return bindings.flatMap(({ purpose, fields: bound }) =>
    Object.values(bound).flatMap((each) => {
      const field = fields.get(each.apiName);
      const why = fault(each, field);
      if (why === undefined) return [];
      return [{ field: each.apiName, message: `字段“${field?.label ?? each.apiName}”用于“${purpose}”，${why}` }];
    }),
  );
}

/** Problems that were not there before: a database may hold a definition from before its fields were bound. */
function added(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const known = new Set(before.map(({ message }) => message));
  return after.filter(({ message }) => !known.has(message));
}

/** What a definition breaks that the one before it did not. */
export const brokenBindings = (
  from: ObjectDefinition | undefined,
  to: ObjectDefinition,
  optionSets: OptionSets,
): Problem[] => added(from ? bindingProblems(from, optionSets) : [], bindingProblems(to, optionSets));

/**
 * Options that code writes or compares with stay in every object that has them.
 * @throws Failure INVALID_METADATA naming the field and the purpose.
 */
export function refuseBoundOptions(objects: readonly ObjectDefinition[], before: OptionSets, next: OptionSet): void {
  const after = new Map(before).set(next.name, next);
  const problems = objects.flatMap((object) => added(bindingProblems(object, before), bindingProblems(object, after)));
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems);
}
