import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isList } from '#generators/field-types/registry.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { ReadableObject, RowsOf } from './readable-object.ts';

/** Is it said of a link which records may be chosen? */
export const limitsChoice = ({ config }: FieldDefinition): boolean =>
  config?.targetFilter !== undefined || config?.targetMatch !== undefined;

/** The condition on the records that a link may lead to; null where it no longer fits their object: then no record meets it. */
export function choiceCondition(target: ReadableObject, { config }: FieldDefinition): Condition | undefined | null {
  if (config?.targetFilter === undefined) return undefined;
  try {
    return parseCondition({ fields: withSystemFields(target.definition, target.fields) }, config.targetFilter);
  } catch (error) {
    if (error instanceof ConditionFault) return null;
    throw error;
  }
}

/** The rows of a read, of one object only those that a link may lead to. `beside` are the records that the other field names. */
export function choiceRows(
  rowsOf: RowsOf,
  target: ReadableObject,
  link: FieldDefinition,
  beside: readonly string[],
): RowsOf {
  const condition = choiceCondition(target, link);
  const match = beside.length > 0 ? target.field(link.config?.targetMatch?.field ?? '') : undefined;
  const same: Condition[] = match
    ? [{ field: match.apiName, op: isList(match) ? 'containsAny' : 'in', value: [...beside] }]
    : [];
  const parts = [...(condition ? [condition] : []), ...same];
  const fields = withSystemFields(target.definition, target.fields);
  return (object) => {
    const seen = rowsOf(object);
    if (object !== target) return seen;
    if (condition === null) return { fields, condition: undefined, own: undefined };
    const [within] = parts;
    if (!within) return seen;
    return seen ? { ...seen, within: { and: parts } } : { fields, condition: { and: parts }, own: undefined };
  };
}
