import type { AmountReading, DateReading, FieldMapping } from '#schemas/metadata/import-mapping.ts';
import { CURRENCIES, type Currency, type FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isDated, isLinking, isMoney } from '#generators/field-types/registry.ts';
import { dateReader } from '#server/features/imports/transform/date-format.ts';
import { share } from './score.ts';

/** A column of the file as a suggestion sees it: its heading and its first texts, without blank ones. */
export interface Column {
  readonly name: string;
  readonly texts: readonly string[];
}

const DATE_SHAPES = ['YYYY/M/D', 'M/D/YYYY', 'D/M/YYYY', 'DD.MM.YYYY', 'YYYYMMDD', 'M/D/YY', 'D/M/YY', 'DD-MM-YYYY'];
const CODES: ReadonlySet<string> = new Set(CURRENCIES);
const CURRENCY_WORDS: readonly (readonly [RegExp, Currency])[] = [
  [/usd|us\$|美元|美金/i, 'USD'],
  [/cny|rmb|人民币/i, 'CNY'],
  [/eur|欧元/i, 'EUR'],
  [/hkd|港[元币]/i, 'HKD'],
  [/gbp|英镑/i, 'GBP'],
  [/jpy|日元/i, 'JPY'],
];
const SCALES: readonly (readonly [RegExp, string])[] = [
  [/亿/, '100000000'],
  [/千万/, '10000000'],
  [/百万|million|\bmn\b/i, '1000000'],
  [/万/, '10000'],
  [/千元|thousand/i, '1000'],
];

/** What else a field's mapping has to say so that the texts of a column are read right. */
export function fieldReading(
  field: FieldDefinition,
  column: Column,
  columns: readonly Column[],
  objectFields: readonly FieldDefinition[],
): Omit<FieldMapping, 'field'> {
  if (isDated(field)) {
    const date = dateShape(field, column.texts);
    return date ? { date } : {};
  }
  if (isMoney(field)) {
    const amount = amountReading(column, columns);
    return Object.keys(amount).length > 0 ? { amount } : {};
  }
  if (isLinking(field)) {
    const standIn = objectFields.find(
      (one) => one.apiName === `${field.apiName}Text` && fieldType(one).freeText === 'line',
    );
    return { reference: { by: 'name', ...(standIn && { otherwise: standIn.apiName }) } };
  }
  return {};
}

/** A shape for dates that the usual reading does not understand, or would take day and month of the wrong way round. */
function dateShape(field: FieldDefinition, texts: readonly string[]): DateReading | undefined {
  if (texts.length === 0 || share(texts, field) > 0.8) return undefined;
  const scored = DATE_SHAPES.map((format) => {
    const read = dateReader(field, { formats: [format] });
    return { format, score: texts.filter((text) => 'value' in read(text.trim())).length };
  });
  const best = scored.reduce((most, each) => (each.score > most.score ? each : most));
  return best.score > texts.length / 2 ? { formats: [best.format] } : undefined;
}

function amountReading(column: Column, columns: readonly Column[]): AmountReading {
  const beside = columns.filter(
    ({ name, texts }) =>
      texts.length > 0 && /currency|币种/i.test(name) && texts.every((text) => CODES.has(text.trim().toUpperCase())),
  );
  const currency = CURRENCY_WORDS.find(([word]) => word.test(column.name))?.[1];
  const unit = /[（(［[【](.*?)[）)］\]】]/u.exec(column.name)?.[1] ?? '';
  const times = SCALES.find(([word]) => word.test(unit))?.[1];
  return {
    ...(currency && { currency }),
    ...(beside.length === 1 && beside[0] && { currencyColumn: beside[0].name }),
    ...(times !== undefined && { times }),
  };
}
