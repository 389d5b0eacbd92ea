import type { OptionCounts } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { treeOf } from '#generators/option-tree.ts';
import { isSystem } from '#generators/object.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { ReadQueries, Row } from '#server/db/read-queries.ts';
import { refuseLive } from '#server/core/formulas/live-formulas.ts';
import type { SelectionPlan } from './list-plan.ts';
import { heldValues } from './option-queries.ts';

/** A filter that opens waits so long for its numbers. */
const EXACT_MS = 500;
/** The part of a table's pages that is looked through for an estimate, and how long it may take. */
const SAMPLE = 0.02;
const SAMPLE_MS = 60;
/** An option that fewer records of the sample hold is not estimated. */
const ENOUGH = 5;

function refuse(message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field: 'field', message }]);
}

const counted = (rows: readonly Row[]): [string, number][] =>
  rows.map(([held, count]) => [String(held), Number(count)]);

/** In a tree a record that holds an option counts for those above it as well. */
function withBelow(field: FieldDefinition, held: [string, number][]): [string, number][] {
  if (valueType(field).options !== 'tree') return held;
  const tree = treeOf(field.selectOptions ?? []);
  const sums = new Map<string, number>();
  for (const [value, count] of held) {
    const path = tree.path(value).map((option) => option.value);
    for (const at of path.length > 0 ? path : [value]) sums.set(at, (sums.get(at) ?? 0) + count);
  }
  return [...sums];
}

/**
 * How many records of a selection hold each option of a field; about so many on PostgreSQL, which can stop a statement,
 * where counting takes longer than a user waits for.
 * @throws Failure INVALID_QUERY for a field that is closed to the user or has no options.
 */
export async function countOptions(
  queries: ReadQueries,
  canStop: boolean,
  plan: SelectionPlan,
  apiName: string,
): Promise<OptionCounts> {
  const field = [...plan.readable, ...plan.own].find((candidate) => candidate.apiName === apiName);
  if (!field) return refuse(`没有字段“${apiName.slice(0, 40)}”`);
  const { options, kind } = valueType(field);
  if (options === undefined && kind !== 'boolean') return refuse(`“${field.label}”没有选项，不能按选项计数`);
  refuseLive(plan.object, field, 'field');
  const statement = heldValues(plan, field, undefined);
  const rows = canStop ? await queries.runWithin(statement, EXACT_MS) : await queries.run(statement);
  if (rows) return { counts: Object.fromEntries(withBelow(field, counted(rows))) };
  const sample = isSystem(plan.object.definition)
    ? undefined
    : await queries.runWithin(heldValues(plan, field, SAMPLE * 100), SAMPLE_MS);
  const estimated = withBelow(field, counted(sample ?? [])).filter(([, count]) => count >= ENOUGH);
  return {
    counts: Object.fromEntries(estimated.map(([held, count]) => [held, Math.round(count / SAMPLE)])),
    isEstimate: true,
  };
}
