import { describe, expect, test } from 'vitest';
import { CURRENCIES } from '#schemas/metadata/field.ts';
import { compareExact, Exact, exactText, parseExact } from '#shared/money/exact.ts';
import { CURRENCY_NAMES } from '#generators/field-types/currency.ts';
import { formatMoney } from '#shared/money/format.ts';
import { toCny } from '#shared/money/rates.ts';
import { prng } from '#tests/support/prng.ts';

describe('an amount is shown in the unit people say', () => {
  test.each([
    ['0', '0'],
    ['9999', '9999'],
    ['9999.99', '9999.99'],
    ['10000', '1万'],
    ['12345', '1.23万'],
    ['12355', '1.24万'],
    ['99999999', '1亿'],
    ['99990000', '9999万'],
    ['100000000', '1亿'],
    ['125000000', '1.25亿'],
    ['999999999999', '1万亿'],
    ['1000000000000', '1万亿'],
    ['280026358782000000', '280026.36万亿'],
    ['999999999999999999999999.99', '1000000000000万亿'],
    ['0.005', '0'],
    ['0.015', '0.02'],
    ['-12345678', '-1234.57万'],
    ['-0.001', '0'],
  ])('%s is %s', (num, shown) => {
    expect(formatMoney(num)).toBe(shown);
  });

  test('with the Chinese name of its currency', () => {
    expect(formatMoney('35000000', 'USD')).toBe('3500万美元');
    expect(CURRENCIES.map((currency) => formatMoney('1', currency))).toEqual([
      '1人民币',
      '1美元',
      '1欧元',
      '1英镑',
      '1港元',
      '1新台币',
      '1日元',
      '1澳元',
      '1新加坡元',
      '1加元',
    ]);
    expect(Object.keys(CURRENCY_NAMES).toSorted()).toEqual([...CURRENCIES].toSorted());
  });

  test('agrees with decimal.js on 20,000 amounts of every size', () => {
    const random = prng(4);
    const digits = (count: number) => Array.from({ length: count }, () => random.pick(['0', '4', '5', '9'])).join('');
    const units = ['', '万', '亿', '万亿'];
    for (let turn = 0; turn < 20_000; turn += 1) {
      const num = `${random.int(1, 9)}${digits(random.int(0, 20))}${random.chance(0.5) ? `.${digits(random.int(1, 6))}` : ''}`;
      const sized = (unit: number) => new Exact(num).div(new Exact(10).pow(unit * 4)).toDecimalPlaces(2);
      const unit = units.findLastIndex((_, at) => at === 0 || sized(at - 1).gte(10_000));
      expect(formatMoney(num)).toBe(`${sized(unit).toFixed()}${units[unit]}`);
    }
  });

  test('what is no number is shown as it is', () => {
    expect(formatMoney('2e9')).toBe('2e9');
    expect(formatMoney('未透露')).toBe('未透露');
  });
});

describe('the CNY equivalent', () => {
  const rates = { rate: (currency: string) => ({ USD: '7.1234', JPY: '0.048211' })[currency] };

  test('is the exact product rounded half-even to fen', () => {
    expect(toCny('100', 'USD', '2026-01-01', rates)).toBe('712.34');
    expect(toCny('1000000000000.01', 'JPY', '2026-01-01', rates)).toBe('48211000000');
    expect(toCny('0.125', 'CNY', '2026-01-01', rates)).toBe('0.12');
    expect(toCny('0.135', 'CNY', '2026-01-01', rates)).toBe('0.14');
  });

  test('is unknown where the rate or the amount is', () => {
    expect(toCny('100', 'GBP', '2026-01-01', rates)).toBeUndefined();
    expect(toCny('many', 'USD', '2026-01-01', rates)).toBeUndefined();
  });
});

describe('exact numbers', () => {
  test('only plain decimal text is a number', () => {
    for (const text of ['', ' ', '1e5', '0x10', 'NaN', 'Infinity', '1.', '.5', '１', '1,000', 5, null]) {
      expect(parseExact(text)).toBeUndefined();
    }
  });

  test('zero has no sign and numbers no exponent', () => {
    expect(exactText(new Exact('-0'))).toBe('0');
    expect(exactText(new Exact('1e30'))).toBe(`1${'0'.repeat(30)}`);
  });

  test('comparison agrees with decimal.js on 20,000 pairs of every size and sign', () => {
    const random = prng(20261121);
    const draw = () => {
      const digits = Array.from({ length: random.int(1, 30) }, () => random.int(0, 9)).join('');
      const fraction = random.chance(0.5)
        ? `.${Array.from({ length: random.int(1, 12) }, () => random.int(0, 9)).join('')}`
        : '';
      return new Exact(`${random.chance(0.3) ? '-' : ''}${random.chance(0.3) ? random.int(0, 2) : digits}${fraction}`);
    };
    for (let turn = 0; turn < 20_000; turn += 1) {
      const [left, right] = [draw(), draw()];
      expect(compareExact(left, right)).toBe(left.cmp(right));
      expect(compareExact(left, new Exact(left.toFixed()))).toBe(0);
    }
  });
});
