import { describe, expect, test } from 'vitest';
import { CURRENCIES, type Currency, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import type { RateTable } from '#shared/money/rates.ts';
import { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { ThreeWays } from '#tests/support/rules/three-ways.ts';

const MESSAGE = '至少一千元人民币';
/** CNY for one unit until and from 2026-01-01, when every currency but CNY is worth twice as much. */
const CNY_BEFORE: Readonly<Record<Currency, number>> = {
  CNY: 1,
  USD: 8,
  EUR: 12.5,
  GBP: 10,
  HKD: 0.5,
  TWD: 0.25,
  JPY: 0.05,
  AUD: 4,
  SGD: 5,
  CAD: 4,
};
const FIRST_DAY = '2020-01-01';
const RATES: RateTable = {
  rate: (currency, day) => {
    if (day < FIRST_DAY) return undefined;
    return String(CNY_BEFORE[currency] * (day < '2026-01-01' ? 1 : 2));
  },
};
const FIELDS: readonly FieldDefinition[] = [
  text('name'),
  { apiName: 'happenedAt', type: 'dateTime', label: '时间' },
  { apiName: 'amount', type: 'currency', label: '金额', config: { rateDateField: 'happenedAt' } },
  {
    apiName: 'isLarge',
    type: 'formula',
    label: '大额',
    config: { expression: 'self.amount.equivalentMoney >= 1000', resultType: 'boolean' },
  },
];
const LEAST: Rule = {
  id: 'least',
  kind: 'assert',
  target: 'amount',
  rule: 'self.amount.equivalentMoney >= 1000',
  message: MESSAGE,
};

/** What each way in says of a new record. */
function outcomes(values: RecordValues, rules: readonly Rule[], rates: RateTable = RATES) {
  const ways = new ThreeWays(new CatalogObject(sampleObject(FIELDS, rules), new Map()), rates);
  const all = [ways.byForm(values, undefined), ways.byApi(values, undefined), ways.byImport(values, undefined, false)];
  return all.map(({ problems, values: kept }) => (problems.length > 0 ? problems : kept));
}

const three = (outcome: unknown) => [outcome, outcome, outcome];
const record = (currency: Currency, num: string, happenedAt: string): RecordValues => ({
  name: '一笔',
  happenedAt,
  amount: { num, currency },
});

describe.each(CURRENCIES)('an amount in %s under a rule on its CNY equivalent', (currency) => {
  const enough = String(1000 / CNY_BEFORE[currency]);
  const factor = currency === 'CNY' ? 1 : 2;

  test('is judged at the rate of the day of its event by form, API and import alike', () => {
    const before = record(currency, enough, '2025-06-01T00:00:00Z');
    const large = { ...before, amount: { num: enough, currency, equivalentMoney: '1000' }, isLarge: true };
    expect(outcomes(before, [LEAST])).toEqual(three(large));
    const less = record(currency, String(Number(enough) - 1), '2025-06-01T00:00:00Z');
    expect(outcomes(less, [LEAST])).toEqual(three([{ field: 'amount', message: MESSAGE, rule: 'least' }]));
  });

  test('is converted at the rate of the day that its event has in Asia/Shanghai', () => {
    const lastEvening = record(currency, enough, '2025-12-31T15:59:59Z');
    const midnight = record(currency, enough, '2025-12-31T16:00:00Z');
    const kept = (given: RecordValues, equivalentMoney: string) => ({
      ...given,
      amount: { num: enough, currency, equivalentMoney },
      isLarge: true,
    });
    expect(outcomes(lastEvening, [])).toEqual(three(kept(lastEvening, '1000')));
    expect(outcomes(midnight, [])).toEqual(three(kept(midnight, String(1000 * factor))));
  });
});

describe.each(CURRENCIES.filter((currency) => currency !== 'CNY'))('an amount in %s without a rate', (currency) => {
  const early = record(currency, '100000', '2019-12-31T00:00:00Z');

  test('is refused by a rule on its equivalent, which says that the rate is missing', () => {
    const message = expect.stringMatching(
      /^规则“least”无法计算：没有.+ 2019-12-31 或之前的汇率，无法折算成人民币$/,
    ) as string;
    expect(outcomes(early, [LEAST])).toEqual(three([{ field: 'amount', message, rule: 'least' }]));
  });

  test('is refused by a rule on a formula of its equivalent as well', () => {
    const rule: Rule = { id: 'large', kind: 'assert', target: 'name', rule: 'self.isLarge' };
    const message = expect.stringContaining('汇率') as string;
    expect(outcomes(early, [rule])).toEqual(three([{ field: 'name', message, rule: 'large' }]));
  });

  test('is kept where no rule asks for its equivalent, and a formula on it stays empty as the equivalent does', () => {
    expect(outcomes(early, [])).toEqual(three(early));
  });
});

test('A form waits for a rate that the server has not sent yet instead of refusing the amount', () => {
  const ways = new ThreeWays(new CatalogObject(sampleObject(FIELDS, [LEAST]), new Map()), { rate: () => null });
  expect(ways.byForm(record('USD', '1', '2025-06-01T00:00:00Z'), undefined).problems).toEqual([]);
});
