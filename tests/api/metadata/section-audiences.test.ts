import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const text = (apiName: string, label: string) => ({ apiName, type: 'text' as const, label });
const FIELDS = [text('name', '名称'), text('terms', '条款'), text('pitch', '介绍')];
const SECTIONS = [
  { label: '概况', fields: ['name'] },
  { label: '投资条款', fields: ['terms'], audience: ['ORG_INVESTOR', 'svip'] },
  { label: '融资介绍', fields: ['pitch'], audience: ['START_UP'] },
];
const plain = newObject('Round', FIELDS);
const round: ObjectDefinition = {
  ...plain,
  layouts: { ...plain.layouts, detail: { sections: SECTIONS, related: [] }, form: { sections: SECTIONS } },
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  made(await saveDefinition(app, round));
});
afterAll(() => app.close());

const definitionFor = async (who: Who) =>
  (await app.get<ObjectDefinition>(who, '/api/metadata/object/Round')).data.layouts;

it('a section is on the pages and forms of its roles, and staff see all', async () => {
  const shown = async (who: Who) => {
    const { detail, form } = await definitionFor(who);
    expect(form.sections).toEqual(detail.sections);
    return detail.sections.map(({ label }) => label);
  };
  expect(await shown('investor')).toEqual(['概况', '投资条款']);
  expect(await shown('svip')).toContain('投资条款');
  expect(await shown('founder')).toEqual(['概况', '融资介绍']);
  expect(await shown('organisation')).toEqual(['概况']);
  expect(await shown('staff')).toEqual(['概况', '投资条款', '融资介绍']);
});

it('an audience is no right: what the access of a field opens is given wherever it is shown', async () => {
  const path = '/api/metadata/data/Round';
  const values = { name: '示例', terms: '优先清算', pitch: '芯片' };
  const { record } = made(
    await app.post<{ record: { id: string } }>('staff', path, { clientKey: 'audience-1', values }),
  );
  const read = await app.get('founder', `${path}/${record.id}`);
  expect(JSON.stringify(read.data)).toContain('优先清算');
});

const refusals = async (form: typeof SECTIONS, more: Partial<ObjectDefinition> = {}) => {
  const saved = await saveDefinition(app, {
    ...round,
    ...more,
    layouts: { ...round.layouts, form: { sections: form } },
  });
  expect(saved.code).not.toBe(0);
  return JSON.stringify(saved);
};

it('an audience names roles that there are', async () => {
  const [first, second = SECTIONS[0]] = SECTIONS;
  expect(await refusals([first, { ...second, audience: ['KING'] }] as typeof SECTIONS)).toContain('没有身份“KING”');
});

it('a form keeps a section for all users, with what they must fill in', async () => {
  expect(await refusals(SECTIONS.slice(1))).toContain('表单至少要有一个显示给所有用户的分区');
  const fields = FIELDS.map((field) => (field.apiName === 'terms' ? { ...field, required: true } : field));
  expect(await refusals(SECTIONS, { fields })).toContain('必填');
});
