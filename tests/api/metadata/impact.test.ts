import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImpactSlice } from '#schemas/api/metadata-impact.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const field = (
  apiName: string,
  type: FieldDefinition['type'],
  label: string,
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({ apiName, type, label, ...more });
const SHIP = newObject(
  'Ship',
  [
    field('name', 'text', '船名'),
    field('year', 'integer', '年份'),
    field('length', 'decimal', '长度', { decimalPlaces: 3 }),
    field('price', 'currency', '造价', { decimalPlaces: 2 }),
    field('launched', 'date', '下水日期', { config: { partial: true } }),
    field('tags', 'textList', '标签'),
    field('sold', 'integer', '售出年份'),
    field('twice', 'formula', '两倍', { config: { expression: 'self.year * 2', resultType: 'decimal' } }),
  ],
  { route: '/data/Ship' },
);
/** One record for each kind of fault, and one without any. */
const SHIPS = [
  { name: '好船', year: 1950, length: '10.5', price: { num: '10.5', currency: 'CNY' }, launched: '1950', sold: 1960 },
  { name: '甲', year: 1800, length: '10.125', launched: '1800-05-01', tags: ['一', '二', '三'], sold: 1700 },
  { name: '没有年份', length: '0.5', price: { num: '1', currency: 'USD' }, launched: '2020-06' },
];

let test: TestApp;
let ids: readonly string[] = [];
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, SHIP));
  const records = [];
  for (const [index, values] of SHIPS.entries()) {
    const body = { clientKey: `impact-${index}`, values };
    records.push(made(await test.post<RecordReply>('staff', '/api/metadata/data/Ship', body)).record.id);
  }
  ids = records;
});
afterAll(() => test.close());

const withField = (changed: FieldDefinition): ObjectDefinition => {
  const saved = savedDefinition(test, 'Ship');
  return { ...saved, fields: saved.fields.map((known) => (known.apiName === changed.apiName ? changed : known)) };
};
const withRule = (...rules: Rule[]): ObjectDefinition => ({ ...savedDefinition(test, 'Ship'), rules });
const impact = async (definition: ObjectDefinition, after?: string) => {
  const baseVersion = savedDefinition(test, 'Ship').version;
  const body = { definition, baseVersion, ...(after && { after }) };
  return made(await test.post<ImpactSlice>('staff', '/api/metadata/object/impact', body));
};
const plan = async (definition: ObjectDefinition) => {
  const body = { definition, baseVersion: savedDefinition(test, 'Ship').version };
  return made(await test.post<{ tightened: string[]; records: number }>('staff', '/api/metadata/object/plan', body));
};

describe('A field that is tightened', () => {
  const money = (more: Partial<FieldDefinition>) => field('price', 'currency', '造价', more);
  it.each<[string, FieldDefinition, string, number[]]>([
    ['is required', field('year', 'integer', '年份', { required: true }), '“年份”必填', [2]],
    ['has a least value', field('year', 'integer', '年份', { config: { min: '1900' } }), '“年份”不小于 1900', [1]],
    ['has a greatest value', field('year', 'integer', '年份', { config: { max: '1900' } }), '“年份”不大于 1900', [0]],
    ['takes fewer decimals', field('length', 'decimal', '长度', { decimalPlaces: 2 }), '“长度”最多 2 位小数', [1]],
    ['takes no decimals', field('length', 'decimal', '长度', { decimalPlaces: 0 }), '“长度”不带小数', [0, 1, 2]],
    ['has a least length', field('name', 'text', '船名', { minLength: 2 }), '“船名”至少 2 个字符', [1]],
    ['has a greatest length', field('name', 'text', '船名', { maxLength: 2 }), '“船名”最多 2 个字符', [2]],
    ['takes fewer entries', field('tags', 'textList', '标签', { config: { maxItems: 2 } }), '“标签”最多 2 项', [1]],
    ['takes fewer currencies', money({ config: { currencies: ['CNY'] } }), '“造价”币种只能是 CNY', [2]],
    ['takes amounts without decimals', money({ decimalPlaces: 0 }), '“造价”不带小数', [0]],
    ['takes larger amounts', money({ config: { min: '5' } }), '“造价”不小于 5', [2]],
    [
      'takes later days: a year passes where a day of it would',
      field('launched', 'date', '下水日期', { config: { partial: true, earliest: '1950-12-31' } }),
      '“下水日期”不早于 1950-12-31',
      [1],
    ],
    ['takes whole days', field('launched', 'date', '下水日期'), '“下水日期”须精确到日', [0, 2]],
  ])('%s: the records that fail are counted and named', async (_, changed, words, failing) => {
    const definition = withField(changed);
    expect(await plan(definition)).toMatchObject({ tightened: [words], records: 3 });
    const answer = await impact(definition);
    expect(answer).toMatchObject({ checked: 3, after: null });
    const expected = failing.map((index) => ids[index] ?? '');
    expect(answer.failing).toMatchObject([{ words, count: expected.length, ids: expected }]);
    expect(answer.failing[0]?.first.map(({ name }) => name)).toEqual(failing.map((index) => SHIPS[index]?.name));
  });

  it('leads to the list of exactly those records, where conditions have words for it', async () => {
    const cases = [
      field('year', 'integer', '年份', { required: true, config: { min: '1900', max: '1940' } }),
      field('price', 'currency', '造价', { config: { currencies: ['CNY'] } }),
    ];
    const found = [];
    for (const changed of cases) found.push(...(await impact(withField(changed))).failing);
    expect(found).toHaveLength(4);
    for (const { filter, ids: failing } of found) {
      const body = { objectApiName: 'Ship', filter };
      const { list } = made(await test.post<ListReply>('staff', '/api/metadata/data/getLayoutAndDataList', body));
      expect(list.map(({ id }) => id).toSorted()).toEqual(failing.toSorted());
    }
  });

  it('asks nothing where it is loosened, renamed, or filled by its default', async () => {
    const loose = [
      field('year', 'integer', '建造年份'),
      field('year', 'integer', '年份', { required: true, config: { default: 2000 } }),
      field('length', 'decimal', '长度', { decimalPlaces: 4 }),
    ];
    for (const changed of loose) {
      const definition = withField(changed);
      expect(await plan(definition)).toMatchObject({ tightened: [] });
      expect(await impact(definition)).toEqual({ checked: 0, after: null, failing: [], losses: [] });
    }
  });

  it('is missing in every record where it is new, required and without a default', async () => {
    const saved = savedDefinition(test, 'Ship');
    const flag = field('flag', 'text', '船旗', { required: true });
    const [form] = saved.layouts.form.sections;
    const sections = form ? [{ ...form, fields: [...form.fields, 'flag'] }] : [];
    const definition = {
      ...saved,
      fields: [...saved.fields, flag],
      layouts: { ...saved.layouts, form: { sections } },
    };
    expect((await impact(definition)).failing).toMatchObject([{ words: '“船旗”必填', count: 3 }]);
  });
});

describe('A rule that refuses records', () => {
  const assert = (rule: string, more: Partial<Rule> = {}): Rule => ({
    id: 'tried',
    kind: 'assert',
    target: 'sold',
    rule,
    message: '售出不能早于建造',
    ...more,
  });

  it.each<[string, Rule[], number[]]>([
    ['compares two fields', [assert('self.sold >= self.year')], [1]],
    ['reads a formula that nothing else reads', [assert('self.sold * 2 >= self.twice')], [1]],
    ['holds on a condition', [assert('self.sold > 1900', { when: 'self.year < 1900' })], [1]],
    ['requires a value', [assert('self.name != ""', { kind: 'required' })], [2]],
    [
      'is about a field that another rule hides',
      [assert('false', {}), { id: 'shown', kind: 'visible', target: 'sold', rule: 'self.year > 1900' }],
      [0],
    ],
  ])('%s', async (_, rules, failing) => {
    const answer = await impact(withRule(...rules));
    const expected = failing.map((index) => ids[index] ?? '');
    expect(answer).toMatchObject({ checked: 3, after: null });
    expect(answer.failing).toMatchObject([{ key: 'rule tried', count: expected.length, ids: expected }]);
  });

  it('is judged as a save judges it', async () => {
    const definition = withRule(assert('self.sold >= self.year'));
    const [failing] = (await impact(definition)).failing;
    made(await saveDefinition(test, definition));
    const body = { version: 1, values: { sold: 1600 } };
    const refused = await test.post('staff', `/api/metadata/data/Ship/${failing?.ids[0] ?? ''}`, body);
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'sold', rule: 'tried' }] });
    made(await saveDefinition(test, { ...savedDefinition(test, 'Ship'), rules: [] }));
  });
});

it('A count goes on behind the record where the last answer ended, and sees each record once', async () => {
  const definition = withField(field('year', 'integer', '年份', { required: true }));
  expect(await impact(definition, ids[1])).toMatchObject({ checked: 1, after: null, failing: [{ count: 1 }] });
  expect(await impact(definition, ids[2])).toMatchObject({ checked: 0, after: null, failing: [{ count: 0 }] });
});

it('What may not be saved is not counted either', async () => {
  const definition = withField(field('year', 'integer', '年份', { config: { min: '2', max: '1' } }));
  const body = { definition, baseVersion: savedDefinition(test, 'Ship').version };
  expect(await test.post('staff', '/api/metadata/object/impact', body)).toMatchObject({ status: 422, code: 42201 });
});
