import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Prng } from '#tests/support/prng.ts';

/** Values as fillTable in queries.ts makes them, so that filters find many, few or none. */
function comparison(field: FieldDefinition, random: Prng): Condition {
  const { apiName } = field;
  const number = random.int(0, 1_048_575);
  const compare = (op: string, value?: unknown) => ({ field: apiName, op, value }) as Condition;
  switch (valueKind(field)) {
    case 'money':
      return compare(random.pick(['gte', 'lte']), String(number * 100));
    case 'date':
      return compare(random.pick(['after', 'before']), `${random.int(2006, 2025)}-06-30`);
    case 'boolean':
      return compare('eq', random.chance(0.5));
    case 'text':
      if (field.selectOptions) return compare('in', [random.pick(field.selectOptions).value]);
      if (random.chance(0.2)) return compare(random.pick(['empty', 'notEmpty']));
      return compare(random.pick(['contains', 'startsWith', 'endsWith']), String(number).slice(0, random.int(1, 4)));
    default:
      return compare('notEmpty');
  }
}

/** Fields without any index, which a filter has to look into row by row. */
const unindexed = (object: CatalogObject): readonly FieldDefinition[] =>
  object.fields.filter(
    (field) =>
      valueKind(field) !== 'file' &&
      fieldType(field)
        .columns(field)
        .every(({ index }) => index === undefined),
  );

/** A filter of one to three conditions that no index was made for. */
export function adHocFilter(object: CatalogObject, random: Prng): Condition {
  const fields = unindexed(object);
  const and = Array.from({ length: random.int(1, 3) }, () => comparison(random.pick(fields), random));
  const [only] = and;
  return and.length === 1 && only ? only : { and };
}
