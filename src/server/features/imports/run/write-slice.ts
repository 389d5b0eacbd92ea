import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Outcome } from '#server/core/records/record-writer.ts';
import { idsByKeys } from '#server/core/records/key-queries.ts';
import type { FileValues } from './file-values.ts';
import { linkAlike } from './link-alike.ts';
import { parted, statedProblems, stateRows } from '#server/features/imports/stated/state-rows.ts';
import { type LinkedRow, type LinkTools, resolveLinks } from './resolve-links.ts';
import type { RowEnd } from '#server/features/imports/report/counts.ts';
import type { Fault, PreparedRow } from '#server/features/imports/transform/prepare-row.ts';
import { partRefused } from '#server/features/imports/transform/refused-value.ts';
import type { FieldPlan, RowPlan } from '#server/features/imports/transform/row-plan.ts';

/** How one row of a slice ended. */
export interface WrittenRow {
  readonly row: PreparedRow;
  readonly end: Exclude<RowEnd, 'duplicate'>;
  /** The record it became or was; undefined where there is none or it was not looked at. */
  readonly id?: string;
  /** What was left out, or why the row was refused. */
  readonly faults: readonly Fault[];
}

/** Writes rows in a transaction of the caller's. A value that the record refuses is left out where its mapping allows. */
export async function writeSlice(
  rows: readonly PreparedRow[],
  plan: RowPlan,
  source: string,
  tools: LinkTools,
  inFile: FileValues,
) {
  const passed = await passedOver(rows, plan, source, tools);
  const wanted = rows.filter((row) => !passed.has(row));
  const { rows: linkedRows, made } = await resolveLinks(wanted, plan.links, tools);
  const plans = new Map<string, FieldPlan>([...plan.fields, ...plan.links].map((field) => [field.apiName, field]));
  const ends = new Map<LinkedRow, WrittenRow>();
  const end = (row: LinkedRow, how: WrittenRow['end'], id?: string) =>
    ends.set(row, { row: row.row, end: how, faults: row.faults, ...(id !== undefined && { id }) });
  const object = tools.catalog.storedObject(plan.object.apiName);
  let waiting = linkedRows.filter((row) => !row.refused);
  if (plan.linksAlike) {
    const keyed = waiting.map(({ row: { key }, values }) => ({ key, values }));
    await linkAlike(tools.trx, tools.duplicates, tools.catalog.object(plan.object.apiName), source, keyed);
  }
  for (const row of linkedRows) if (row.refused) end(row, 'rejected');
  while (waiting.length > 0) {
    const fit = waiting.filter((row) => {
      const problems = [...statedProblems(object, parted(object, row.values).stated), ...inFile.problems(row)];
      if (problems.length > 0 && !leaveOut(row, { status: 'rejected', problems }, plans)) end(row, 'rejected');
      return !ends.has(row);
    });
    const records = fit.map((row) => ({ key: row.row.key, values: parted(object, row.values).own }));
    const outcomes = await tools.writer.writeMany(plan.object.apiName, source, records, tools.context, tools.trx);
    const again: LinkedRow[] = [];
    for (const [index, row] of fit.entries()) {
      const outcome = outcomes[index];
      if (!outcome) throw new Error('The writer gave fewer outcomes than rows.');
      if (outcome.status !== 'rejected') {
        end(row, outcome.status, outcome.id);
        inFile.note(row);
        continue;
      }
      const problems = outcome.problems.map((problem) => inFile.named(problem, row, fit));
      if (leaveOut(row, { ...outcome, problems }, plans)) again.push(row);
      else end(row, 'rejected');
    }
    waiting = again;
  }
  await stateEnds([...ends.entries()]);
  const skipped = [...passed].map((row): WrittenRow => ({ row, end: 'skipped', faults: [] }));
  return { rows: [...linkedRows.map((row) => ends.get(row)).filter((row) => row !== undefined), ...skipped], made };

  /** States what the written rows say of counted values; a record of which something else is stated now has changed. */
  async function stateEnds(written: readonly (readonly [LinkedRow, WrittenRow])[]): Promise<void> {
    const records = written.flatMap(([{ values }, { end: how, id }]) =>
      id === undefined ? [] : [{ id, isNew: how === 'created', values }],
    );
    if (records.every(({ values }) => Object.keys(parted(object, values).stated).length === 0)) return;
    const restated = await stateRows(object, records, source, tools);
    for (const [row, { end: how, id }] of written)
      if (how === 'unchanged' && id !== undefined && restated.has(id)) end(row, 'updated', id);
  }
}

/** Rows that the mapping does not want written: those that are there already, or those that are not. */
async function passedOver(
  rows: readonly PreparedRow[],
  plan: RowPlan,
  source: string,
  tools: LinkTools,
): Promise<ReadonlySet<PreparedRow>> {
  if (plan.write === 'both') return new Set();
  const keys = rows.map((row) => row.key);
  const known = await idsByKeys(tools.trx, plan.object.apiName, source, keys);
  return new Set(rows.filter((row) => known.has(row.key) === (plan.write === 'create')));
}

/**
 * Takes the refused values out of a row; false when the row cannot do without one of them. Each round takes out at least
 * one value, so the rounds come to an end.
 */
function leaveOut(
  row: LinkedRow,
  outcome: Extract<Outcome, { status: 'rejected' }>,
  plans: ReadonlyMap<string, FieldPlan>,
): boolean {
  const left = new Map<string, FieldValue>();
  const faults = outcome.problems.map(({ field, message }): Fault => {
    const plan = plans.get(field);
    const parted = plan && partRefused(plan.field, row.values[field]);
    left.set(field, parted?.kept);
    const shown = plan === undefined ? '' : plan.source.text(row.row.raw.cells) || wireText(plan, row.values[field]);
    if (plan && parted && parted.refused.length > 0)
      return { field, column: plan.source.name, value: parted.refused.join('、'), reason: message };
    return { field, column: plan?.source.name ?? '', value: shown, reason: message };
  });
  const mayGo = outcome.problems.every(
    ({ field }) => plans.get(field)?.soft === true && Object.hasOwn(row.values, field),
  );
  row.faults.push(...faults);
  if (!mayGo) return false;
  for (const [field, kept] of left) {
    if (kept === undefined) delete row.values[field];
    else row.values[field] = kept;
  }
  return true;
}

const wireText = ({ field }: FieldPlan, value: FieldValue): string =>
  value === undefined || value === null ? '' : fieldType(field).toText(value, field);
