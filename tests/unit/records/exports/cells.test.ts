import { describe, expect, test } from 'vitest';
import { Exact } from '#shared/money/exact.ts';
import { csvLine } from '#server/features/records/exports/file/csv.ts';
import { daySerial, keepsDigits, shareOf } from '#server/features/records/exports/file/number-cell.ts';
import { columnLetters } from '#server/features/records/exports/file/xlsx/sheet.ts';
import { sheetCell } from '#server/features/records/exports/file/xlsx/sheet-cell.ts';
import { sheetNames } from '#server/features/records/exports/file/xlsx/package-parts.ts';
import { STYLE } from '#server/features/records/exports/file/xlsx/styles.ts';
import { xmlText } from '#server/features/records/exports/file/xlsx/xml-text.ts';
import { prng } from '#tests/support/prng.ts';

describe('a number in a spreadsheet', () => {
  test.each([
    ['123456789012345', true],
    ['1234567890123456', false],
    ['0.000000000000001', true],
    ['100000000000000000000', true],
    ['-99999999999999999999.123456', false],
  ])('%s keeps its digits: %s', (text, kept) => {
    expect(keepsDigits(text)).toBe(kept);
    // And it is so: a number that a spreadsheet keeps comes through a double unharmed.
    expect(new Exact(Number(text).toPrecision(15)).eq(text)).toBe(kept);
  });

  test('is text where digits would be lost, and a number elsewhere', () => {
    expect(sheetCell('1234567890123456', 'number', 'A2')).toBe(
      '<c r="A2" t="inlineStr"><is><t>1234567890123456</t></is></c>',
    );
    expect(sheetCell('-12.50', 'number', 'B2')).toBe(`<c r="B2" s="${STYLE.places}"><v>-12.50</v></c>`);
    expect(sheetCell('2019', 'year', 'C2')).toBe(`<c r="C2" s="${STYLE.plain}"><v>2019</v></c>`);
    expect(sheetCell('数百万', 'number', 'D2')).toContain('数百万');
    expect(sheetCell(null, 'number', 'E2')).toBe('');
  });

  test('of percent points is its share, digit by digit', () => {
    const random = prng(8);
    for (let round = 0; round < 2000; round += 1) {
      const fraction = random.chance(0.5) ? `.${random.int(0, 99_999)}` : '';
      const points = `${random.chance(0.3) ? '-' : ''}${random.int(0, random.pick([9, 99, 100_000]))}${fraction}`;
      expect(`${points} ${new Exact(shareOf(points)).times(100).eq(points)}`).toBe(`${points} true`);
    }
  });
});

describe('a day in a spreadsheet', () => {
  test.each([
    ['1900-03-01', 61],
    ['2026-11-21', 46_347],
    ['2026-11-21 12:00:00', 46_347.5],
    ['1900-02-28', undefined],
    ['2026-11', undefined],
    ['2026', undefined],
  ])('%s is %s', (day, serial) => {
    expect(daySerial(day)).toBe(serial);
  });

  test('that is only partly known stays as it is known', () => {
    expect(sheetCell('2019-06', 'date', 'A2')).toContain('<t>2019-06</t>');
    expect(sheetCell('1899-12-31', 'date', 'A2')).toContain('<t>1899-12-31</t>');
  });
});

describe('text in a workbook', () => {
  test('is escaped, and what looks like an escape stays what it looks like', () => {
    expect(xmlText('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;');
    expect(xmlText('_x000D_ _x1_')).toBe('_x005F_x000D_ _x1_');
    expect(xmlText('a\r\nb\rc')).toBe('a\nb\nc');
    expect(xmlText('\ud83d半个')).toBe('\ufffd半个');
  });

  test('names its sheets as Excel allows, each differently', () => {
    expect(sheetNames('企业', 3)).toEqual(['企业', '企业 (2)', '企业 (3)', '说明']);
    expect(sheetNames('说明', 1)).toEqual(['数据', '说明']);
    expect(sheetNames(`'[a]:*?/\\'`, 1)).toEqual(['a', '说明']);
    const [first = '', second = ''] = sheetNames('🐋'.repeat(100), 2);
    for (const name of [first, second]) {
      expect(name.length).toBeLessThanOrEqual(31);
      expect(name.isWellFormed()).toBe(true);
    }
    expect(second).not.toBe(first);
  });

  test('has columns with letters', () => {
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

test('a line of a CSV guards texts, not numbers', () => {
  const column = (kind: 'text' | 'number' | 'percent') => ({ heading: '', kind, width: 0 });
  const columns = [column('text'), column('number'), column('percent'), column('number')];
  expect(csvLine(['-1', '-1', '-1.5', '-不是数'], columns)).toBe("'-1,-1,-1.5%,'-不是数\r\n");
  expect(csvLine(['a,"b"\n', null, null, null], columns)).toBe('"a,""b""\n",,,\r\n');
});
