import type { Currency } from '#schemas/metadata/field.ts';
import { CURRENCY_WORDS } from '#generators/field-types/currency.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import { CURRENCY_NAMES } from '#shared/money/format.ts';
import type { Plan, Reading } from './plan.ts';
import type { Vocabulary } from './vocabulary.ts';

const WORDS = CURRENCY_WORDS.map(([word]) => word.source).join('|');
/** 多少美元, 几亿港元: the currency that a number is asked for in. */
const ASKED = new RegExp(`(?<=(?:多少|几)[十百千]?[万亿]?)(?:${WORDS})`, 'iu');

/**
 * 合计多少美元: the amounts that are in one currency, as they are, since others are added up in CNY alone. `read` reads the
 * question without the currency, at the same places. Undefined where no number of amounts is asked for in a currency.
 */
export function inCurrency(
  text: string,
  { objects }: Vocabulary,
  read: (rest: string) => Reading,
): Reading | undefined {
  const match = ASKED.exec(text);
  const currency = match && (CURRENCY_WORDS.find(([word]) => word.test(match[0]))?.[1] as Currency | undefined);
  if (!match || !currency) return undefined;
  const reading = read(
    text.slice(0, match.index) + ' '.repeat(match[0].length) + text.slice(match.index + match[0].length),
  );
  if (reading.kind !== 'answer') return undefined;
  const { plan } = reading;
  const fields = objects.get(plan.object)?.fields ?? [];
  const amount = plan.measures
    ?.filter(({ fn }) => fn !== 'count' && fn !== 'distinct')
    .flatMap(({ field: name }) => fields.find((field) => field.apiName === name) ?? [])[0];
  if (!amount || valueKind(amount) !== 'money' || (plan.measures ?? []).length > 1) return undefined;
  // All amounts are added up in CNY as it is.
  if (currency === 'CNY') return reading;
  const filter = allOf([...partsOf(plan.filter), { field: amount.apiName, op: 'currencyIs', value: [currency] }]);
  const measures: Plan['measures'] = plan.measures?.map((measure) => ({ ...measure, currency }));
  const name = CURRENCY_NAMES[currency];
  return {
    ...reading,
    plan: { ...plan, ...(filter && { filter }), ...(measures && { measures }) },
    assumptions: [...reading.assumptions, `只计以${name}计的金额，其他币种不折算成${name}`],
  };
}
