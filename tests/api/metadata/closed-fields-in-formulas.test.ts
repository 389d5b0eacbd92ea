import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const staffOnly = { visibleTo: ['staff'] };
const formula = (apiName: string, expression: string, config: FieldDefinition['config'] = {}): FieldDefinition => ({
  apiName,
  type: 'formula',
  label: apiName,
  config: { expression, resultType: 'text', ...config },
});
const secret = text('secret', { label: '内部评语', config: staffOnly });
let test: TestApp;
let objects = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const objectOf = (fields: readonly FieldDefinition[], rules: readonly Rule[] = []): ObjectDefinition => ({
  ...newObject(`Closed${(objects += 1)}`, [text('name'), ...fields]),
  rules: [...rules],
});
const problemsOf = async (object: ObjectDefinition) => (await saveDefinition(test, object)).problems;

describe('A field that is worked out from one with restricted readers', () => {
  it.each<[string, readonly FieldDefinition[]]>([
    ['has readers that it has not', [secret, formula('open', "self.secret + '!'")]],
    ['is open to another role', [secret, formula('open', 'self.secret', { visibleTo: ['staff', 'LP'] })]],
    ['reads it through a function', [secret, formula('open', "has(self.secret) ? 'x' : 'y'")]],
  ])('is refused by name when it %s', async (_, fields) => {
    const problems = await problemsOf(objectOf(fields));
    expect(problems).toMatchObject([{ field: 'open', rule: 'formula-open' }]);
    expect(problems[0]?.message).toContain('字段“open”的公式读取了限定可见角色的字段“内部评语”');
  });

  it('is refused when it reads it over another formula, which is held to the same', async () => {
    const between = formula('between', 'self.secret', staffOnly);
    expect(await problemsOf(objectOf([secret, between, formula('open', 'self.between')]))).toMatchObject([
      { field: 'open', message: expect.stringContaining('“between”') as string },
    ]);
  });

  it('is refused when a value rule gives it, before or after the save', async () => {
    const rule = { id: 'copy', kind: 'value', target: 'open', rule: 'self.secret' } as const;
    expect(await problemsOf(objectOf([secret, text('open')], [rule]))).toMatchObject([{ field: 'open', rule: 'copy' }]);
    const old = { ...rule, rule: "self.name + '：' + old.secret" };
    expect(await problemsOf(objectOf([secret, text('open')], [old]))).toMatchObject([{ field: 'open', rule: 'copy' }]);
  });

  it('is saved when it has the same readers or fewer', async () => {
    const wide = text('secret', { config: { visibleTo: ['staff', 'LP'] } });
    expect(await problemsOf(objectOf([wide, formula('same', 'self.secret', { visibleTo: ['LP', 'staff'] })]))).toEqual(
      [],
    );
    expect(await problemsOf(objectOf([wide, formula('fewer', 'self.secret', staffOnly)]))).toEqual([]);
  });

  it('keeps the readers of what it reads from being narrowed later', async () => {
    const object = objectOf([text('secret', { label: '内部评语' }), formula('open', 'self.secret')]);
    made(await saveDefinition(test, object));
    const narrowed = { ...object, fields: [text('name'), secret, formula('open', 'self.secret')] };
    const answer = await saveDefinition(test, narrowed);
    expect(answer.problems).toMatchObject([
      { field: 'open', message: expect.stringContaining('“内部评语”') as string },
    ]);
  });
});

it.each(['old.name', 'user.id'])(
  'A formula that reads %s is refused, as it would depend on who saves and when',
  async (root) => {
    const [problem] = await problemsOf(objectOf([formula('open', root)]));
    expect(problem?.message).toContain('公式只能读取 self 和 today');
  },
);
