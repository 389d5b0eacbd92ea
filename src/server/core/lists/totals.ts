import { AVERAGE_PLACES, type FieldTotal } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { currencyColumns } from '#generators/field-types/currency.ts';
import { trimDecimal } from '#generators/field-types/parts.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';
import { readOwnName } from '#generators/own-columns.ts';
import { quote } from '#generators/storage.ts';
import { Failure } from '#shared/errors.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { heldOfRow } from '#server/core/conditions/listed-queries.ts';
import type { ReadQueries } from '#server/db/read-queries.ts';
import { refuseLive } from '#server/core/formulas/live-formulas.ts';
import type { SelectionPlan } from './list-plan.ts';
import { listsOfAll } from './lists-of-all.ts';
import { type FigureColumns, selectionFigures } from './queries.ts';

const PATIENCE_MS = 5000;
/** Figures of one field in a row. */
const FIGURES = 5;

function figureColumns(field: FieldDefinition): FigureColumns | undefined {
  const kind = valueKind(field);
  const listed = readOwnName(field.apiName);
  if (kind === 'integer' || kind === 'decimal')
    return { figure: listed ? heldOfRow(listed, 'numeric') : quote(field.apiName), others: [] };
  const { num, band, equivalent } = currencyColumns(field.apiName);
  return kind === 'money' ? { figure: quote(equivalent), others: [quote(num), quote(band)] } : undefined;
}

function refuse(index: number, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field: `fields[${index}]`, message }]);
}

function figuresOf(field: FieldDefinition, figures: readonly unknown[]): FieldTotal {
  const [count, sum, min, max, unknown] = figures;
  const text = (figure: unknown): string | null => (typeof figure === 'string' ? trimDecimal(figure) : null);
  const whole = text(sum);
  const average = whole === null ? null : new Exact(whole).div(Number(count)).toDecimalPlaces(AVERAGE_PLACES);
  return {
    field: field.apiName,
    count: Number(count),
    sum: valueType(field).share ? null : whole,
    average: average && exactText(average),
    min: text(min),
    max: text(max),
    ...(valueKind(field) === 'money' && { unknown: Number(unknown) }),
  };
}

/**
 * Figures of some fields over a selection, in the order asked for. PostgreSQL adds exactly and reads the index alone
 * where nothing is filtered; the average is worked out here from the exact sum.
 * @throws Failure INVALID_QUERY for a field that has no figures or is closed; UNAVAILABLE when it takes too long.
 */
export async function readTotals(
  queries: ReadQueries,
  canStop: boolean,
  plan: SelectionPlan,
  names: readonly string[],
): Promise<FieldTotal[]> {
  const fields = names.map((apiName, index) => {
    const field = [...plan.readable, ...plan.own].find((candidate) => candidate.apiName === apiName);
    if (!field) return refuse(index, `没有字段“${apiName.slice(0, 40)}”，不能合计`);
    refuseLive(plan.object, field, `fields[${index}]`);
    const listed = readOwnName(apiName);
    if (listed && !listsOfAll(plan.condition).includes(listed.listId))
      return refuse(index, `“${field.label}”是清单的列，只能在该清单内合计`);
    return { field, columns: figureColumns(field) ?? refuse(index, `“${field.label}”不是数字，不能合计`) };
  });
  const statement = selectionFigures(
    plan,
    fields.map(({ columns }) => columns),
  );
  const rows = canStop ? await queries.runWithin(statement, PATIENCE_MS) : await queries.run(statement);
  if (!rows) throw new Failure('UNAVAILABLE', '合计耗时过长，请缩小筛选范围后再试');
  const [row = []] = rows;
  return fields.map(({ field }, index) => figuresOf(field, row.slice(index * FIGURES, (index + 1) * FIGURES)));
}
