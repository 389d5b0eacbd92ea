import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const SECRET = { value: 'secret', label: '内部分级' };
const CLOSED = { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' } as const;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  made(
    await test.post('staff', '/api/metadata/selectOption/save', {
      baseVersion: 0,
      optionSet: { name: 'grade', label: '分级', kind: 'list', options: [SECRET] },
    }),
  );
  const name = { apiName: 'name', type: 'text', label: '名称' } as const;
  const grade = {
    apiName: 'grade',
    type: 'select',
    label: '分级',
    config: { optionSet: 'grade', help: '内部说明' },
  } as const;
  made(await saveDefinition(test, newObject('Ledger', [name, grade], { access: CLOSED })));
  const kept = { ...grade, config: { ...grade.config, visibleTo: ['staff'], default: 'secret' } };
  made(await saveDefinition(test, newObject('Listed', [name, kept])));
});
afterAll(() => test.close());

const PEOPLE: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip'];
const CALLS = [
  '/api/metadata/object/Ledger',
  '/api/metadata/findByLabel?objectApiName=Ledger&label=名',
  '/api/metadata/selectOption/grade',
  '/api/metadata/selectOption/findChildOptions?optionSet=grade',
  '/api/metadata/optionTree/search?optionSet=grade&text=内部',
];

describe.each(PEOPLE)('What only staff may see is not described to a %s', (who) => {
  it.each(CALLS)('%s', async (path) => {
    const answer = await test.get<unknown>(who, encodeURI(path));
    expect([401, 403, 404]).toContain(answer.status);
    expect(JSON.stringify(answer)).not.toContain(SECRET.label);
    expect(await test.get('staff', encodeURI(path))).toMatchObject({ code: 0 });
  });

  it('nor named in the lists of objects', async () => {
    for (const path of ['/api/metadata/object', '/api/metadata/allObjectsUserCanView']) {
      const { data } = await test.get<{ apiName: string }[]>(who, path);
      expect(data.map(({ apiName }) => apiName)).not.toContain('Ledger');
    }
  });
});

it('A visitor reads the definition of what every user may open, and of nothing else', async () => {
  expect(await test.get('visitor', '/api/metadata/object/InsightNews')).toMatchObject({ code: 0 });
  expect(await test.get('visitor', '/api/metadata/object/InsightFund')).toMatchObject({ status: 401 });
  expect(await test.get('member', '/api/metadata/object/InsightFund')).toMatchObject({ code: 0 });
});

it('Of a field that a person may not read, a definition reveals no more than its name and kind', async () => {
  const { data } = await test.get<ObjectDefinition>('svip', '/api/metadata/object/Listed');
  expect(data.fields.find(({ apiName }) => apiName === 'grade')).toEqual({
    apiName: 'grade',
    type: 'select',
    label: '分级',
    selectOptions: [],
    config: { visibleTo: ['staff'] },
  });
});
