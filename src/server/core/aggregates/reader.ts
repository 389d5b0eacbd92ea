import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isLinking } from '#generators/field-types/registry.ts';
import { trimDecimal } from '#generators/field-types/parts.ts';
import { Failure } from '#shared/errors.ts';
import { isDate, isYear } from '#shared/assistant/field-facts.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import { type Branches, branchesOf } from '#shared/assistant/tree-groups.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries, type Row } from '#server/db/read-queries.ts';
import { refuseLive } from '#server/core/formulas/live-formulas.ts';
import { planSelection, type Selection } from '#server/core/lists/list-plan.ts';
import type { ObjectSource, ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';
import { withOwnFields } from '#server/core/lists/own-columns.ts';
import { withReadableLists } from '#server/core/lists/readable-lists.ts';
import { isToLimited, readNames } from '#server/core/lists/reference-names.ts';
import { type FiguresPlan, type GroupOrder, groupFigures } from './queries.ts';

/** One group with its numbers as decimal text, in the order of the measures; null where no record has a number. */
export interface GroupFigures {
  readonly key: string | null;
  readonly label: string;
  readonly values: readonly (string | null)[];
}

/** The first groups in their order, and what is known of all of them. */
export interface Figures {
  readonly rows: readonly GroupFigures[];
  /** How many groups there are, of which `rows` are the first. */
  readonly groups: number;
  /** The numbers of all groups together, in the order of the measures; null where they cannot be added up. */
  readonly totals: readonly (string | null)[];
  /** The first group that was left out has the same number as the last one that was not. */
  readonly isTied: boolean;
}

const PATIENCE_MS = 5000;
/** Groups at most. */
const MAX_GROUPS = 100;

/**
 * Groups come as they are read: as the question orders them, else times by time, a distribution by the order of its
 * options or numbers, and all others by their first number, the greatest first.
 */
function groupOrder(by: FieldDefinition, plan: Plan): GroupOrder[] {
  const { group, sort = [] } = plan;
  const kind = fieldType(by).group === 'number' ? 'number' : 'text';
  const said = sort.flatMap((one): GroupOrder[] =>
    'measure' in one ? [one] : one.field === by.apiName ? [{ key: kind, order: one.order }] : [],
  );
  if (said.length > 0) return said;
  if (isDate(by) || isYear(by)) return [{ key: kind, order: endsAtLatest(by, plan) ? 'desc' : 'asc' }];
  if (group?.isSpread && by.selectOptions) return [{ places: by.selectOptions.map(({ value }) => value) }];
  if (group?.isSpread && kind === 'number') return [{ key: 'number', order: 'asc' }];
  return [{ measure: 0, order: 'desc' }];
}

/** Of more periods than there is room for, the latest are read, and shown in the order of time. */
export const endsAtLatest = (by: FieldDefinition, { sort, limit }: Plan): boolean =>
  (isDate(by) || isYear(by)) && !sort && limit === undefined;

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

const decimalOf = (value: unknown): string | null =>
  typeof value === 'string' ? (isNumber(value) ? trimDecimal(value) : value) : null;

/** Works out numbers of the records that a list would show, group by group. */
export class AggregateReader {
  readonly #queries: ReadQueries;
  readonly #objects: ObjectSource;
  readonly #canStop: boolean;

  constructor(database: Pick<Database, 'kind' | 'reads'>, objects: ObjectSource) {
    this.#canStop = database.kind === 'postgres';
    this.#queries = new ReadQueries(database.reads, this.#canStop);
    this.#objects = objects;
  }

  /**
   * `most`: groups at most. @throws Failure INVALID_QUERY for a field that is closed or gone; UNAVAILABLE when it takes too
   * long.
   */
  async read(
    object: ReadableObject,
    plan: Plan,
    selection: Selection,
    scope: ReadScope,
    most = MAX_GROUPS,
  ): Promise<Figures> {
    const open = await withOwnFields(this.#queries, object, selection.filter, scope);
    const selected = await withReadableLists(this.#queries, planSelection(object, selection, open));
    const field = (apiName: string): FieldDefinition => {
      const found = selected.readable.find((one) => one.apiName === apiName);
      if (!found) throw new Failure('INVALID_QUERY', `没有字段“${apiName.slice(0, 40)}”`);
      refuseLive(object, found, 'measures');
      return found;
    };
    const { group, measures = [], having } = plan;
    const limit = Math.min(plan.limit ?? most, most);
    const by = group && field(group.by);
    const branches = by && branchesOf(by, plan);
    const order = by ? groupOrder(by, plan) : [];
    const figures: FiguresPlan = {
      selection: selected,
      group: by && { field: by, unit: group?.unit ?? 'year', branchOf: branches?.branchOf },
      measures: measures.map(({ fn, field: name, currency }) => ({
        fn,
        field: name === undefined ? undefined : field(name),
        currency,
      })),
      having,
      order,
      // One more shows whether it is equal to the last.
      limit: limit + 1,
    };
    const statement = groupFigures(figures);
    const rows = this.#canStop
      ? await this.#queries.runWithin(statement, PATIENCE_MS)
      : await this.#queries.run(statement);
    if (!rows) throw new Failure('UNAVAILABLE', '统计耗时过长，请缩小范围后再试');
    const keys = rows.flatMap(([key]) => (typeof key === 'string' ? [key] : []));
    const labels = await this.#labels(by, keys, branches, scope);
    const decimals = (values: readonly unknown[]) => values.map(decimalOf);
    const [first] = order;
    // A group of records that the reader does not see is left out.
    const isSeen = ([key]: Row) =>
      !isToLimited(by, this.#objects, scope.rowsOf) || key === null || labels.isNamed(String(key));
    const all = rows.filter(isSeen).map(([key, , ...values]): GroupFigures => ({
      key: key as string | null,
      label: labels.of(String(key ?? '')),
      values: decimals(values.slice(0, measures.length)),
    }));
    const [, groups = 0, ...figuresOfFirst] = rows[0] ?? [];
    const ranked = first && 'measure' in first ? first.measure : undefined;
    const [last, next] = [all[limit - 1], all[limit]];
    const kept = all.slice(0, limit);
    return {
      rows: by && endsAtLatest(by, plan) ? kept.toReversed() : kept,
      groups: Number(groups),
      totals: decimals(figuresOfFirst.slice(measures.length)),
      isTied: ranked !== undefined && next !== undefined && last?.values[ranked] === next.values[ranked],
    };
  }

  async #labels(
    field: FieldDefinition | undefined,
    keys: readonly string[],
    branches: Branches | undefined,
    scope: ReadScope,
  ): Promise<{ readonly of: (key: string) => string; readonly isNamed: (key: string) => boolean }> {
    const target = field && isLinking(field) ? this.#objects.find(field.targetApiName ?? '') : undefined;
    const names = target
      ? await readNames(this.#queries, target, [...new Set(keys)], scope)
      : new Map<string, string>();
    const options = new Map(field?.selectOptions?.map(({ value, label }) => [value, label]));
    const of = (key: string): string => {
      if (field && fieldType(field).group === 'flag') return key === 'true' ? '是' : '否';
      const label = names.get(key) ?? options.get(key) ?? key;
      return branches?.unspecified.has(key) ? `${label}（未细分）` : label;
    };
    return { of, isNamed: (key) => names.has(key) };
  }
}
