import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { made, newObject, saveDefinition, saveField } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const text = (apiName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label: apiName,
  ...more,
});
const base = newObject('Zoo', [
  text('name'),
  { apiName: 'tags', type: 'textList', label: '标签', config: { maxItems: 999 } },
  { apiName: 'count', type: 'integer', label: '数量' },
]);
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, base));
});
afterAll(() => test.close());
afterEach(async () => {
  if ((await storageDrift(test.services.database.db)).length > 0) throw new Error('Something was left half done.');
});

/** No English sentence of a library reaches a person. */
const inChinese = (words: string): boolean => /\p{Script=Han}/u.test(words) && !/must|expected|invalid/i.test(words);

describe('a field that may not be is refused, with its place', () => {
  it.each<[string, unknown, string]>([
    ['named constructor', text('constructor'), 'constructor'],
    ['named __proto__', text('__proto__'), 'field.apiName'],
    ['named toString', text('toString'), 'toString'],
    ['named as every record’s own id', text('id'), 'id'],
    ['with a name of 5,000 characters', text('x'.repeat(5000), { label: 'x' }), 'field.apiName'],
    ['with a capital letter', text('Upper'), 'field.apiName'],
    ['with a quote in its name', text('a"; drop table account; --'), 'field.apiName'],
    ['without a name', { type: 'text', label: '无名' }, 'field.apiName'],
    ['without a label', text('quiet', { label: '' }), 'field.label'],
    ['with a label of 201 characters', text('loud', { label: '长'.repeat(201) }), 'field.label'],
    ['with a NUL in its label', text('nul', { label: 'a\0b' }), 'field.label'],
    ['with half a character in its label', text('half', { label: 'a\ud800' }), 'field.label'],
    ['of a type that is none', { ...text('odd'), type: 'nope' }, 'field.type'],
    ['with a part that no field has', { ...text('extra'), color: 'red' }, 'field.color'],
    ['with a part that no config has', text('extra', { config: { color: 'red' } as never }), 'field.config.color'],
    ['that is no object', 5, 'field'],
    ['that is nothing', null, 'field'],
    [
      'with a default of another type',
      { apiName: 'odd', type: 'integer', label: 'x', config: { default: { a: 1 } } },
      'odd',
    ],
    [
      'with a default nested a thousand deep',
      text('deep', { config: { default: nested(1000) } }),
      'field.config.default',
    ],
    [
      'with an option set that is none',
      { apiName: 'odd', type: 'select', label: 'x', config: { optionSet: 'nowhere' } },
      'odd',
    ],
    ['that links to no object', { apiName: 'odd', type: 'reference', label: 'x', targetApiName: 'Nowhere' }, 'odd'],
    [
      'with dates the wrong way round',
      { apiName: 'odd', type: 'date', label: 'x', config: { earliest: '2020-01-01', latest: '2019-12-31' } },
      'odd',
    ],
    [
      'with a first day beyond the last one that any date may be',
      { apiName: 'odd', type: 'dateTime', label: 'x', config: { earliest: '2300-01-01' } },
      'odd',
    ],
    [
      'with a last day that does not exist',
      { apiName: 'odd', type: 'date', label: 'x', config: { latest: '2026-02-30' } },
      'odd',
    ],
    ['with lengths the wrong way round', text('odd', { minLength: 9, maxLength: 3 }), 'odd'],
    [
      'with a formula that reads nothing there is',
      { apiName: 'odd', type: 'formula', label: 'x', config: { expression: 'self.nowhere', resultType: 'text' } },
      'odd',
    ],
  ])('%s', async (_, field, place) => {
    const answer = await saveField(test, 'Zoo', field);
    expect(answer).toMatchObject({ status: 422, code: 42201 });
    const [problem] = answer.problems;
    expect(problem?.field.slice(0, place.length)).toBe(place);
    expect([answer.msg, problem?.message].filter((words) => !inChinese(words ?? ''))).toEqual([]);
    expect(answer.msg.length).toBeLessThan(300);
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('a definition that would break its screens is refused', () => {
  const layouts = (more: Partial<ObjectDefinition['layouts']>) => ({ ...base, layouts: { ...base.layouts, ...more } });
  const many = (type: FieldDefinition['type']) =>
    Array.from({ length: 599 }, (_, index) => ({ apiName: `f${index}`, type, label: `f${index}` }));
  it.each<[string, unknown]>([
    ['named by a list', { ...base, nameField: 'tags' }],
    ['named by a number', { ...base, nameField: 'count' }],
    [
      'named by a field that some may not see',
      { ...base, fields: [text('name', { config: { visibleTo: ['svip'] } }), ...base.fields.slice(1)] },
    ],
    [
      'ordered by a type without order',
      layouts({ list: { ...base.layouts.list, sort: [{ field: 'tags', order: 'asc' }] } }),
    ],
    ['with a column that is no field', layouts({ list: { ...base.layouts.list, columns: ['nope'] } })],
    [
      'with a related list of no object',
      layouts({ detail: { sections: [], related: [{ label: 'x', objectApiName: 'Nowhere', fields: ['a'] }] } }),
    ],
    ['with more columns than a table has', newObject('Vast', [text('name'), ...many('currency')])],
    ['with 601 fields', newObject('Vast', [text('name'), text('more'), ...many('text')])],
    ['with a field twice', { ...base, fields: [...base.fields, text('name')] }],
    ['with a name that is none', { ...base, apiName: 'pg_catalog' }],
    ['that is a list', []],
    ['that is nothing', null],
  ])('%s', async (_, definition) => {
    const baseVersion =
      test.services.catalog.find((definition as ObjectDefinition | null)?.apiName ?? '')?.version ?? 0;
    const answer = await test.post('staff', '/api/metadata/object/save', { baseVersion, definition });
    expect(answer).toMatchObject({ status: 422, code: 42201 });
    expect(answer.problems.length).toBeGreaterThan(0);
    expect(inChinese(answer.msg)).toBe(true);
  });
});

describe('a rule that may not be is refused with its id and its position', () => {
  const rule = (text: string): Rule => ({ id: 'tried', kind: 'assert', target: 'name', rule: text, message: '不行' });
  it.each([
    ['with a syntax error', 'self.name ==', /第 1 行第 \d+ 列/],
    ['that reads a field there is not', 'self.nope == 1', /没有字段“nope”/],
    ['that calls what is no function', 'fetch("http://x")', /没有函数“fetch”/],
    ['that answers no condition', '1', /条件/],
    ['with a regular expression', 'self.name.matches("(a+)+$")', /不支持 matches/],
    ['nested five hundred deep', `${'('.repeat(500)}true${')'.repeat(500)}`, /嵌套太深/],
    ['that mixes types', 'self.name + 1 == "x"', /第 1 行/],
    ['of another root', 'process.exit(1)', /第 1 行/],
  ])('%s', async (_, source, words) => {
    const answer = await saveDefinition(test, { ...base, rules: [rule(source)] });
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'name', rule: 'tried' }] });
    expect(answer.msg).toMatch(words);
    expect(answer.msg).toContain('规则“tried”');
  });

  it('with a loop in a loop in a loop', async () => {
    const answer = await saveDefinition(test, {
      ...base,
      rules: [rule('self.tags.all(a, self.tags.all(b, self.tags.all(c, a != b + c)))')],
    });
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'name', rule: 'tried' }] });
    expect(answer.msg).toContain('最多嵌套 2 层');
  });

  it('and one that would take too long on a long list is stopped there, by its id', async () => {
    made(await saveDefinition(test, { ...base, rules: [rule('self.tags.all(a, self.tags.all(b, a + b != "x"))')] }));
    const create = (count: number) => {
      const tags = Array.from({ length: count }, (_, index) => `t${index}`);
      return test.post('staff', '/api/metadata/data/Zoo', {
        clientKey: `endless-${count}`,
        values: { name: 'x', tags },
      });
    };
    expect(await create(3)).toMatchObject({ code: 0 });
    const answer = await create(999);
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'name', rule: 'tried' }] });
    expect(answer.problems[0]?.message).toContain('计算量太大');
  });

  it('of rings', async () => {
    const ring = (target: string, other: string): Rule => ({
      id: target,
      kind: 'value',
      target,
      rule: `self.${other}`,
    });
    const fields = [...base.fields, text('left'), text('right')];
    const answer = await saveDefinition(test, {
      ...base,
      fields,
      rules: [ring('left', 'right'), ring('right', 'left')],
    });
    expect(answer).toMatchObject({ status: 422, code: 42201 });
    expect(answer.msg).toContain('互相依赖');
  });
});

it('a label is text and nothing else: markup, emoji and 200 characters are kept as they are', async () => {
  const labels = ['<img src=x onerror=alert(1)>', '😀🇨🇳👨‍👩‍👧', '长'.repeat(200), `'; drop table "Zoo"; --`, '\u202e反'];
  for (const [index, label] of labels.entries()) {
    expect(await saveField(test, 'Zoo', text(`label${index}`, { label }))).toMatchObject({ code: 0 });
    const { data } = await test.get<ObjectDefinition>('founder', '/api/metadata/object/Zoo');
    expect(data.fields.at(-1)?.label).toBe(label);
  }
});
