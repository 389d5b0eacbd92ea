import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { type CsvRecord, CsvTokenizer } from '#server/features/imports/reading/csv-tokenizer.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { prng } from '#tests/support/prng.ts';

function records(
  text: string,
  { delimiter = ',', quote = '"', piece = text.length || 1, cell = 1_000_000, columns = 2000 } = {},
): CsvRecord[] {
  const found: CsvRecord[] = [];
  const tokenizer = new CsvTokenizer({ delimiter, quote }, limitsOf({ cell, columns }), (record) => found.push(record));
  for (let at = 0; at < text.length; at += piece) tokenizer.push(text.slice(at, at + piece));
  tokenizer.end();
  return found;
}
const cells = (text: string, options = {}) => records(text, options).map((record) => record.cells);

describe('a CSV file is cut into records', () => {
  test.each(['\n', '\r\n', '\r'])('lines end with %j', (end) => {
    expect(cells(['a,b', '1,2', '3,4'].join(end) + end)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('line ends may be mixed, and the last line needs none', () => {
    expect(cells('a\rb\r\nc\nd')).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  test('it does not matter where the text is cut into pieces', () => {
    const text = 'a,"x ""y""\r\nz",b\r\n\r\n"","",\r1,2,3';
    const whole = records(text);
    for (let piece = 1; piece < text.length; piece += 1) expect(records(text, { piece })).toEqual(whole);
  });

  test('each record knows the line it starts on, line breaks inside quotes counted', () => {
    expect(records('a\n"b\nc\r\nd"\ne\n').map((record) => record.line)).toEqual([1, 2, 5]);
  });

  test('a quote inside a plain cell is text', () => {
    expect(cells('12" screen,b')).toEqual([['12" screen', 'b']]);
  });

  test('without a quotation mark quotes are text', () => {
    expect(cells('"a,b"', { quote: '' })).toEqual([['"a', 'b"']]);
  });

  test('it reads what csv-parse reads, on 500 random files', () => {
    const random = prng(20_131_001);
    const atoms = ['a', ',', '"', '\n', '字', ' ', '1', '', '"'];
    for (let round = 0; round < 500; round += 1) {
      const rows = Array.from({ length: random.int(1, 5) }, () =>
        Array.from({ length: 3 }, () => Array.from({ length: random.int(0, 5) }, () => random.pick(atoms)).join('')),
      );
      const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
      expect(cells(text, { piece: random.int(1, 7) })).toEqual(parse(text));
      expect(cells(text)).toEqual(rows);
    }
  });
});

describe('a file made to do harm costs its own rows only', () => {
  test('a cell beyond the limit spoils its row, by column, and the next row is read', () => {
    const [spoilt, next] = records(`a,${'x'.repeat(2000)},c\n1,2,3\n`, { cell: 1000, piece: 64 });
    expect(spoilt?.fault).toMatchObject({ position: 2, reason: '单元格超过 1000 个字符' });
    expect(next).toMatchObject({ line: 2, cells: ['1', '2', '3'] });
  });

  test('a cell of 10 MB is dropped as it is read', () => {
    const found: CsvRecord[] = [];
    const tokenizer = new CsvTokenizer({ delimiter: ',', quote: '"' }, limitsOf(undefined), (record) =>
      found.push(record),
    );
    tokenizer.push('a,"');
    for (let piece = 0; piece < 160; piece += 1) tokenizer.push('x'.repeat(65_536));
    tokenizer.push('"\nb,c\n');
    tokenizer.end();
    expect(found[0]?.cells.every((cell) => cell.length <= 200)).toBe(true);
    expect(found[0]?.fault?.reason).toContain('单元格超过 1048576 个字符');
    expect(found[1]?.cells).toEqual(['b', 'c']);
  });

  test('many cells below the limit cannot fill the memory together', () => {
    const text = `${Array.from({ length: 1000 }, () => 'x'.repeat(20_000)).join(',')}\nb\n`;
    const [spoilt, next] = records(text);
    expect(spoilt?.fault?.reason).toContain('整行超过');
    expect(next?.cells).toEqual(['b']);
  });

  test('a row of more columns than allowed is spoilt', () => {
    const [spoilt] = records(','.repeat(50_000), { columns: 2000 });
    expect(spoilt?.fault?.reason).toBe('超过 2000 列');
    expect(spoilt?.cells).toHaveLength(2000);
  });

  test('a quote that is never closed is said to be one', () => {
    expect(records('a,b\n1,"2\n3,4\n').at(-1)).toMatchObject({
      line: 2,
      fault: { position: 2, reason: '引号没有闭合，直到文件结束' },
    });
  });
});
