import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { choiceCondition, limitsChoice } from '#server/core/lists/link-choice.ts';
import type { Judged } from './judgement.ts';
import { type Choosable, choosable } from './link-choice-queries.ts';
import { linkIds } from './link-ids.ts';

/** Records that links of a batch would lead to, by field and id; of fields that say which may be chosen. */
export type Choices = ReadonlyMap<FieldDefinition, ReadonlyMap<string, Choosable>>;

const NOT_OFFERED = '只能关联符合条件的记录，请重新选择';

/** Looks up once what a batch of records would link to, where it is said which records may be. */
export async function choicesOf(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  inputs: readonly unknown[],
  today: string,
): Promise<Choices> {
  const choices = new Map<FieldDefinition, ReadonlyMap<string, Choosable>>();
  for (const field of object.fields.filter((one) => isLinking(one) && limitsChoice(one))) {
    const target = catalog.find(field.targetApiName ?? '');
    const ids = new Set(inputs.flatMap((input) => linkIds((input as RecordValues | null)?.[field.apiName])));
    const condition = target && choiceCondition(target, field);
    const match = target?.field(field.config?.targetMatch?.field ?? '');
    const found =
      target && condition !== null && ids.size > 0
        ? await choosable(trx, target, { condition, match, ids: [...ids], today })
        : [];
    choices.set(field, new Map(found.map((one) => [one.id, one])));
  }
  return choices;
}

/**
 * A judgement with what is wrong about links to records that may not be chosen. What was linked before stays, unless the field
 * that it has to agree with was changed: then it is chosen once more.
 */
export function withChoices(choices: Choices, old: RecordValues | undefined, judged: Judged): Judged {
  const refused = new Set(judged.problems.map(({ field }) => field));
  const problems = [...choices].flatMap(([field, known]): Problem[] => {
    const { apiName, config } = field;
    if (refused.has(apiName)) return [];
    const of = config?.targetMatch?.of ?? '';
    const beside = linkIds(judged.values[of]);
    const isSame = beside.join() === linkIds(old?.[of]).join();
    const kept = new Set(isSame || beside.length === 0 ? linkIds(old?.[apiName]) : []);
    const isWrong = linkIds(judged.values[apiName]).some((id) => {
      if (kept.has(id)) return false;
      const one = known.get(id);
      return !one?.fits || (beside.length > 0 && !one.names.some((name) => beside.includes(name)));
    });
    return isWrong ? [{ field: apiName, message: NOT_OFFERED }] : [];
  });
  return problems.length > 0 ? { ...judged, problems: [...judged.problems, ...problems] } : judged;
}
