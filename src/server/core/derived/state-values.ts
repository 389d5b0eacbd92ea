import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { isStatable } from '#generators/field-types/registry.ts';
import { answerField } from '#generators/field-types/results.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { valueCheck } from '#shared/validation/value-check.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { missingLinks } from '#server/core/records/missing-links.ts';
import { markFields } from './changes.ts';
import { insertStated, removeStated, type StatedRow } from './stated-queries.ts';

/** A stated value as it is kept, or what is wrong with it. Undefined as value: nothing is stated. */
export function judgeStated(
  field: FieldDefinition,
  given: unknown,
): { readonly value?: FieldValue; readonly problem?: string } {
  const plain = answerField(field);
  const value = cleanValue(plain, given);
  if (value === undefined) return {};
  const problem = valueCheck(plain)(value);
  return problem === undefined ? { value } : { problem };
}

/** What a source states of a value; null takes back what it stated before. */
export interface StatedInput extends Omit<StatedRow, 'value' | 'asOf' | 'reason' | 'url'> {
  readonly value: unknown;
  /** Day, month or year that the value is of; the rule for the later value compares it. */
  readonly asOf?: string | null;
  readonly reason?: string;
  readonly url?: string | null;
}

const NO_LINK = '关联的记录不存在';

/** The values in the form that they are kept in. @throws Failure INVALID_BODY naming the fields that cannot be as stated. */
export async function checkStated(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  inputs: readonly StatedInput[],
): Promise<{ readonly input: StatedInput; readonly value: FieldValue }[]> {
  const problems: Problem[] = [];
  const judged = inputs.map((input) => {
    const { field: name, value: given, asOf } = input;
    const refuse = (message: string) => problems.push({ field: name, message });
    const field = object.field(name);
    if (!field) refuse(`没有字段“${name}”`);
    else if (!isStatable(field)) refuse(`“${field.label}”不是汇总字段，不能给定值`);
    const { value, problem } = field && isStatable(field) ? judgeStated(field, given) : {};
    if (problem !== undefined) refuse(problem);
    if (asOf !== undefined && asOf !== null && !isDateText(asOf)) refuse(`“${asOf}”不是日期`);
    return { input, value };
  });
  const missing = await missingLinks(
    trx,
    catalog,
    object,
    judged.map(({ input, value }) => ({ [input.field]: value })),
  );
  for (const { input, value } of judged) {
    const target = object.field(input.field)?.targetApiName;
    if (target !== undefined && linkIds(value).some((id) => missing.has(`${target}:${id}`)))
      problems.push({ field: input.field, message: NO_LINK });
  }
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
  return judged;
}

/**
 * Keeps what sources state of values that are counted as well, and marks the records so that the right one of
 * the two comes into effect. A later statement of a source replaces its earlier one. The caller's transaction holds the version of the object,
 * and the caller settles its marks after the commit.
 * @throws Failure INVALID_BODY naming the fields that cannot be as stated.
 */
export async function stateValues(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  inputs: readonly StatedInput[],
  now: Date,
): Promise<void> {
  const judged = await checkStated(trx, catalog, object, inputs);
  const last = new Map(
    judged.map((one) => [JSON.stringify([one.input.recordId, one.input.field, one.input.source]), one]),
  );
  const [given, gone] = [[...last.values()].filter(isGiven), [...last.values()].filter((one) => !isGiven(one))];
  await removeStated(
    trx,
    object.apiName,
    gone.map(({ input }) => input),
  );
  const rows = given.map(({ input, value }): StatedRow => {
    const { asOf = null, reason = '', url = null } = input;
    return { ...input, value, asOf, reason, url };
  });
  await insertStated(trx, object.apiName, rows, now);
  await markFields(trx, object, inputs);
}

const isGiven = ({ value }: { readonly value: FieldValue }): boolean => value !== undefined;
