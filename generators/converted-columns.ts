import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { type ColumnSource, type ListColumn, listColumns } from './columns.ts';
import { currencyColumns } from './field-types/currency.ts';
import { isMoney } from './field-types/registry.ts';

/** The column of the CNY equivalents of an amount; no field can be called so. */
const convertedName = (apiName: string): string => currencyColumns(apiName).equivalent;

const SUFFIX = convertedName('');

/** The field that a column of a list reads, orders by and is totalled as: of a converted one the amount. */
export const fieldOfColumn = (name: string): string => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name);

export const isConverted = (name: string): boolean => name.endsWith(SUFFIX);

const hasCurrencies = ({ config }: FieldDefinition): boolean => (config?.currencies ?? []).length !== 1;

/**
 * The columns that a user may choose for a list: beside each amount in several currencies one in CNY alone. Lists order
 * and sum amounts by it already; the column shows it.
 */
export function offeredColumns(source: ColumnSource): readonly ListColumn[] {
  return listColumns(source).flatMap((column): ListColumn[] => {
    const { field } = column;
    if (!isMoney(field) || !hasCurrencies(field)) return [column];
    const label = `${field.label}（折合人民币）`;
    const { shortLabel: _short, ...rest } = field;
    const converted = { ...rest, apiName: convertedName(field.apiName), label };
    const day = source.fields.find(({ apiName }) => apiName === field.config?.rateDateField);
    const help = day ? `按“${day.label}”当天的汇率折算` : '按最近一次更新当天的汇率折算';
    return [column, { ...column, shown: false, field: { ...converted, config: { ...field.config, help } } }];
  });
}

/** An amount in CNY alone; nothing where it is a band, or no rate is known. */
export function inCny(value: FieldValue): CurrencyValue | undefined {
  const { equivalentMoney } = (value ?? {}) as CurrencyValue;
  return equivalentMoney === undefined ? undefined : { num: equivalentMoney, currency: 'CNY' };
}

/** The sort of a list by its columns: on the converted one where the amount itself is not shown. */
export const sortOfColumns = <Sorted extends { readonly field: string }>(
  sort: readonly Sorted[],
  visible: readonly string[],
): readonly Sorted[] =>
  sort.map((entry) => {
    const name = convertedName(entry.field);
    return visible.includes(name) && !visible.includes(entry.field) ? { ...entry, field: name } : entry;
  });
