import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import { sealedObject, SECRETS, sealedValues } from '#tests/support/records/sealed-world.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
let version = 0;
beforeAll(async () => {
  test = await openTestApp();
  await test.post('staff', '/api/metadata/object/save', { baseVersion: 0, definition: sealedObject() });
  version = 1;
});
afterAll(() => test.close());

const plain = sealedObject();
const { list, detail } = plain.layouts;
const save = (definition: object, baseVersion = version) =>
  test.post('staff', '/api/metadata/object/save', { baseVersion, definition });
const plan = (definition: object, baseVersion = version) =>
  test.post<{ steps: StorageStep[] }>('staff', '/api/metadata/object/plan', { baseVersion, definition });
const withField = (apiName: string, change: object): ObjectDefinition => ({
  ...plain,
  fields: plain.fields.map((field) => (field.apiName === apiName ? { ...field, ...change } : field)),
});

describe('a definition that would have sealed values looked into', () => {
  const COMPANY = { label: '公司的', objectApiName: 'Secretive' };
  const refused: readonly (readonly [string, object, string])[] = [
    [
      'its columns',
      { layouts: { ...plain.layouts, list: { ...list, columns: ['title', 'phoneSealed'] } } },
      '“列表列”不能使用加密保存的字段“密电话”',
    ],
    [
      'its filters',
      { layouts: { ...plain.layouts, list: { ...list, filters: ['emailSealed'] } } },
      '“常用筛选”不能使用加密保存的字段“密邮箱”',
    ],
    [
      'its order',
      { layouts: { ...plain.layouts, list: { ...list, sort: [{ field: 'textSealed', order: 'asc' }] } } },
      '“默认排序”不能使用加密保存的字段“密单行文本”',
    ],
    [
      'what visitors see',
      { access: { ...plain.access, teaser: ['phoneSealed'] } },
      '“访客预览”不能使用加密保存的字段“密电话”',
    ],
    ['its name', { nameField: 'textSealed' }, '“名称字段”不能使用加密保存的字段“密单行文本”'],
    [
      'its provenance',
      { layouts: { ...plain.layouts, detail: { ...detail, provenance: { sourceUrl: 'urlSealed' } } } },
      '“数据来源”不能使用加密保存的字段“密网址”',
    ],
    [
      'a keyword',
      withField('textSealed', { config: { sealed: true, searchable: true } }),
      '加密保存的字段不能设置“关键词可搜索”',
    ],
    [
      'an index',
      withField('textSealed', { config: { sealed: true, sortable: true } }),
      '加密保存的字段不能设置“列表可快速排序”',
    ],
    ['names', withField('textSealed', { config: { sealed: true, naming: true } }), '加密保存的字段不能设置“也是名称”'],
    [
      'a type that cannot be sealed',
      { fields: [...plain.fields, { apiName: 'count', type: 'integer', label: '数', config: { sealed: true } }] },
      '类型“整数”不能加密保存',
    ],
    [
      'a formula',
      {
        fields: [
          ...plain.fields,
          {
            apiName: 'shown',
            type: 'formula',
            label: '露出',
            config: { resultType: 'text', expression: 'self.phoneSealed' },
          },
        ],
      },
      '字段“露出”的公式不能读取加密保存的字段“密电话”',
    ],
    [
      'a rule that copies',
      { rules: [{ id: 'copy', kind: 'value', target: 'place', rule: 'self.phoneSealed' }] },
      '字段“地点”的规则“copy”不能读取加密保存的字段“密电话”',
    ],
    [
      'a related list',
      {
        fields: [...plain.fields, { apiName: 'parent', type: 'reference', label: '上级', targetApiName: 'Secretive' }],
        layouts: {
          ...plain.layouts,
          detail: { ...detail, related: [{ ...COMPANY, fields: ['parent'], columns: ['phoneSealed'] }] },
        },
      },
      '“有密的对象”的字段“密电话”加密保存，不能列出',
    ],
    [
      'the order of a related list',
      {
        fields: [...plain.fields, { apiName: 'parent', type: 'reference', label: '上级', targetApiName: 'Secretive' }],
        layouts: {
          ...plain.layouts,
          detail: {
            ...detail,
            related: [{ ...COMPANY, fields: ['parent'], sort: [{ field: 'phoneSealed', order: 'asc' }] }],
          },
        },
      },
      '“有密的对象”的字段“密电话”不能用来排序',
    ],
  ];

  it.each(refused)('by %s is refused in words that name the place', async (_, change, message) => {
    for (const answer of [await save({ ...plain, ...change }), await plan({ ...plain, ...change })]) {
      expect(answer.code).toBe(codeOf('INVALID_METADATA'));
      expect(answer.problems.map((problem) => problem.message)).toContainEqual(expect.stringContaining(message));
    }
  });

  it('may still read them to judge or to show and hide', async () => {
    const rules = [
      { id: 'either', kind: 'assert', target: 'phoneSealed', rule: "self.phoneSealed != '0'", message: '号码不对' },
      { id: 'more', kind: 'visible', target: 'place', rule: 'has(self.phoneSealed)' },
    ];
    expect((await plan({ ...plain, rules })).code).toBe(0);
  });
});

describe('a field', () => {
  const opened = { ...plain, fields: plain.fields.map(({ config: _config, ...field }) => field) };

  it('is switched freely while no record holds a value of it', async () => {
    const open = await save(opened);
    expect(open.code).toBe(0);
    const shown = await plan(plain, (version += 1));
    expect(shown.data.steps.map(({ kind, target }) => `${kind} ${target}`)).toEqual(
      plain.fields.filter((field) => field.config?.sealed).map(({ apiName }) => `sealColumn ${apiName}`),
    );
    expect((await save(plain)).code).toBe(0);
    version += 1;
  });

  it('stays sealed once a record holds a value, and stays open likewise; the plan says so', async () => {
    const create = (values: object, clientKey: string) =>
      test.post('founder', '/api/metadata/data/Secretive', { clientKey, values });
    expect((await create({ title: '一', ...sealedValues(SECRETS) }, 'sealed-values-1')).code).toBe(0);
    for (const answer of [await plan(opened), await save(opened)]) {
      expect(answer.code).toBe(codeOf('INVALID_METADATA'));
      expect(answer.msg).toBe('字段“密单行文本”已有数据，不能取消加密保存，请另建一个字段');
    }
    await create({ title: '二', place: '上海' }, 'sealed-values-2');
    const closing = withField('place', { config: { sealed: true } });
    const closed = { ...closing, layouts: { ...plain.layouts, list: { ...list, columns: ['title'], filters: [] } } };
    for (const answer of [await plan(closed), await save(closed)])
      expect(answer.msg).toBe('字段“地点”已有数据，不能改为加密保存，请另建一个字段');
  });

  it('that is saved as a sealed one leaves the lists by itself', async () => {
    const field = { apiName: 'weixin', type: 'text', label: '微信号', config: { sealed: true } };
    const answer = await test.post<{ definition: ObjectDefinition }>('staff', '/api/metadata/field/save', {
      objectApiName: 'Secretive',
      baseVersion: version,
      field,
    });
    expect(answer.problems).toEqual([]);
    const { layouts } = answer.data.definition;
    expect([layouts.list.columns, layouts.list.filters].flat()).not.toContain('weixin');
    expect(layouts.form.sections.at(-1)?.fields).toContain('weixin');
  });
});
