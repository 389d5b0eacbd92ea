import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { resolveOptions } from '#generators/options.ts';
import { guessHeader } from '#server/features/imports/preview/guess-header.ts';
import { refuseSlowPatterns } from '#server/features/imports/mapping/safe-patterns.ts';
import { addProblem, type ProblemGroup } from '#server/features/imports/report/problem-groups.ts';
import { keyCandidates, suggestFields } from '#server/features/imports/suggest/suggest-mapping.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';

const SETS = new Map(shippedOptionSets().map((set) => [set.name, set]));
const fieldsOf = (apiName: string) => {
  const object = shippedObjects().find((candidate) => candidate.apiName === apiName);
  if (!object) throw new Error(apiName);
  return resolveOptions(object, SETS).fields;
};
const nameOf = (apiName: string) => shippedObjects().find((object) => object.apiName === apiName)?.nameField ?? '';
const column = (name: string, ...texts: string[]) => ({ name, texts });
const suggest = async (apiName: string, ...columns: ReturnType<typeof column>[]) => {
  const found = await suggestFields(columns, fieldsOf(apiName), nameOf(apiName), async () => undefined);
  return Object.fromEntries(found.map(({ column: name, mapping }) => [name, mapping]));
};

describe('a column is suggested the field that its heading and its texts speak for', () => {
  test('by labels, apiNames and the words people use instead', async () => {
    const found = await suggest(
      'InsightCompany',
      column('公司名称', '宁波西铁供应链管理有限公司'),
      column('企业简称', '铁大大'),
      column('founded_at', '2012-06-01'),
      column('法人', '邵一峰'),
      column('homepage_url', 'http://a.com'),
      column('备注', '随便'),
    );
    expect(found).toEqual({
      公司名称: { field: 'legalName', column: '公司名称' },
      企业简称: { field: 'name', column: '企业简称' },
      founded_at: { field: 'foundedOn', column: 'founded_at' },
      法人: { field: 'legalRepresentative', column: '法人' },
      homepage_url: { field: 'website', column: 'homepage_url' },
    });
  });

  test('texts that a field cannot hold speak against it', async () => {
    const found = await suggest(
      'InsightCompany',
      column('成立时间', '甲', '乙', '丙'),
      column('融资次数', '很多', '没有'),
    );
    expect(found).toEqual({});
  });

  test('with the unit of a heading, the currency column beside it, and the shape of its dates', async () => {
    const found = await suggest(
      'InsightTransaction',
      column('投前估值（亿美元）', '3', '1.5'),
      column('amount', '100'),
      column('currency', 'USD', 'EUR'),
      column('融资日期', '13/2/2019', '1/3/2020'),
    );
    expect(found).toMatchObject({
      '投前估值（亿美元）': { field: 'preMoney', amount: { currency: 'USD', times: '100000000' } },
      amount: { field: 'amount', amount: { currencyColumn: 'currency' } },
      融资日期: { field: 'fundedOn', date: { formats: ['D/M/YYYY'] } },
    });
  });

  test('a link is found by name, and what is not found goes into the text beside it', async () => {
    expect(await suggest('InsightTransaction', column('融资方', '邦盛科技'))).toEqual({
      融资方: { field: 'company', column: '融资方', reference: { by: 'name', otherwise: 'companyText' } },
    });
  });
});

test('the keys to be tried are an identifier that distinguishes rows, then columns that do so together', () => {
  const columns = [column('a', '1', '1', '2'), column('b', 'x', 'y', 'x'), column('编号', 'n1', 'n2', 'n3')];
  const rows = [
    ['1', 'x', 'n1'],
    ['1', 'y', 'n2'],
    ['2', 'x', 'n3'],
  ];
  expect(keyCandidates(columns, rows, [], [])[0]).toEqual(['编号']);
  const without = rows.map((cells) => cells.slice(0, 2));
  expect(keyCandidates(columns.slice(0, 2), without, [], [])).toEqual([['a', 'b']]);
});

test('A name alone goes into the name of the records, and neither it nor a date is preferred to an identifier', async () => {
  const columns = [column('公司名称', '甲公司', '乙公司'), column('成立日期', '2019-01-02', '2020-03-04')];
  const fields = fieldsOf('InsightCompany');
  const found = await suggestFields(columns, fields, 'name', async () => undefined);
  expect(found.map(({ column: name, mapping }) => [name, mapping.field])).toEqual([
    ['公司名称', 'name'],
    ['成立日期', 'foundedOn'],
  ]);
  const rows = [
    ['甲公司', '2019-01-02'],
    ['乙公司', '2020-03-04'],
  ];
  const keys = keyCandidates(columns, rows, found, fields);
  expect(keys[0]).toEqual(['公司名称']);
  expect(keys).not.toContainEqual(['成立日期']);
});

test('the headings are found below a title, and missed where there are none', () => {
  expect(
    guessHeader([
      ['名称', '年'],
      ['甲', '2019'],
    ]),
  ).toBe(1);
  expect(
    guessHeader([
      ['2026年名单', '', ''],
      ['', '', ''],
      ['名称', '年', '额'],
      ['甲', '2019', '1'],
      ['乙', '2020', '2'],
    ]),
  ).toBe(3);
  expect(
    guessHeader([
      ['1', '2019', '3'],
      ['2', '2020', '4'],
    ]),
  ).toBe(0);
});

test.each([
  ['^(a+)+$', true],
  ['(a|ab)*c', true],
  ['([^,]+,)*x', true],
  [String.raw`^(.+?)\d+家$`, false],
  [String.raw`(?<=[\p{Script=Han}）)]) | (?=\p{Script=Han})`, false],
])('the pattern %s is refused: %s', (pattern, isSlow) => {
  const mapping = {
    object: 'InsightCompany',
    source: 's',
    key: ['a'],
    fields: [{ field: 'name', column: 'a', extract: pattern }],
  };
  const refusal = () => {
    try {
      refuseSlowPatterns(mapping);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal().includes('正则表达式')).toBe(isSlow);
});

test('problems of alike kind are one group with runs of rows, whatever values they quote', () => {
  const groups: ProblemGroup[] = [];
  for (const row of [2, 3, 4, 9, 11])
    addProblem(groups, row, row === 11, {
      field: 'round',
      column: '轮次',
      value: `v${row}`,
      reason: `没有“v${row}”这个选项`,
    });
  expect(groups).toEqual([
    {
      field: 'round',
      column: '轮次',
      reason: '没有“…”这个选项',
      rows: 1,
      values: 4,
      example: 'v2',
      ranges: [
        [2, 4],
        [9, 9],
        [11, 11],
      ],
    },
  ]);
});

test('A column that is called as its field was before is suggested that field', async () => {
  const fields: FieldDefinition[] = [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'phase', type: 'text', label: '阶段', config: { formerNames: ['jieDuan'] } },
  ];
  const columns = [column('name', '甲'), column('jieDuan', '早期')];
  const found = await suggestFields(columns, fields, 'name', async () => undefined);
  expect(found.map(({ mapping }) => mapping)).toEqual([
    { field: 'name', column: 'name' },
    { field: 'phase', column: 'jieDuan' },
  ]);
});

test('A label that all refusals quote stays in their reason, while the values that they quote do not', () => {
  const groups: ProblemGroup[] = [];
  const add = (row: number, value: string, reason: string) =>
    addProblem(groups, row, false, { field: 'round', column: '轮次', value, reason });
  add(2, 'a', '“融资轮次”不能选择“a”');
  add(3, 'b', '“融资轮次”不能选择“b”');
  add(4, '', '选项“停止运营”已停用，不能再选');
  add(5, '', '选项“未透露”已停用，不能再选');
  add(6, 'x', `选项“${'长'.repeat(5000)}”不存在`);
  expect(groups.map(({ reason, values }) => [reason.slice(0, 30), values])).toEqual([
    ['“融资轮次”不能选择“…”', 2],
    ['选项“停止运营”已停用，不能再选', 1],
    ['选项“未透露”已停用，不能再选', 1],
    [`选项“${'长'.repeat(27)}`, 1],
  ]);
  expect(Math.max(...groups.map(({ reason }) => reason.length))).toBeLessThan(100);
});
