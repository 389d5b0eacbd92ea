import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, insertRecords } from '#tests/support/metadata/every-field.ts';
import { plainCell, safeCell } from '#server/platform/files/safe-cell.ts';
import { exportBytes, exportedRows } from '#tests/support/files/export-bytes.ts';
import { readRows } from '#tests/support/files/read-rows.ts';
import { readable } from '#tests/support/records/readable-sample.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const FORMULAS = ['=1+1', '+8613800138000', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', "=cmd|' /C calc'!A0"];
const ODD = [
  '🐋 鲸图 👨‍👩‍👧‍👦',
  'שלום عالم',
  '第一行\n第二行',
  '"引号", 逗号',
  '<b>粗体</b> & &amp; <!-- --> ]]>',
  '𠮷'.repeat(200),
  '007',
  '2026-02-30',
  '1e5',
  'a\u0001b\u001fc\ufffe',
  "'撇号",
];
const definition = sampleObject([
  { apiName: 'name', type: 'longText', label: '=1+1,"标题"\n<b>🐋</b>' },
  { apiName: 'place', type: 'integer', label: '序号' },
]);
const object = readable({ ...definition, label: "[坏]的*名/字?'" });

let store: TestDatabase;

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, definition);
  await insertRecords(
    store.database,
    definition,
    [...FORMULAS, ...ODD].map((name, place) => ({ name, place })),
  );
});
afterAll(() => store.drop());

const wanted = { fields: ['name', 'place'], sort: [{ field: 'place', order: 'asc' as const }] };
const withoutControls = (text: string) =>
  ['\u0001', '\u001f', '\ufffe'].reduce((kept, one) => kept.replaceAll(one, ''), text);

describe('texts that a file might stumble over', () => {
  it('are no formulas in a CSV, whose bytes are RFC 4180 in UTF-8 with a BOM', async () => {
    const { bytes } = await exportBytes(store.database, object, 'csv', wanted);
    const text = bytes.toString();
    expect(text.startsWith('\uFEFF"\'=1+1,""标题""\n<b>🐋</b>",序号\r\n')).toBe(true);
    const lines = FORMULAS.map((formula, place) => {
      const safe = safeCell(formula).replaceAll('"', '""');
      return `${/[,"\r\n]/.test(safe) ? `"${safe}"` : safe},${place}\r\n`;
    });
    expect(text).toContain(lines.join(''));
  });

  it('come back from a CSV as they were but for the guard, which goes when the file is imported', async () => {
    const { rows } = await exportedRows(store.database, object, 'csv', wanted);
    expect(rows.slice(FORMULAS.length).map(([name]) => name)).toEqual(ODD.map((text) => safeCell(text)));
    expect(rows.map(([name = '']) => plainCell(name))).toEqual([...FORMULAS, ...ODD]);
  });

  it('are plain texts in a workbook, without a guard, and never what XML may not hold', async () => {
    const { columns, rows } = await exportedRows(store.database, object, 'xlsx', wanted);
    expect(columns[0]).toBe('=1+1,"标题"\n<b>🐋</b>');
    expect(rows.map(([name]) => name)).toEqual(
      [...FORMULAS, ...ODD].map((text) => withoutControls(text).replaceAll('\r', '\n')),
    );
    const { bytes } = await exportBytes(store.database, object, 'xlsx', wanted);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('that a spreadsheet cannot hold whole are cut in a workbook, saying so, and whole in a CSV', async () => {
    const [id = ''] = await insertRecords(store.database, definition, [{ name: '长'.repeat(40_000), place: 999 }]);
    const one = { ...wanted, ids: [id] };
    const [cut = []] = (await exportedRows(store.database, object, 'xlsx', one)).rows;
    expect(cut[0]).toHaveLength(32_767);
    expect(cut[0]).toContain('此处截断');
    const [whole = []] = (await exportedRows(store.database, object, 'csv', one)).rows;
    expect(whole[0]).toHaveLength(40_000);
  });
});

describe('a workbook', () => {
  it('goes on with further sheets, each with its headings, when one is full', async () => {
    const ids = (await exportedRows(store.database, object, 'csv', wanted)).rows.map(([, place]) => place);
    const found: (string | undefined)[] = [];
    const sheets = Math.ceil(ids.length / 8);
    for (let sheet = 1; sheet <= sheets; sheet += 1) {
      const { columns, rows } = await exportedRows(store.database, object, 'xlsx', { ...wanted, sheetRows: 8 }, sheet);
      expect(columns[1]).toBe('序号');
      expect(rows.length).toBe(sheet < sheets ? 8 : ids.length - 8 * (sheets - 1));
      found.push(...rows.map(([, place]) => place));
    }
    expect(found).toEqual(ids);
  });

  it('says on its last sheet of what, when, by which filter and how many rows', async () => {
    const filter = { and: [{ field: 'place', op: 'lt', value: 5 }, { not: { field: 'place', op: 'eq', value: 3 } }] };
    const { bytes } = await exportBytes(store.database, object, 'xlsx', {
      ...wanted,
      filter,
    });
    const { rows } = await readRows('export.xlsx', bytes, { sheet: '说明', header: 0 });
    const notes = Object.fromEntries(rows.map(({ cells: [name = '', text = ''] }) => [name, text]));
    expect(notes).toMatchObject({
      内容: "[坏]的*名/字?'",
      导出时间: '2026-11-21 12:00（北京时间）',
      筛选条件: '序号 小于 5 且 非（序号 等于 3）',
      排序: '序号（升序）',
      记录数: '4 条',
    });
    // Its other sheet bears a name that Excel allows.
    expect((await readRows('export.xlsx', bytes, { sheet: '坏 的 名 字' })).rows).toHaveLength(4);
  });
});
