import { expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { definitionChanges, optionSetChanges } from '#generators/language/definition-changes.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const before: ObjectDefinition = {
  ...sampleObject([
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'city', type: 'text', label: '城市', maxLength: 20 },
  ]),
  layouts: {
    list: { columns: ['name', 'city'], filters: [], sort: [] },
    detail: { sections: [{ label: '概况', fields: ['name'] }], related: [] },
    form: { sections: [{ label: '填写', fields: ['name', 'city'] }] },
  },
};
const [name, city] = before.fields as [ObjectDefinition['fields'][number], ObjectDefinition['fields'][number]];
const { list, detail } = before.layouts;

test('a definition that says the same has no changes, whatever the order of its keys', () => {
  for (const object of shippedObjects().values()) {
    const turned = Object.fromEntries(Object.entries(object).toReversed()) as unknown as ObjectDefinition;
    expect(definitionChanges(object, { ...turned, version: 9 })).toEqual([]);
  }
});

test.each<[string, Partial<ObjectDefinition>, string[]]>([
  ['a label', { label: '样品' }, ['名称由“样例”改为“样品”']],
  ['an audience', { access: { ...before.access, detail: 'svip' } }, ['查看详情由所有人改为SVIP']],
  [
    'a new field',
    { fields: [name, city, { apiName: 'raised', type: 'currency', label: '融资额' }] },
    ['新增字段“融资额”（金额）'],
  ],
  [
    'a changed field',
    { fields: [name, { ...city, label: '所在城市', maxLength: 40, config: { sortable: true } }] },
    ['修改字段“所在城市”：名称由“城市”改为“所在城市”，最大长度由20改为40，列表可快速排序由空改为是'],
  ],
  ['a removed field', { fields: [name, { ...city, removed: true }] }, ['停用字段“城市”']],
  ['the order of fields', { fields: [city, name] }, ['调整字段的顺序']],
  [
    'columns',
    { layouts: { ...before.layouts, list: { ...list, columns: ['name'], filters: ['city'] } } },
    ['列表列：移出“城市”', '常用筛选：加入“城市”'],
  ],
  [
    'sections',
    {
      layouts: {
        ...before.layouts,
        detail: {
          ...detail,
          sections: [
            { label: '概况', fields: ['city', 'name'] },
            { label: '更多', fields: ['city'] },
          ],
        },
      },
    },
    ['新增详情分区“更多”', '详情分区“概况”：加入“城市”'],
  ],
  [
    'a rule',
    { rules: [{ id: 'short', kind: 'assert', target: 'city', rule: 'size(self.city) < 9', message: '太长' }] },
    ['新增规则“检查 · 城市”'],
  ],
  [
    'a second rule that does the same to one field',
    {
      rules: [
        { id: 'short', kind: 'assert', target: 'city', rule: 'size(self.city) < 9', message: '太长' },
        { id: 'long', kind: 'assert', target: 'city', rule: 'size(self.city) > 1', message: '太短' },
      ],
    },
    ['新增规则“检查 · 城市（short）”', '新增规则“检查 · 城市（long）”'],
  ],
])('%s is described in words', (_, change, words) => {
  expect(definitionChanges(before, { ...before, ...change })).toEqual(words);
});

test('a new object is described by its fields, its rules and who may see and change it', () => {
  const access = { list: 'roles', detail: 'member', create: 'staff', edit: 'staff', roles: ['START_UP'] } as const;
  const rule = { id: 'short', kind: 'readonly', target: 'city', rule: 'true' } as const;
  const made: ObjectDefinition = {
    ...before,
    fields: [{ ...name, required: true }, city],
    rules: [rule],
    access: { ...access, roles: [...access.roles] },
  };
  expect(definitionChanges(undefined, made)).toEqual([
    '新建对象“样例”，含 2 个字段',
    '字段：“名称”（单行文本，必填）、“城市”（单行文本）',
    '规则：1 条',
    '权限：查看列表：指定身份；查看详情：登录用户；新建：产品人员；编辑：产品人员',
    '指定身份：创业者',
  ]);
});

test('a label of 200 characters, emoji or HTML is quoted as text and clipped', () => {
  const long = '🐳'.repeat(200);
  expect(definitionChanges(before, { ...before, label: long })).toEqual([`名称由“样例”改为“${'🐳'.repeat(60)}…”`]);
  expect(definitionChanges(before, { ...before, label: '<b>x</b>' })).toEqual(['名称由“样例”改为“<b>x</b>”']);
});

test('options that came, were renamed, retired and moved are described in words', () => {
  const set = {
    name: 'mood',
    label: '心情',
    kind: 'list' as const,
    options: [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ],
  };
  expect(optionSetChanges(undefined, set)).toEqual(['新建选项集“心情”，含 2 个选项']);
  const next = {
    ...set,
    options: [
      { value: 'b', label: '乙', retired: true },
      { value: 'a', label: '甲甲' },
      { value: 'c', label: '丙' },
    ],
  };
  expect(optionSetChanges(set, next)).toEqual([
    '停用选项“乙”',
    '修改选项“甲甲”：名称由“甲”改为“甲甲”',
    '新增选项“丙”',
    '调整选项的顺序',
  ]);
});
