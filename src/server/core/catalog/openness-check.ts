import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { findField } from '#generators/object.ts';
import { readersOf } from '#generators/readers.ts';
import type { Problem } from '#shared/errors.ts';
import { type CompiledRule, compileRules } from '#shared/rules/rule-set.ts';

/** May everybody who reads the target read the source as well? Sealed sources have a check of their own. */
function isAsClosed(target: FieldDefinition, source: FieldDefinition): boolean {
  const allowed = readersOf(source);
  if (allowed === undefined || isSealed(source)) return true;
  return target.config?.visibleTo?.every((role) => allowed.includes(role)) ?? false;
}

function openerThanSources(object: ObjectDefinition, { id, kind, target, reads, readsOfOld }: CompiledRule): Problem[] {
  if (kind !== 'formula' && kind !== 'value') return [];
  const sources = [...new Set([...reads, ...readsOfOld])].filter((apiName) => apiName !== target.apiName);
  return sources.flatMap((apiName) => {
    const source = findField(object, apiName);
    if (!source || isAsClosed(target, source)) return [];
    const what = kind === 'formula' ? '公式' : `规则“${id}”`;
    const message = `字段“${target.label}”的${what}读取了限定可见角色的字段“${source.label}”，请把“${target.label}”限定为同样或更少的角色，或不再读取它`;
    return [{ field: target.apiName, message, rule: id }];
  });
}

/**
 * A value that is worked out from a field with restricted readers must have no reader that the field has not: a user
 * who may read the result could infer the value. Formulas that read formulas are held to what those read, one by one.
 * Asked at every save, so it also refuses to narrow the readers of a field that an opener field is worked out from.
 */
export function opennessProblems(object: ObjectDefinition): Problem[] {
  const isRestricted = object.fields.some((field) => readersOf(field) !== undefined && field.removed !== true);
  return isRestricted ? compileRules(object).rules.flatMap((rule) => openerThanSources(object, rule)) : [];
}
