import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { openDealWorld, type DealWorld } from '#tests/support/records/deal-world.ts';
import { savedDefinition, saveDefinition } from '#tests/support/editing.ts';

let world: DealWorld;
beforeAll(async () => {
  world = await openDealWorld();
});
afterAll(() => world.app.close());

type Detail = ObjectDefinition['layouts']['detail'];
async function problems(detail: object): Promise<string[]> {
  const saved = savedDefinition(world.app, 'Fund');
  const layouts = { ...saved.layouts, detail: { ...saved.layouts.detail, ...(detail as Partial<Detail>) } };
  const answer = await saveDefinition(world.app, { ...saved, layouts });
  expect(answer.status).toBe(422);
  return answer.problems.map(({ field, message }) => `${field} ${message}`);
}
const related = (more: object) => problems({ related: [{ label: '表', objectApiName: 'Deal', ...more }] });
const chart = (more: object) =>
  problems({
    charts: [
      {
        label: '图',
        kind: 'bar',
        objectApiName: 'Deal',
        fields: ['leads'],
        groupBy: { field: 'on' },
        measure: 'count',
        ...more,
      },
    ],
  });
const LIST = 'layouts.detail.related.0';
const CHART = 'layouts.detail.charts.0';
const over = (more: object) => ({
  objectApiName: 'Firm',
  through: { objectApiName: 'Deal', from: ['leads'], to: ['firm'], ...more },
});

describe('a detail layout is refused by the place that does not fit:', () => {
  it.each([
    [
      'an object that is not there',
      { objectApiName: 'Gone', fields: ['leads'] },
      `${LIST}.objectApiName 关联列表“表”：对象“Gone”不存在`,
    ],
    [
      'no kind of list',
      {},
      `${LIST} 关联列表“表”：应在“经由字段”“经由第三方对象”“相似依据”“本记录的字段”“汇总字段”中恰好填写一项`,
    ],
    [
      'two kinds of list',
      { fields: ['leads'], of: 'name' },
      `${LIST} 关联列表“表”：应在“经由字段”“经由第三方对象”“相似依据”“本记录的字段”“汇总字段”中恰好填写一项`,
    ],
    ['a field that is not there', { fields: ['never'] }, `${LIST}.fields.0 关联列表“表”：对象“Deal”没有字段“never”`],
    [
      'a field that does not link here',
      { fields: ['leads', 'firm'] },
      `${LIST}.fields.1 关联列表“表”：“Deal”的字段“firm”没有关联“Fund”`,
    ],
    [
      'a column that is not there',
      { fields: ['leads'], columns: ['title', 'x'] },
      `${LIST}.columns.1 关联列表“表”：对象“Deal”没有字段“x”`,
    ],
    [
      'an order by a list',
      { fields: ['leads'], sort: [{ field: 'follows', order: 'asc' }] },
      `${LIST}.sort.0.field 关联列表“表”：“Deal”的字段“follows”不能用来排序`,
    ],
    [
      'a condition on a field that is not there',
      { fields: ['leads'], filter: { field: 'x', op: 'eq', value: 1 } },
      `${LIST}.filter.field 关联列表“表”：没有字段“x”`,
    ],
    [
      'a way over nothing',
      over({ objectApiName: 'Gone' }),
      `${LIST}.through.objectApiName 关联列表“表”：对象“Gone”不存在`,
    ],
    [
      'a way that begins elsewhere',
      over({ from: ['firm'] }),
      `${LIST}.through.from.0 关联列表“表”：“Deal”的字段“firm”没有关联“Fund”`,
    ],
    [
      'a way that ends elsewhere',
      over({ to: ['follows'] }),
      `${LIST}.through.to.0 关联列表“表”：“Deal”的字段“follows”没有关联“Firm”`,
    ],
    ['a date that is none', over({ date: 'title' }), `${LIST}.through.date 关联列表“表”：“Deal”的字段“title”不是日期`],
    [
      'the latest first without a date',
      over({ order: 'latest' }),
      `${LIST}.through.order 关联列表“表”：要按最近日期排列，需要指明日期字段`,
    ],
    [
      'likeness to another object',
      { similarBy: ['stage'] },
      `${LIST}.similarBy 关联列表“表”：只能在同一对象的记录之间比较相似`,
    ],
    [
      'likeness in free text',
      { objectApiName: 'Fund', similarBy: ['name'] },
      `${LIST}.similarBy.0 关联列表“表”：“Fund”的字段“name”不能用来比较相似`,
    ],
  ])('%s', async (_, list, expected) => {
    expect(await related(list)).toContain(expected);
  });

  it.each([
    [
      'a group that is none',
      { groupBy: { field: 'title' } },
      `${CHART}.groupBy.field 图表“图”：“Deal”的字段“title”不能这样分组`,
    ],
    [
      'quarters of an option',
      { groupBy: { field: 'stage', unit: 'quarter' } },
      `${CHART}.groupBy.field 图表“图”：“Deal”的字段“stage”不能这样分组`,
    ],
    [
      'the root of what is no tree',
      { groupBy: { field: 'stage', level: 'top' } },
      `${CHART}.groupBy.field 图表“图”：“Deal”的字段“stage”不能这样分组`,
    ],
    ['series by a list', { splitBy: 'follows' }, `${CHART}.splitBy 图表“图”：“Deal”的字段“follows”不能用来区分系列`],
    ['a pie of several series', { kind: 'pie', splitBy: 'stage' }, `${CHART}.splitBy 图表“图”：饼图只有一个系列`],
    ['a sum of texts', { measure: { sum: 'title' } }, `${CHART}.measure.sum 图表“图”：“Deal”的字段“title”不能求和`],
    [
      'no records to draw',
      { fields: undefined },
      `${CHART} 图表“图”：应在“指向本记录的字段”“经由第三方对象”“汇总字段”中恰好填写一项`,
    ],
  ])('%s', async (_, drawn, expected) => {
    expect(await chart(drawn)).toContain(expected);
  });

  it('more than eight charts, and a source that is no address', async () => {
    const one = {
      label: '图',
      kind: 'bar',
      objectApiName: 'Deal',
      fields: ['leads'],
      groupBy: { field: 'on' },
      measure: 'count',
    };
    expect((await problems({ charts: Array.from({ length: 9 }, () => one) }))[0]).toContain('layouts.detail.charts');
    expect(await problems({ provenance: { sourceUrl: 'name', asOf: 'gone' } })).toEqual([
      'layouts.detail.provenance.sourceUrl 数据来源：“Fund”的字段“name”不是网址',
      'layouts.detail.provenance.asOf 数据来源：对象“Fund”没有字段“gone”',
    ]);
  });

  it.each([
    ['a time line without its date', { kind: 'timeline' }, `${LIST}.view.date 关联列表“表”：时间轴需要指明“日期字段”`],
    [
      'a date that is none',
      { kind: 'timeline', date: 'title' },
      `${LIST}.view.date 关联列表“表”：“Deal”的字段“title”不是日期`,
    ],
    [
      'a number that is none',
      { kind: 'cards', figure: 'on' },
      `${LIST}.view.figure 关联列表“表”：“Deal”的字段“on”不是数值`,
    ],
    [
      'a map without columns',
      { kind: 'map', figure: 'money' },
      `${LIST}.view.groupBy 关联列表“表”：分布图需要指明“分组字段”`,
    ],
    [
      'a chain that leads elsewhere',
      { kind: 'chain', groupBy: 'stage', next: 'firm' },
      `${LIST}.view.next 关联列表“表”：“Deal”的字段“firm”没有关联“Deal”`,
    ],
  ])('%s', async (_, view, expected) => {
    expect(await related({ fields: ['leads'], view })).toContain(expected);
  });

  it('tabs that name what is not there, twice, or two things of one name', async () => {
    const tab = (label: string, ...blocks: string[]) => ({ label, blocks });
    const list = { label: '交易', objectApiName: 'Deal', fields: ['leads'] };
    const place = (at: string, words: string) => `layouts.detail.tabs.${at} 标签页“${words}`;
    expect(await problems({ related: [list], tabs: [tab('甲', '交易', '没有的'), tab('乙', '交易')] })).toEqual([
      place('0.blocks.1', '甲”：没有叫“没有的”的分区、关联列表或图表'),
      place('1.blocks.0', '乙”：“交易”已在标签页“甲”中'),
    ]);
    expect(await problems({ related: [list], tabs: [tab('甲', '交易'), tab('甲', '交易')] })).toContain(
      place('1.label', '甲”：已有同名的标签页，请改名'),
    );
    expect(await problems({ related: [list, list], tabs: [tab('甲', '交易')] })).toContain(
      place('0.blocks.0', '甲”：有 2 处都叫“交易”，请改名以便区分'),
    );
  });

  it('a total that is none, and a comparison without what is stated', async () => {
    expect(await related({ rollup: 'name' })).toContain(
      `${LIST}.rollup 关联列表“表”：“Fund”的字段“name”不是由“Deal”直接汇总的字段`,
    );
    expect(await chart({ kind: 'compare' })).toContain(`${CHART}.stated 图表“图”：与自述对照需要指明自述字段`);
    expect(await chart({ stated: 'name' })).toContain(`${CHART}.stated 图表“图”：只用于与自述对照`);
  });
});
