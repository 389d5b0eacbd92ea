import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { waysOfReading } from '#tests/support/metadata/ways-of-reading.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const SECRET = '绝密集市';
const ROLES = ['ORG_INVESTOR', 'FA'];
const CHOSEN = { list: 'roles', detail: 'roles', create: 'roles', edit: 'roles', roles: ROLES } as const;
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', config: { searchable: true } };
const KIND: FieldDefinition = {
  apiName: 'kind',
  type: 'select',
  label: '类别',
  selectOptions: [{ value: 'old', label: '老集市' }],
};
const SIZE: FieldDefinition = { apiName: 'size', type: 'integer', label: '规模' };
const STALL: FieldDefinition = { apiName: 'stall', type: 'reference', label: '摊位', targetApiName: 'Stall' };

const access = (more: object) => ({ access: { ...CHOSEN, ...more } as unknown as ObjectDefinition['access'] });
const fair = (more: object = {}): ObjectDefinition =>
  newObject('Fair', [NAME, KIND, SIZE, STALL], { ...access({}), route: '/data/fair', ...more });

let test: TestApp;
let fairId: string;
let stallId: string;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, newObject('Stall', [NAME])));
  made(await saveDefinition(test, fair()));
  const stall = savedDefinition(test, 'Stall');
  const related = [{ label: '集市', objectApiName: 'Fair', fields: ['stall'], columns: ['name'] }];
  made(
    await saveDefinition(test, {
      ...stall,
      layouts: { ...stall.layouts, detail: { ...stall.layouts.detail, related } },
    }),
  );
  stallId = await create('staff', 'Stall', { name: '一号摊' });
  fairId = await create('staff', 'Fair', { name: SECRET, kind: 'old', size: 731, stall: { id: stallId } });
});
afterAll(() => test.close());

let keys = 0;
const post = (who: Who, path: string, body: object) => test.post<unknown>(who, `/api/metadata/${path}`, body);
async function create(who: Who, objectApiName: string, values: object): Promise<string> {
  keys += 1;
  const clientKey = `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`;
  const answer = await test.post<{ record: { id: string } }>(who, `/api/metadata/data/${objectApiName}`, {
    clientKey,
    values,
  });
  return made(answer).record.id;
}

const OF_FAIRS = { objectApiName: 'Fair' };
const READS = waysOfReading({ test: () => test, fairId: () => fairId, stallId: () => stallId, word: '绝密' });

const OUTSIDE: readonly Who[] = ['visitor', 'member', 'founder', 'svip'];
const WITHIN: readonly Who[] = ['investor', 'organisation', 'staff'];

describe.each(READS)('Records for chosen roles are read by %s', (_way, read) => {
  it.each(OUTSIDE)('by no %s', async (who) => {
    const answer = await read(who);
    expect(answer.code).not.toBe(0);
    expect(JSON.stringify(answer)).not.toMatch(/绝密集市|731|老集市/);
  });

  it.each(WITHIN)('by an %s', async (who) => {
    expect(await read(who)).toMatchObject({ code: 0 });
  });
});

describe('Where nothing is refused, what is for chosen roles is left out', () => {
  const ways: readonly (readonly [string, (who: Who) => Promise<unknown>])[] = [
    ['the menu', (who) => test.get(who, '/api/metadata/allObjectsUserCanView')],
    ['the names of objects', (who) => test.get(who, '/api/metadata/object')],
    ['the search over all', (who) => test.get(who, encodeURI('/api/metadata/insight/search/word?wd=绝密集市'))],
    ['the landing page', (who) => test.get(who, '/api/landing')],
    ['the first page', (who) => test.get(who, '/api/home')],
  ];
  it.each(ways)('%s', async (_way, read) => {
    for (const who of OUTSIDE) {
      const text = JSON.stringify(await read(who));
      expect(text).not.toMatch(/绝密集市/);
      expect(text).not.toContain('"Fair"');
    }
  });

  it('and is there for those who have one of them', async () => {
    expect(JSON.stringify(await test.get('organisation', '/api/metadata/allObjectsUserCanView'))).toContain(
      '/data/fair',
    );
  });
});

describe('Records for chosen roles are written', () => {
  const draft = () => {
    keys += 1;
    return { clientKey: `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`, values: { name: '新集市' } };
  };
  it.each(OUTSIDE)('by no %s', async (who) => {
    const answer = await post(who, 'data/Fair', draft());
    expect([401, 403]).toContain(answer.status);
  });
  it('by those who have one of the roles', async () => {
    expect(await post('investor', 'data/Fair', draft())).toMatchObject({ code: 0 });
  });
});

describe('A definition is refused', () => {
  it.each([
    ['roles that are not chosen', { roles: undefined }, /请选择是哪些身份/],
    ['a role that there is not', { roles: ['KING'] }, /没有身份“KING”/],
  ])('with %s', async (_what, more, words) => {
    const answer = await saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...access(more) });
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'access.roles' }] });
    expect(answer.msg).toMatch(words);
  });

  const count: FieldDefinition = {
    apiName: 'fairs',
    type: 'rollup',
    label: '集市数',
    config: { rollup: { objectApiName: 'Fair', fields: ['stall'], function: 'count' } },
  };
  it('that gives a total of them to all members', async () => {
    const stall = savedDefinition(test, 'Stall');
    const answer = await saveDefinition(test, { ...stall, fields: [...stall.fields, count] });
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.msg).toMatch(/能查看“Fair”列表的人少于/);
  });
});

it('Roles that are changed hold at once, in a list that is open already', async () => {
  made(await saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...access({ roles: ['svip'] }) }));
  expect(await post('svip', 'data/getLayoutAndDataList', OF_FAIRS)).toMatchObject({ code: 0 });
  expect(await post('organisation', 'data/getLayoutAndDataList', OF_FAIRS)).toMatchObject({ code: 400000003 });
  made(await saveDefinition(test, { ...savedDefinition(test, 'Fair'), ...access({}) }));
});
