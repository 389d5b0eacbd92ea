import { DUTIES } from '#schemas/metadata/duty.ts';
import { expect, test } from 'vitest';
import { CURRENCIES } from '#schemas/metadata/field.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { sampleRates, sampleRateTable } from '#sample/sample-rates.ts';

test('each foreign currency has a rate for every year from 2005 to 2026', () => {
  const rates = sampleRates();
  for (const currency of CURRENCIES.filter((code) => code !== 'CNY')) {
    const years = rates.filter((rate) => rate.currency === currency).map(({ day }) => Number(day.slice(0, 4)));
    expect(years).toEqual(Array.from({ length: 22 }, (_, index) => 2005 + index));
  }
  expect(rates).toHaveLength(9 * 22);
});

test('a day takes the rate of its year, a later day the last one, and an earlier day none', () => {
  const table = sampleRateTable();
  expect(table.rate('USD', '2010-06-30')).toBe('6.77');
  expect(table.rate('USD', '2031-01-01')).toBe(table.rate('USD', '2026-12-31'));
  expect(table.rate('USD', '2004-12-31')).toBeUndefined();
});

test('rates are near what is known of them', () => {
  const table = sampleRateTable();
  const usual = { USD: 6.9, EUR: 7.8, GBP: 9, HKD: 0.88, TWD: 0.22, JPY: 0.055, AUD: 4.8, SGD: 5, CAD: 5.2 } as const;
  for (const [currency, about] of Object.entries(usual)) {
    const found = Number(table.rate(currency as keyof typeof usual, '2020-05-05'));
    expect(Math.abs(found / about - 1)).toBeLessThan(0.2);
  }
});

test('there is one account for each kind of reader, none of which could be the number of a real user', () => {
  expect(SAMPLE_ACCOUNTS.map(({ username }) => username)).toEqual([
    'founder',
    'investor',
    'organisation',
    'svip',
    'member',
    'staff',
    'data',
    'audit',
    'money',
    'access',
  ]);
  expect(SAMPLE_ACCOUNTS.map(({ roles }) => roles)).toEqual([
    ['START_UP'],
    ['ORG_INVESTOR'],
    ['FA'],
    [],
    [],
    [],
    [],
    [],
    [],
    [],
  ]);
  expect(SAMPLE_ACCOUNTS.filter(({ duties }) => duties.length === DUTIES.length)).toHaveLength(1);
  expect(SAMPLE_ACCOUNTS.flatMap(({ duties }) => (duties.length === 1 ? duties : []))).toEqual(DUTIES);
  expect(SAMPLE_ACCOUNTS.filter(({ isSvip }) => isSvip)).toHaveLength(1);
  expect(SAMPLE_ACCOUNTS.every(({ phone }) => /^\+86199000000\d\d$/.test(phone))).toBe(true);
});
