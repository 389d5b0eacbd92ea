import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isList } from '#generators/field-types/registry.ts';
import { quote } from '#generators/storage.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { compileCondition } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';

/** What is known of a record that a link would lead to. */
export interface Choosable {
  readonly id: string;
  readonly fits: boolean;
  /** Records that it names in the field that has to agree. */
  readonly names: readonly string[];
}

/** Which of some records meet a condition, and what they name. */
export async function choosable(
  trx: Db,
  target: CatalogObject,
  {
    condition,
    match,
    ids,
    today,
  }: {
    readonly condition: Condition | undefined;
    readonly match: FieldDefinition | undefined;
    readonly ids: readonly string[];
    readonly today: string;
  },
): Promise<Choosable[]> {
  const parameters = new Parameters();
  const some = parameters.add(ids, 'bigint[]');
  const fields = withSystemFields(target.definition, target.fields);
  const fits = condition ? `(${compileCondition(condition, { fields, today, parameters })}) is true` : 'true';
  const column = match && quote(match.apiName);
  const names = match === undefined ? `'{}'::text[]` : isList(match) ? `${column}::text[]` : `array[${column}::text]`;
  const text = `select id::text, ${fits} as fits, coalesce(${names}, '{}') as names from ${quote(target.table)} where id = any(${some})`;
  return runText<Choosable>(trx, text, parameters.values);
}
