import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailHeader, detailSections } from '#generators/detail.ts';
import { detailCharts, detailRelated, detailTabs } from '#generators/detail-blocks.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'logo', type: 'image', label: '标识' },
  { apiName: 'gone', type: 'text', label: '旧字段', removed: true },
]);
const object: ObjectDefinition = {
  ...base,
  layouts: {
    ...base.layouts,
    detail: {
      logo: 'logo',
      subtitle: 'gone',
      highlights: ['name', 'gone'],
      sections: [
        { label: '基本信息', fields: ['name', 'gone', 'never'], columns: 3 },
        { label: '旧分组', fields: ['gone'] },
        { label: '标识', fields: ['logo'] },
      ],
      related: [{ label: '融资历程', objectApiName: 'InsightTransaction', fields: ['company'] }],
    },
  },
};

test('a detail page has the sections of its layout, without removed fields and without sections left empty', () => {
  expect(
    detailSections(object).map(({ id, label, columns, fields }) => ({
      id,
      label,
      columns,
      fields: fields.map((field) => field.apiName),
    })),
  ).toEqual([
    { id: 'section-0', label: '基本信息', columns: 3, fields: ['name'] },
    { id: 'section-2', label: '标识', columns: 2, fields: ['logo'] },
  ]);
});

test('the header leaves out what is removed', () => {
  const header = detailHeader(object);
  expect(header.logo?.apiName).toBe('logo');
  expect(header.subtitle).toBeUndefined();
  expect(header.highlights.map((field) => field.apiName)).toEqual(['name']);
  expect(header.tags).toEqual([]);
});

test('a related list keeps its place in the layout, by which the server knows it', () => {
  expect(detailRelated(object)).toMatchObject([{ id: 'related-0', index: 0, label: '融资历程' }]);
});

const LAYOUT = {
  sections: [
    { label: '基本信息', fields: ['name'] },
    { label: '标识', fields: ['logo'] },
  ],
  related: [{ label: '交易', objectApiName: 'Deal', rollup: 'total' }],
  charts: [
    { label: '历年金额', kind: 'bar' as const, objectApiName: 'Deal', rollup: 'total', groupBy: { field: 'on' } },
  ],
};
const counted = (detail: object): ObjectDefinition => ({
  ...sampleObject([
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'logo', type: 'image', label: '标识' },
    {
      apiName: 'total',
      type: 'rollup',
      label: '总额',
      config: {
        rollup: {
          objectApiName: 'Deal',
          fields: ['company'],
          function: 'sum',
          of: ['amount'],
          filter: { field: 'round', op: 'notIn', value: ['并购'] },
        },
      },
    },
  ]),
  layouts: { ...base.layouts, detail: { ...LAYOUT, ...detail } },
});

test('tabs show what they name in their order, and the last one everything that none of them names', () => {
  const object = counted({
    tabs: [
      { label: '概览', blocks: ['交易', '基本信息'] },
      { label: '空的', blocks: ['没有的'] },
      { label: '更多', blocks: ['标识'] },
    ],
  });
  expect(detailTabs(object).map(({ label, blocks }) => [label, blocks.map((block) => block.label)])).toEqual([
    ['概览', ['交易', '基本信息']],
    ['更多', ['标识', '历年金额']],
  ]);
});

test('what no tab names comes before what says where the record is from', () => {
  const tabs = [{ label: '全部', blocks: ['交易', '标识'] }];
  const [tab] = detailTabs(counted({ tabs, provenance: { source: 'logo' } }));
  expect(tab?.blocks.map(({ label }) => label)).toEqual(['交易', '基本信息', '历年金额', '标识']);
});

test('a long page without tabs is read in tabs: what the record is with its charts, the rest, its lists', () => {
  const list = (label: string) => ({ label, objectApiName: 'Deal', fields: ['company'] });
  const related = ['交易', '资讯', '成员', '相似'].map(list);
  expect(
    detailTabs(counted({ related })).map(({ label, blocks }) => [label, blocks.map((block) => block.label)]),
  ).toEqual([
    ['概览', ['基本信息', '历年金额']],
    ['详细信息', ['标识']],
    ['相关记录', ['交易', '资讯', '成员', '相似']],
  ]);
});

test('a short page without tabs is read as one: what the record is, its charts, the rest, its lists', () => {
  const labels = detailTabs(counted({})).map(({ blocks }) => blocks.map((block) => block.label));
  expect(labels).toEqual([['基本信息', '历年金额', '标识', '交易']]);
});

test('a list and a chart of a total have its links and its condition, and the chart its number', () => {
  const object = counted({});
  const filter = { field: 'round', op: 'notIn', value: ['并购'] };
  expect(detailRelated(object)[0]).toMatchObject({ fields: ['company'], filter });
  expect(detailCharts(object)[0]).toMatchObject({ fields: ['company'], filter, measure: { sum: 'amount' } });
  expect(detailCharts({ ...object, fields: object.fields.filter(({ apiName }) => apiName !== 'total') })).toEqual([]);
});
