import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chart } from '#schemas/metadata/detail.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const option = (value: string, label = value) => ({ value, label });
const field = (apiName: string, label: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label,
  ...more,
});
const GRADE = field('grade', '等级', { type: 'select', selectOptions: [option('a', '甲'), option('b', '乙')] });
const WINE = newObject('Wine', [
  field('name', '酒名'),
  GRADE,
  field('price', '价格', { type: 'currency' }),
  field('year', '年份', { type: 'integer' }),
  field('note', '评语'),
  field('scan', '扫描件', { type: 'file' }),
]);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, WINE));
  const bottle = newObject('Bottle', [
    field('code', '编号'),
    field('wine', '葡萄酒', { type: 'reference', targetApiName: 'Wine' }),
    field('colour', '颜色'),
    field('filled', '灌装日期', { type: 'date' }),
  ]);
  made(await saveDefinition(test, { ...bottle, label: '酒瓶' }));
});
afterAll(() => test.close());

const withField = (changed: FieldDefinition): ObjectDefinition => ({
  ...WINE,
  fields: WINE.fields.map((known) => (known.apiName === changed.apiName ? changed : known)),
});
const note = (more: Partial<FieldDefinition>) => withField(field('note', '评语', more));
const year = (config: FieldDefinition['config']) =>
  withField(field('year', '年份', { type: 'integer', ...(config && { config }) }));
const list = (more: Partial<ObjectDefinition['layouts']['list']>): ObjectDefinition => ({
  ...WINE,
  layouts: { ...WINE.layouts, list: { ...WINE.layouts.list, ...more } },
});
const sections = (...names: string[][]): ObjectDefinition => ({
  ...WINE,
  layouts: {
    ...WINE.layouts,
    form: { sections: names.map((fields, index) => ({ label: `第${index + 1}组`, fields })) },
  },
});
const rule = (id: string, target: string) => ({ id, kind: 'assert', target, rule: 'true', message: '不行' }) as const;

/** What is wrong, the definition, the field that the problem names, and words that say which and what. */
const FAULTS: readonly (readonly [string, ObjectDefinition, string, readonly string[]])[] = [
  ['a least value above the greatest', year({ min: '10', max: '9' }), 'year', ['年份', '最小值 10', '最大值 9']],
  ['a least value above the greatest by a hair', year({ min: '0.2', max: '0.10' }), 'year', ['年份', '最小值']],
  [
    'a least length above the greatest',
    note({ minLength: 9, maxLength: 3 }),
    'note',
    ['评语', '最小长度 9', '最大长度 3'],
  ],
  [
    'decimal places below 0',
    withField(field('price', '价格', { type: 'currency', decimalPlaces: -1 })),
    'fields.2.decimalPlaces',
    ['价格', '小数位数'],
  ],
  [
    'decimal places beyond all digits',
    withField(field('price', '价格', { type: 'currency', decimalPlaces: 99 })),
    'fields.2.decimalPlaces',
    ['价格', '小数位数'],
  ],
  [
    'an option twice',
    withField({ ...GRADE, selectOptions: [option('a', '甲'), option('b', '乙'), option('a', '丙')] }),
    'grade',
    ['等级', '丙', '重复'],
  ],
  [
    'two options of one name',
    withField({ ...GRADE, selectOptions: [option('a', '甲'), option('b', '乙'), option('c', '甲')] }),
    'grade',
    ['等级', '甲', '重复'],
  ],
  [
    'an option dropped that records may hold',
    withField({ ...GRADE, selectOptions: [option('a', '甲')] }),
    'grade',
    ['等级', '乙', '停用'],
  ],
  [
    'an option set that lacks what could be chosen',
    withField(field('grade', '等级', { type: 'select', config: { optionSet: 'round' } })),
    'grade',
    ['等级', '甲', '停用'],
  ],
  [
    'a role that no user has',
    note({ config: { visibleTo: ['wizard'] } }),
    'note',
    ['评语', 'wizard', '仅这些身份可见'],
  ],
  [
    'a first currency that is not offered',
    withField(field('price', '价格', { type: 'currency', currencyUnit: 'CNY', config: { currencies: ['USD'] } })),
    'price',
    ['价格', 'CNY', '可选币种'],
  ],
  ...['pdf', '.pdf,,', '.exe', 'image/', '*'].map(
    (accept) =>
      [
        `files of “${accept}”, which take no file`,
        withField(field('scan', '扫描件', { type: 'file', config: { accept } })),
        'scan',
        ['扫描件', '接受的文件', '.pdf'],
      ] as const,
  ),
  ['a default that is no number', year({ default: '很久' }), 'year', ['年份', '默认值']],
  ['a default beyond its own bounds', year({ min: '1900', default: '7' }), 'year', ['年份', '默认值']],
  [
    'a default longer than its field takes',
    note({ maxLength: 2, config: { default: '太长了' } }),
    'note',
    ['评语', '默认值'],
  ],
  [
    'a default of a currency that is not offered',
    withField(
      field('price', '价格', {
        type: 'currency',
        config: { currencies: ['USD'], default: { num: '1', currency: 'EUR' } },
      }),
    ),
    'price',
    ['价格', '默认值'],
  ],
  ['a field without a visible name', note({ label: ' \u200b ' }), 'fields.4.label', ['名称', '空白']],
  ['an object without a visible name', { ...WINE, label: '　' }, 'label', ['名称', '空白']],
  [
    'a section without a visible name',
    { ...WINE, layouts: { ...WINE.layouts, form: { sections: [{ label: ' ', fields: ['name'] }] } } },
    'layouts.form.sections.0.label',
    ['名称', '空白'],
  ],
  [
    'a field in two sections of the form',
    sections(['name', 'year'], ['year', 'note']),
    'year',
    ['年份', '第1组', '第2组'],
  ],
  ['a column that is no field', list({ columns: ['name', 'nowhere'] }), 'nowhere', ['列表列', 'nowhere']],
  ['a filter that is no field', list({ filters: ['nowhere'] }), 'nowhere', ['常用筛选', 'nowhere']],
  ['a section with what is no field', sections(['name', 'nowhere']), 'nowhere', ['第1组', 'nowhere']],
  ['a column of a removed field', { ...note({ removed: true }) }, 'note', ['列表列', '已停用', '评语']],
  ['two rules of one id', { ...WINE, rules: [rule('same', 'note'), rule('same', 'year')] }, 'year', ['same', '重复']],
  [
    'a required field that no form shows',
    { ...sections(['name', 'year']), fields: note({ required: true }).fields },
    'note',
    ['评语', '必填', '表单'],
  ],
];

describe('A definition that would break records or screens is refused by name', () => {
  it.each([2 ** 31, 2 ** 53, 1e300, -1])('a version of %s that no edit began from, in words', async (baseVersion) => {
    for (const path of ['object/plan', 'object/save']) {
      const answer = await test.post('staff', `/api/metadata/${path}`, { baseVersion, definition: WINE });
      expect(answer).toMatchObject({ status: 422, problems: [{ field: 'baseVersion' }] });
      expect(answer.problems[0]?.message).toMatch(/\p{Script=Han}/u);
    }
  });

  it.each(FAULTS)('%s', async (_, definition, place, words) => {
    const answer = await saveDefinition(test, definition);
    expect(answer).toMatchObject({ status: 422, code: 42201 });
    expect(answer.problems[0]?.field).toBe(place);
    for (const word of words) expect(answer.problems[0]?.message).toContain(word);
    expect(savedDefinition(test, 'Wine').version).toBe(1);
  });

  it('and a required field off the form is taken where a default or a rule gives its value', async () => {
    const base = sections(['name', 'year']);
    const ruled = {
      ...base,
      fields: note({ required: true }).fields,
      rules: [{ id: 'noted', kind: 'value', target: 'note', rule: 'self.name' } as const],
    };
    const given = { ...base, fields: note({ required: true, config: { default: '尚可' } }).fields };
    for (const definition of [ruled, given]) {
      const baseVersion = test.services.catalog.object('Wine').version;
      expect(await test.post('staff', '/api/metadata/object/plan', { baseVersion, definition })).toMatchObject({
        code: 0,
      });
    }
  });
});

describe('A field that another page builds on is not hidden before that page is changed', () => {
  const chart: Chart = {
    label: '各色酒瓶',
    kind: 'bar',
    objectApiName: 'Bottle',
    fields: ['wine'],
    groupBy: { field: 'filled', unit: 'year' },
    measure: 'count',
  };
  const related = { label: '酒瓶', objectApiName: 'Bottle', fields: ['wine'], columns: ['code', 'colour'] };

  it('the refusal names every place, in the plan, at the save and where a field alone is removed', async () => {
    const wine = savedDefinition(test, 'Wine');
    const detail = { ...wine.layouts.detail, related: [related], charts: [chart] };
    made(await saveDefinition(test, { ...wine, layouts: { ...wine.layouts, detail } }));
    const { version } = savedDefinition(test, 'Bottle');
    const remove = (apiName: string) =>
      test.post('staff', '/api/metadata/field/remove', { objectApiName: 'Bottle', baseVersion: version, apiName });
    for (const [apiName, ...words] of [
      ['colour', '颜色', '对象“Wine”的关联列表“酒瓶”'],
      ['filled', '灌装日期', '对象“Wine”的图表“各色酒瓶”'],
      ['wine', '葡萄酒', '对象“Wine”的关联列表“酒瓶”', '对象“Wine”的图表“各色酒瓶”'],
    ] as const) {
      const answer = await remove(apiName);
      expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: apiName }] });
      for (const word of words) expect(answer.msg).toContain(word);
    }
    const definition = {
      ...savedDefinition(test, 'Bottle'),
      fields: savedDefinition(test, 'Bottle').fields.map((known) =>
        known.apiName === 'filled' ? { ...known, removed: true } : known,
      ),
      layouts: newObject('Bottle', [field('code', '编号')]).layouts,
    };
    expect(await test.post('staff', '/api/metadata/object/plan', { baseVersion: version, definition })).toMatchObject({
      status: 422,
      problems: [{ field: 'filled' }],
    });
  });

  it('and may be hidden once nothing builds on it', async () => {
    const wine = savedDefinition(test, 'Wine');
    made(await saveDefinition(test, { ...wine, layouts: { ...wine.layouts, detail: WINE.layouts.detail } }));
    const { version } = savedDefinition(test, 'Bottle');
    const body = { objectApiName: 'Bottle', baseVersion: version, apiName: 'colour' };
    expect(await test.post('staff', '/api/metadata/field/remove', body)).toMatchObject({ code: 0 });
  });
});
