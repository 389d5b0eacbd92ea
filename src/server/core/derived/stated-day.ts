import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isDateText } from '#generators/field-types/date.ts';

const rollupOf = ({ config }: FieldDefinition) => config?.rollup;

/**
 * The day, month or year that a value which is stated beside a count is of, as stated with it: the amount of the newest
 * round is of the day of that round. Null where that is not known, undefined where no other value says it.
 */
export function statedDay(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  values: RecordValues,
): string | null | undefined {
  const own = rollupOf(field);
  const first = own?.orderBy?.[0]?.field;
  if (!own || own.function !== 'first' || first === undefined) return undefined;
  const sibling = fields.find((other) => {
    const rollup = rollupOf(other);
    return (
      rollup?.function === 'first' &&
      rollup.objectApiName === own.objectApiName &&
      rollup.of?.[0] === first &&
      JSON.stringify(rollup.through) === JSON.stringify(own.through) &&
      (rollup.fields ?? []).every((name) => own.fields?.includes(name))
    );
  });
  if (!sibling) return undefined;
  const day = values[sibling.apiName];
  return typeof day === 'string' && isDateText(day) ? day : null;
}
