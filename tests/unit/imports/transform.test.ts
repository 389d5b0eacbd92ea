import { describe, expect, test } from 'vitest';
import type { FieldMapping, ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { LIST_MARK } from '#server/features/imports/reading/raw-row.ts';
import { keyText, undoMisreading } from '#server/features/imports/transform/cell-text.ts';
import { prepareRow } from '#server/features/imports/transform/prepare-row.ts';
import { planRows } from '#server/features/imports/transform/row-plan.ts';
import { shippedMetadata } from '#tests/support/imports/import-objects.ts';

type Field = Omit<FieldMapping, 'field'>;

/** What one field of a transaction makes of a cell: its value, or why not. */
function read(field: string, cell: string, mapped: Field = {}, more: Partial<ImportMapping> = {}, other = ''): unknown {
  const source = mapped.columns ?? mapped.template ?? mapped.constant ?? mapped.column;
  const mapping: ImportMapping = {
    object: 'InsightTransaction',
    source: 'test',
    key: ['id'],
    fields: [{ field, ...(source === undefined && { column: 'cell' }), ...mapped }],
    ...more,
  };
  const plan = planRows(mapping, ['id', 'cell', 'other'], shippedMetadata);
  const prepared = prepareRow({ row: 2, line: 2, cells: ['1', cell, other] }, plan, 'reject');
  if ('refused' in prepared) return { refused: prepared.refused.map((fault) => fault.reason) };
  return prepared.row.faults.length > 0
    ? { faults: prepared.row.faults.map((fault) => fault.reason), value: prepared.row.values[field] }
    : prepared.row.values[field];
}

describe('dates', () => {
  test('the usual shapes, a year or a month alone', () => {
    expect(['2012-06-30', '2012/6/30', '2012年6月', '20120630', '2012'].map((text) => read('fundedOn', text))).toEqual([
      '2012-06-30',
      '2012-06-30',
      '2012-06',
      '2012-06-30',
      '2012',
    ]);
  });

  test('shapes of the mapping, two-digit years by its pivot', () => {
    const date = { formats: ['M/D/YY', 'DD.MM.YYYY'] };
    expect(read('fundedOn', '5/18/27', { date })).toBe('2027-05-18');
    expect(read('fundedOn', '5/18/87', { date })).toBe('1987-05-18');
    expect(read('fundedOn', '5/18/27', { date: { ...date, pivotYear: 20 } })).toBe('1927-05-18');
    expect(read('fundedOn', '01.02.2003', { date })).toBe('2003-02-01');
    expect(read('fundedOn', '2003-02-01', { date })).toEqual({
      faults: ['日期应形如 3/5/24（M/D/YY）或 05.03.2024（DD.MM.YYYY）'],
      value: undefined,
    });
    expect(read('fundedOn', '13/45/99', { date })).toEqual({ faults: ['不是日期'], value: undefined });
  });

  test('the first of January is a year where the file means one', () => {
    const date = { januaryFirst: 'year' } as const;
    expect([read('fundedOn', '2011-01-01', { date }), read('fundedOn', '2011-02-01', { date })]).toEqual([
      '2011',
      '2011-02-01',
    ]);
  });
});

describe('amounts', () => {
  test('units and currencies as people write them', () => {
    expect(read('amount', '3.5亿人民币')).toEqual({ num: '350000000', currency: 'CNY' });
    expect(read('amount', '1,250.5 USD')).toEqual({ num: '1250.5', currency: 'USD' });
    expect(read('amount', '1750000', { amount: { currency: 'USD' } })).toEqual({ num: '1750000', currency: 'USD' });
  });

  test('files in 万, with a decimal comma, with exponents', () => {
    expect(read('amount', '12.5', { amount: { currency: 'CNY', times: '10000' } })).toEqual({
      num: '125000',
      currency: 'CNY',
    });
    expect(read('amount', '1.234,5', { amount: { decimalSign: ',', currency: 'EUR' } })).toEqual({
      num: '1234.5',
      currency: 'EUR',
    });
    expect(read('amount', '2.6E+12', { amount: { currency: 'USD' } })).toEqual({
      num: '2600000000000',
      currency: 'USD',
    });
  });

  test('the currency of a column of its own', () => {
    const amount = { currencyColumn: 'other' };
    expect(read('amount', '5', { amount }, {}, 'gbp')).toEqual({ num: '5', currency: 'GBP' });
    expect(read('amount', '5', { amount }, {}, 'XXX')).toEqual({ faults: ['不支持币种“XXX”'], value: undefined });
    expect(read('amount', '5', { amount }, {}, '')).toEqual({ faults: ['金额没有写明币种'], value: undefined });
    expect(read('amount', '5', { amount: { ...amount, currency: 'USD' } }, {}, '')).toEqual({
      num: '5',
      currency: 'USD',
    });
  });

  test('bands by their names and by a map', () => {
    expect(read('amount', '数千万')).toEqual({ band: '数千万' });
    expect(read('amount', '过亿', { map: { 过亿: { band: '亿元及以上', currency: 'CNY' } } })).toEqual({
      band: '亿元及以上',
      currency: 'CNY',
    });
  });

  test('what is none', () => {
    for (const text of ['5/18/27', '####', 'NaN', '1e400', '--5'])
      expect(read('amount', text)).toMatchObject({ faults: [expect.any(String)] });
  });
});

describe('texts on their way', () => {
  test('blanks of the file and of a field', () => {
    expect(read('title', ' - ', {}, { blank: ['-'] })).toBeUndefined();
    expect(read('fundedOn', '1970-01-01', { blank: ['1970-01-01'] })).toBeUndefined();
    expect(read('title', '-', { whenBlank: 'clear' }, { blank: ['-'] })).toBeNull();
  });

  test('maps: what is not in them is kept, refused or blank', () => {
    const map = { 'series-a': 'A轮', none: null };
    expect(read('round', 'series-a', { map })).toBe('A轮');
    expect(read('round', 'none', { map })).toBeUndefined();
    expect(read('round', 'B轮', { map })).toBe('B轮');
    expect(read('round', 'x', { map, mapOther: 'blank' })).toBeUndefined();
    expect(read('round', 'constructor', { map, mapOther: 'reject' })).toEqual({
      faults: ['对照表中没有“constructor”'],
      value: undefined,
    });
  });

  test('columns joined, templates filled, constants taken', () => {
    expect(read('title', 'A', { columns: ['cell', 'other'], join: ', ' }, {}, 'B')).toBe('A, B');
    expect(read('title', 'A', { columns: ['cell', 'other'] }, {}, '')).toBe('A');
    expect(read('title', 'x', { template: '{other} · {cell:r}' }, { maps: { r: { x: 'A轮' } } }, 'Co')).toBe(
      'Co · A轮',
    );
    expect(read('amount', '', { constant: { band: '未透露' } })).toEqual({ band: '未透露' });
  });

  test('replace and extract', () => {
    expect(read('title', 'a  b', { replace: [{ pattern: '\\s+', with: ' ' }] })).toBe('a b');
    expect(read('round', 'A轮3家', { extract: '^(.+?)\\d+家$' })).toBe('A轮');
    expect(read('round', 'A轮', { extract: '^(.+?)\\d+家$' })).toMatchObject({ faults: ['不符合 extract 的样式'] });
  });

  test('lists are cut where the mapping says; JSON lists come as they are', () => {
    expect(
      read('otherInvestors', 'IDG资本 红杉 Plug and Play', { split: { pattern: '(?<=\\p{Script=Han}) ' } }),
    ).toEqual(['IDG资本', '红杉', 'Plug and Play']);
    expect(read('otherInvestors', `a${LIST_MARK}b${LIST_MARK}a`)).toEqual(['a', 'b']);
  });

  test('a misreading is undone, and nothing else is touched', () => {
    expect(
      ['QuÃ©bec', 'Québec', 'InsideAxisâ„¢', 'BerkÃ_na', 'plain'].map((text) => undoMisreading(text, 'windows-1252')),
    ).toEqual(['Québec', 'Québec', 'InsideAxis™', 'BerkÃ_na', 'plain']);
  });

  test('characters that no database keeps are refused', () => {
    expect(read('title', 'a\0b')).toEqual({ faults: ['含有 NUL 字符'], value: undefined });
    expect(read('title', 'a\uD800b')).toMatchObject({ faults: ['含有残缺的字符（孤立的代理项）'] });
  });
});

describe('rows', () => {
  test('a value that must not be missing costs the row', () => {
    expect(read('amount', '####', { onError: 'reject-row' })).toEqual({ refused: ['不是金额'] });
    expect(read('amount', '####', {}, { onError: 'reject-row' })).toEqual({ refused: ['不是金额'] });
  });

  test('rows of another width than the headings', () => {
    const mapping: ImportMapping = {
      object: 'InsightTransaction',
      source: 'test',
      key: ['id'],
      fields: [{ field: 'title', column: 'cell' }],
    };
    const plan = planRows(mapping, ['id', 'cell'], shippedMetadata);
    const reasons = (cells: string[], shortRows: 'reject' | 'pad') => {
      const prepared = prepareRow({ row: 2, line: 2, cells }, plan, shortRows);
      return 'refused' in prepared ? prepared.refused[0]?.reason : 'kept';
    };
    expect(reasons(['1'], 'reject')).toBe('只有 1 列，表头有 2 列');
    expect(reasons(['1'], 'pad')).toBe('kept');
    expect(reasons(['1', 'a', 'b'], 'pad')).toBe('有 3 列，表头只有 2 列');
    expect(reasons(['1', 'a', '', ' '], 'reject')).toBe('kept');
    expect(reasons(['', 'a'], 'reject')).toBe('唯一标识为空');
  });

  test('different keys never become the same text', () => {
    expect(keyText(['a|b', 'c'])).not.toBe(keyText(['a', 'b|c']));
    expect(keyText(['a\\', '|b'])).not.toBe(keyText(['a\\|', 'b']));
  });
});
