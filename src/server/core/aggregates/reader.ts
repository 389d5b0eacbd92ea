import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isLinking } from '#generators/field-types/registry.ts';
import { trimDecimal } from '#generators/field-types/parts.ts';
import { Failure } from '#shared/errors.ts';
import type { Plan } from '#shared/assistant/plan.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { refuseLive } from '#server/core/formulas/live-formulas.ts';
import { planSelection, type Selection } from '#server/core/lists/list-plan.ts';
import type { ObjectSource, ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';
import { readNames } from '#server/core/lists/reference-names.ts';
import { type FiguresPlan, groupFigures } from './queries.ts';

/** One group with its numbers as decimal text, in the order of the measures; null where no record has a number. */
export interface GroupFigures {
  readonly key: string | null;
  readonly label: string;
  readonly values: readonly (string | null)[];
}

const PATIENCE_MS = 5000;
/** Groups at most. */
const MAX_GROUPS = 100;

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

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

  /** @throws Failure INVALID_QUERY for a field that is closed or gone; UNAVAILABLE when it takes too long. */
  async read(object: ReadableObject, plan: Plan, selection: Selection, scope: ReadScope): Promise<GroupFigures[]> {
    const selected = planSelection(object, selection, scope);
    const field = (apiName: string): FieldDefinition => {
      const found = selected.readable.find((one) => one.apiName === apiName);
      if (!found) throw new Failure('INVALID_QUERY', `没有字段“${apiName.slice(0, 40)}”`);
      refuseLive(object, found, 'measures');
      return found;
    };
    const { group, measures = [], sort = [], having, limit = MAX_GROUPS } = plan;
    const figures: FiguresPlan = {
      selection: selected,
      group: group && { field: field(group.by), unit: group.unit ?? 'year' },
      measures: measures.map(({ fn, field: name }) => ({ fn, field: name === undefined ? undefined : field(name) })),
      having,
      order: sort.flatMap((one) => ('measure' in one ? [one] : [])),
      limit: Math.min(limit, MAX_GROUPS),
    };
    const statement = groupFigures(figures);
    const rows = this.#canStop
      ? await this.#queries.runWithin(statement, PATIENCE_MS)
      : await this.#queries.run(statement);
    if (!rows) throw new Failure('UNAVAILABLE', '统计耗时过长，请缩小范围后再试');
    const keys = rows.flatMap(([key]) => (typeof key === 'string' ? [key] : []));
    const labels = await this.#labels(figures.group?.field, keys);
    return rows.map(([key, ...values]) => ({
      key: key as string | null,
      label: labels(String(key ?? '')),
      values: values.map((value) =>
        typeof value === 'string' ? (isNumber(value) ? trimDecimal(value) : value) : null,
      ),
    }));
  }

  async #labels(field: FieldDefinition | undefined, keys: readonly string[]): Promise<(key: string) => string> {
    const target = field && isLinking(field) ? this.#objects.find(field.targetApiName ?? '') : undefined;
    const names = target ? await readNames(this.#queries, target, [...new Set(keys)]) : new Map<string, string>();
    const options = new Map(field?.selectOptions?.map(({ value, label }) => [value, label]));
    return (key) => {
      if (field && fieldType(field).group === 'flag') return key === 'true' ? '是' : '否';
      return names.get(key) ?? options.get(key) ?? key;
    };
  }
}
