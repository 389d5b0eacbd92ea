import type { Currency } from '#schemas/metadata/field.ts';
import { CURRENCY_NAMES, CURRENCY_WORDS } from '#generators/field-types/currency.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';
import type { Plan, Reading } from './plan.ts';
import { foremostListed } from './shape-draft.ts';
import type { AskableObject, Vocabulary } from './vocabulary.ts';

const WORDS = CURRENCY_WORDS.map(([word]) => word.source).join('|');
/** 多少美元, 几亿港元: the currency that a number is asked for in. */
const ASKED = new RegExp(`(?<=(?:多少|几)[十百千]?[万亿]?)(?:${WORDS})`, 'iu');

/** The plan with one number of amounts: that of the plan, else the sum of those that the list shows first, 多少美元融资. */
function ofAmount(plan: Plan, object: AskableObject): Plan | undefined {
  const { measures = [] } = plan;
  const [measure, another] = measures;
  const money = object.fields.filter((field) => valueKind(field) === 'money');
  if (another || (measure && measure.fn === 'distinct')) return undefined;
  if (measure && measure.fn !== 'count')
    return money.some(({ apiName }) => apiName === measure.field) ? plan : undefined;
  const [field] = foremostListed(object, money);
  const { select: _select, ...rest } = plan;
  return field && !plan.sort ? { ...rest, measures: [{ fn: 'sum', field: field.apiName }] } : undefined;
}

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
  const object = objects.get(reading.plan.object);
  const plan = object && ofAmount(reading.plan, object);
  const amount = object?.fields.find(({ apiName }) => apiName === plan?.measures?.[0]?.field);
  if (!plan || !amount) return undefined;
  const meant =
    reading.plan.measures === plan.measures
      ? []
      : [`“${text.slice(match.index - 2, match.index + match[0].length)}”按“${amount.label}”合计`];
  const said = { ...reading, plan, assumptions: [...reading.assumptions, ...meant] };
  // All amounts are added up in CNY as it is.
  if (currency === 'CNY') return said;
  const filter = allOf([...partsOf(plan.filter), { field: amount.apiName, op: 'currencyIs', value: [currency] }]);
  const measures: Plan['measures'] = plan.measures?.map((measure) => ({ ...measure, currency }));
  const name = CURRENCY_NAMES[currency];
  return {
    ...said,
    plan: { ...plan, ...(filter && { filter }), ...(measures && { measures }) },
    assumptions: [...said.assumptions, `只计以${name}计的金额，其他币种不折算成${name}`],
  };
}
