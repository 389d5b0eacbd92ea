import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FieldMapping, ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { CURRENCIES } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import { refuseSlowPatterns } from '#server/features/imports/mapping/safe-patterns.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { mappingLabels } from '#server/features/imports/run/plan-import.ts';
import { importDeskOfFile } from '#tests/support/imports/import-desk.ts';

const desk = importDeskOfFile();

const deals = (...fields: FieldMapping[]): ImportMapping => ({
  object: 'InsightTransaction',
  source: 'test',
  key: ['id'],
  fields: [{ field: 'title', column: 'title' }, ...fields],
});
const FILE = 'id,title,date,words\n1,甲,2024-03-05,a\n2,乙,2024-03-06,b\n';

let reports = 0;

/** Why a run was refused; nothing may have been written, not even a report. */
async function refusal(mapping: ImportMapping): Promise<string> {
  const reportDir = path.join(desk.folder, `refusal-${(reports += 1)}`);
  try {
    await desk.run(desk.file('deals.csv', FILE), parseMapping(JSON.stringify(mapping)), { reportDir });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return existsSync(reportDir) ? `Written before it was refused: ${error.message}` : error.message;
  }
  return '';
}

describe('constants', () => {
  test.each<[FieldMapping, string]>([
    [{ field: 'round', constant: 'Z轮' }, '字段“轮次” /fields/1/constant：固定内容“Z轮”不能用：选项“Z轮”不存在'],
    [{ field: 'fundedOn', constant: '2024-13-01' }, '固定内容“2024-13-01”不能用：请输入有效的日期'],
    [{ field: 'amount', constant: { num: '1', currency: 'XYZ' } }, '不支持币种“XYZ”'],
    [{ field: 'company', constant: { id: '987654' } }, '固定内容不能用：编号为 987654 的记录不存在'],
    [
      {
        field: 'company',
        column: 'words',
        reference: { by: 'name', create: { fields: [{ field: 'status', constant: '不存在的状态' }] } },
      },
      '/fields/1/reference/create/fields/0/constant：固定内容“不存在的状态”不能用',
    ],
    [{ field: 'amount', column: 'words', map: { a: { band: '很多' } } }, '对照表为“a”给出的“{"band":"很多"}”不能用'],
  ])('The constant %j is refused once, before the run, by its name', async (field, words) => {
    expect(await refusal(deals(field))).toContain(words);
  });

  test('A constant of a link is the record itself, and no cell is looked up beside it', async () => {
    await desk.rows(`insert into "InsightCompany" (id, name) overriding system value values (77, '1')`);
    const file = desk.file('deals.csv', FILE);
    const constant = deals({ field: 'company', constant: { id: '77' }, reference: { by: 'name' } });
    expect((await desk.run(file, constant)).counts).toMatchObject({ created: 2, rejectedValues: 0 });
  });
});

describe('required fields', () => {
  test('A mapping without a required field is refused with the label of what is missing', async () => {
    const mapping = { ...deals(), fields: [{ field: 'fundedOn', column: 'date' }] };
    expect(await refusal(mapping)).toContain('缺少必填字段“事件名称”，每一行都会被拒绝');
    const blank = { ...deals(), fields: [{ field: 'title', constant: '' }] };
    expect(await refusal(blank)).toContain('缺少必填字段“事件名称”');
  });

  test('A mapping that only updates records needs no required field', async () => {
    const mapping: ImportMapping = { ...deals(), write: 'update', fields: [{ field: 'fundedOn', column: 'date' }] };
    expect(await refusal(mapping)).toBe('');
  });
});

describe('date formats', () => {
  test.each(['yyyy-mm-dd', 'YYYY-mm-dd', 'MM/DD', 'YYYY-DD', 'MMM YYYY', '日期', 'YYYY-MM-DD HH'])(
    'The date format %s is refused with what a format is made of and an example',
    async (format) => {
      const words = await refusal(deals({ field: 'fundedOn', column: 'date', date: { formats: [format] } }));
      expect(words).toContain(`字段对应 /fields/1/date/formats/0：“${format}”不是日期格式：年写作 YYYY 或 YY`);
      expect(words).toContain('例如 YYYY-MM-DD（2024-03-05）');
    },
  );

  test.each(['YYYY-MM-DD', 'YYYY', 'M/D/YY', 'YYYY年M月D日', 'YYYYMMDD', 'YYYY-MM-DDTHH:mm:ssZ', 'D.M.YYYY H:mm'])(
    'The date format %s is a good one',
    async (format) => {
      expect(await refusal(deals({ field: 'fundedOn', column: 'date', date: { formats: [format] } }))).toBe('');
    },
  );

  test('A year alone is refused where the field needs a whole day', async () => {
    const words = await refusal({
      object: 'InsightNews',
      source: 'test',
      key: ['id'],
      fields: [
        { field: 'title', column: 'title' },
        { field: 'publishedOn', column: 'date', date: { formats: ['YYYY'] } },
      ],
    });
    expect(words).toMatch(/“YYYY”不能用：(日期不完整|不是日期)/);
  });
});

test('A currency that is none is refused with all ten that there are', () => {
  const mapping = deals({ field: 'amount', column: 'words', amount: { currency: 'XYZ' as never } });
  expect(() => parseMapping(JSON.stringify(mapping))).toThrow(`应为 ${CURRENCIES.join('、')} 之一`);
});

test('A slow pattern is refused with the label of its field', () => {
  const mapping = deals({ field: 'round', column: 'words', extract: '^(a+)+$' });
  const check = () => refuseSlowPatterns(mapping, mappingLabels(mapping, desk.services.catalog));
  expect(check).toThrow('字段“轮次” /fields/1：正则表达式“^(a+)+$”可能使服务器长时间停顿');
});

test.each([
  ['(', '括号不成对'],
  ['[a', '方括号不成对'],
  ['+', '重复次数的写法有误'],
])('The pattern %s is refused in Chinese', (extract, words) => {
  const mapping = JSON.stringify(deals({ field: 'round', column: 'words', extract }));
  expect(() => parseMapping(mapping)).toThrow(words);
  expect(() => parseMapping(mapping)).not.toThrow(/Invalid|expression/);
});

test('A mapping that is no JSON is refused with the place in Chinese', () => {
  expect(() => parseMapping('{\n  "object": oops\n}')).toThrow(/映射不是有效的 JSON：(第 2 行|不应出现“o”)/);
  expect(() => parseMapping('{"object":')).toThrow('映射不是有效的 JSON：内容不完整，缺少结尾');
});
