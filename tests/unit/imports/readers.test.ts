import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { LIST_MARK } from '#server/features/imports/reading/raw-row.ts';
import { readRows } from '#tests/support/files/read-rows.ts';
import { xlsxFile, zipFile } from '#tests/support/files/zip-file.ts';

const cellsOf = async (...parameters: Parameters<typeof readRows>) =>
  (await readRows(...parameters)).rows.map((row) => row.cells);

describe('CSV files', () => {
  test.each([',', '\t', ';', '|', '，'])('the delimiter %j is found', async (delimiter) => {
    const text = ['a', 'b', 'c'].join(delimiter) + '\n' + ['1', '"2,x"', '3'].join(delimiter) + '\n';
    expect(await readRows('x.csv', text)).toMatchObject({
      columns: ['a', 'b', 'c'],
      rows: [{ row: 2, cells: ['1', '2,x', '3'] }],
    });
  });

  test('a delimiter may have several characters', async () => {
    expect(await cellsOf('x.csv', 'a||b\n1|2||"3||4"\n', { delimiter: '||' })).toEqual([['1|2', '3||4']]);
  });

  test('rows are numbered as a spreadsheet shows them, and the heading may be lower', async () => {
    const { columns, rows } = await readRows('x.csv', 'a report\n\nname,city\nA,B\n\nC,D\n', {
      header: 3,
      delimiter: ',',
    });
    expect(columns).toEqual(['name', 'city']);
    expect(rows.map((row) => [row.row, row.line])).toEqual([
      [4, 4],
      [5, 5],
      [6, 6],
    ]);
  });

  test('a file without headings has columns by position', async () => {
    expect(await readRows('x.csv', 'A,B\nC,D\n', { header: 0 })).toMatchObject({
      columns: ['1', '2'],
      rows: [{ row: 1 }, { row: 2 }],
    });
  });

  test('a packed GBK file is read like any other', async () => {
    expect(await cellsOf('x.csv.gz', gzipSync(iconv.encode('名称\n鲸图\n', 'gbk')), { encoding: 'gbk' })).toEqual([
      ['鲸图'],
    ]);
  });

  test('a file that is not of its encoding is refused, saying where and what to do', async () => {
    const bytes = iconv.encode('name\n鲸图\n', 'gbk');
    await expect(readRows('x.csv', bytes)).rejects.toThrow(
      /不是有效的 utf-8：第 2 行，第 5 字节起.*"encoding": "gb18030"/,
    );
  });

  test('a gzip bomb is refused, naming the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a'));
    await expect(readRows('x.csv.gz', bomb)).rejects.toThrow(/200 倍以上.*limits\.unpackedRatio/);
    await expect(readRows('y.csv.gz', bomb, { limits: { unpackedBytes: 1000 } })).rejects.toThrow(
      /limits\.unpackedBytes/,
    );
  });

  test('a gzip that is cut off is refused with the line at which it ends', async () => {
    const bytes = gzipSync(Buffer.from('a,b\n'.repeat(10_000)));
    await expect(readRows('x.csv.gz', bytes.subarray(0, -20))).rejects.toThrow(
      /^压缩文件不完整：解压到第 \d+ 字节（第 \d+ 行）就结束了/,
    );
  });

  test('a missing and an empty file are named', async () => {
    await expect(readRows('x.csv', '')).rejects.toThrow(/是空的/);
  });
});

describe('JSON lines', () => {
  test('keys are columns, nested ones by their way, lists stay lists and numbers keep their digits', async () => {
    const text = '{"a":"x","n":12345678901234567890.5,"in":{"b":true},"l":["p","q"],"e":null}\n\n{"a":"y"}\r\n';
    expect(await cellsOf('x.jsonl', text, {}, ['a', 'n', 'in.b', 'l', 'e'])).toEqual([
      ['x', '12345678901234567890.5', 'true', `p${LIST_MARK}q`, ''],
      [],
      ['y', '', '', '', ''],
    ]);
  });

  test('a line that is no JSON object is a spoilt row, and inherited names are no keys', async () => {
    const { rows } = await readRows('x.jsonl', `{oops}\n[1]\n{"a":1}\n${'['.repeat(100_000)}\n`, {}, [
      'a',
      'constructor',
      '__proto__',
    ]);
    expect(rows.map((row) => row.fault?.reason.slice(0, 9))).toEqual([
      '不是有效的 JSO',
      '这一行不是 JSO',
      undefined,
      '不是有效的 JSO',
    ]);
    expect(rows[2]?.cells).toEqual(['1', '', '']);
  });

  test('columns cannot be named by position', async () => {
    await expect(readRows('x.jsonl', '{}\n', {}, [1])).rejects.toThrow('请用键名代替第 1 列');
  });
});

const text = (address: string, value: string) => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('XLSX files', () => {
  const STYLES =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="22"/></cellXfs>';
  const file = (rows: string, more = {}) =>
    xlsxFile({
      sheets: {
        first: `<row r="1">${['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => text(`${letter}1`, letter.toLowerCase())).join('')}</row>${rows}`,
      },
      styles: STYLES,
      ...more,
    });

  test('cells are read as a person sees them', async () => {
    const shared = {
      sharedStrings: '<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>ふり</t></rPh></si>',
    };
    const rows =
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>41182</v></c><c r="C3" s="2"><v>41182</v></c><c r="D3" s="3"><v>0.125</v></c><c r="E3" t="b"><v>1</v></c><c r="F3"><v>3.5000000000000004E7</v></c><c r="G3" s="4"><v>41182.75</v></c></row>';
    const read = await readRows('x.xlsx', file(rows, shared));
    expect(read.rows).toEqual([
      {
        row: 3,
        line: 0,
        cells: ['rich text', '2012-09-30', '2012-09-30', '12.5%', 'true', '35000000', '2012-09-30 18:00:00'],
      },
    ]);
  });

  test('days of the 1904 system and before the leap day that never was', async () => {
    const rows =
      '<row r="2"><c r="A2" s="1"><v>59</v></c><c r="B2" s="1"><v>60</v></c><c r="C2" s="1"><v>61</v></c></row>';
    expect(await cellsOf('x.xlsx', file(rows))).toEqual([['1900-02-28', '1900-02-29', '1900-03-01']]);
    expect(await cellsOf('x.xlsx', file(rows, { from1904: true }))).toEqual([
      ['1904-02-29', '1904-03-01', '1904-03-02'],
    ]);
  });

  test('a cell that holds a fault of the spreadsheet is no value', async () => {
    const { rows } = await readRows('x.xlsx', file('<row r="2"><c r="B2" t="e"><v>#DIV/0!</v></c></row>'));
    expect(rows[0]?.cellFaults).toEqual(new Map([[1, '单元格是公式错误 #DIV/0!']]));
  });

  test('a sheet is chosen by name or position; one that is not there is named with those that are', async () => {
    const two = xlsxFile({
      sheets: { 甲: `<row r="1">${text('A1', 'x')}</row>`, 乙: `<row r="1">${text('A1', 'y')}</row>` },
    });
    expect((await readRows('x.xlsx', two, { sheet: '乙' })).columns).toEqual(['y']);
    expect((await readRows('x.xlsx', two, { sheet: 2 })).columns).toEqual(['y']);
    await expect(readRows('x.xlsx', two, { sheet: '丙' })).rejects.toThrow('没有工作表“丙”，现有 “甲”、“乙”');
  });

  test('a packed XLSX is read', async () => {
    expect(await cellsOf('x.xlsx.gz', gzipSync(file(`<row r="2">${text('A2', 'v')}</row>`)))).toEqual([['v']]);
  });

  test('a cell beyond the limit spoils its row, by column', async () => {
    const rows = `<row r="2">${text('A2', 'ok')}${text('B2', 'x'.repeat(2_000_000))}</row><row r="3">${text('A3', 'next')}</row>`;
    const read = await readRows('x.xlsx', file(rows));
    expect(read.rows[0]?.fault).toMatchObject({ column: 'b', reason: '单元格超过 1048576 个字符' });
    expect(read.rows[1]?.cells).toEqual(['next']);
  });

  test('bombs are refused before they go off', async () => {
    const huge = file('', { more: [{ name: 'xl/bomb.bin', data: Buffer.alloc(80 * 1024 * 1024) }] });
    await expect(readRows('x.xlsx', huge)).rejects.toThrow(/压缩炸弹/);
    const lying = file('', { more: [{ name: 'xl/media.bin', data: 'x', claimed: 3_000_000_000 }] });
    await expect(readRows('x.xlsx', lying)).rejects.toThrow(/压缩炸弹/);
    const crowded = zipFile(Array.from({ length: 50 }, (_, index) => ({ name: `part${index}`, data: '' })));
    await expect(readRows('x.xlsx', crowded, { limits: { zipEntries: 20 } })).rejects.toThrow(/limits\.zipEntries/);
    const strings = { sharedStrings: '<si><t>a</t></si>'.repeat(100) };
    await expect(readRows('x.xlsx', file('', strings), { limits: { sharedStrings: 50 } })).rejects.toThrow(
      /共享文本超过/,
    );
  });

  test('entities are not expanded', async () => {
    const rows = `<row r="2">${text('A2', '&lol;')}</row>`;
    await expect(readRows('x.xlsx', file(rows))).rejects.toThrow(/已损坏.*entity/);
  });

  test('what is no XLSX is said to be none', async () => {
    await expect(readRows('x.xlsx', 'not a zip at all, just text')).rejects.toThrow('不是有效的 XLSX 文件');
    await expect(readRows('x.xlsx', zipFile([{ name: 'a', data: 'b' }]))).rejects.toThrow('缺少 xl/workbook.xml');
  });
});
