import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedView, Sharing } from '#schemas/api/views.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const PATH = '/api/metadata/view';
const COMPANIES = 'InsightCompany';
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.store.database.pool.query('delete from saved_view');
});

interface Draft {
  readonly name: string;
  readonly state?: string;
  readonly sharing?: Sharing;
  readonly objectApiName?: string;
}

const create = (who: Who, { objectApiName = COMPANIES, state = '?q=a', sharing = 'private', name }: Draft) =>
  test.post<SavedView>(who, PATH, { objectApiName, name, state, sharing });
const read = (who: Who, id: string) => test.get<SavedView>(who, `${PATH}/${id}`);
const namesFor = async (who: Who) =>
  (await test.get<SavedView[]>(who, `${PATH}?objectApiName=${COMPANIES}`)).data.map((view) => view.name);
const setDefault = (who: Who, id: string | null, objectApiName = COMPANIES) =>
  test.post<null>(who, `${PATH}/default`, { objectApiName, id });
const update = (who: Who, { id, version }: SavedView, change: object) =>
  test.post<SavedView>(who, `${PATH}/${id}`, { version, ...change });
const remove = (who: Who, { id, version }: SavedView) => test.post<null>(who, `${PATH}/${id}/remove`, { version });

const codesOf = (answers: readonly { readonly code: number }[]) =>
  answers.map(({ code }) => code).toSorted((a, b) => a - b);

describe('who sees a view', () => {
  it('a private one is its owner’s alone, and to others it is as if it were not there', async () => {
    const { data: view } = await create('investor', { name: 'A轮企业' });
    expect(view).toMatchObject({ isMine: true, isEditable: true, isDefault: false, version: 1, state: '?q=a' });
    expect(await namesFor('investor')).toEqual(['A轮企业']);
    expect(await namesFor('founder')).toEqual([]);
    const [hidden, absent] = [await read('founder', view.id), await read('founder', '123456789012345678')];
    expect(hidden).toEqual(absent);
    expect(hidden).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
    for (const answer of [
      await update('founder', view, { name: '别人的' }),
      await remove('founder', view),
      await setDefault('founder', view.id),
      await test.post('founder', `${PATH}/${view.id}/restore`, {}),
    ]) {
      expect(answer).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: hidden.msg });
    }
  });

  it('names to each user the columns that are closed to them', async () => {
    const { data: view } = await create('staff', { name: '登记', state: '?c=name,creditCode', sharing: 'link' });
    expect(view.closed).toBeUndefined();
    expect((await read('founder', view.id)).data.closed).toEqual([
      { apiName: 'creditCode', label: '统一社会信用代码' },
    ]);
    expect((await read('svip', view.id)).data.closed).toBeUndefined();
  });

  it('a shared link opens for a user who has it, who finds it in no menu and cannot change it', async () => {
    const { data: view } = await create('investor', { name: '共享的', sharing: 'link' });
    expect((await read('founder', view.id)).data).toMatchObject({
      name: '共享的',
      ownerName: '示例投资人',
      isMine: false,
      isEditable: false,
    });
    expect(await namesFor('founder')).toEqual([]);
    expect((await update('founder', view, { name: '改名' })).code).toBe(codeOf('FORBIDDEN'));
    expect((await remove('founder', view)).code).toBe(codeOf('FORBIDDEN'));
    expect((await read('visitor', view.id)).code).toBe(codeOf('SESSION_INVALID'));
  });

  it('its id cannot be guessed from another', async () => {
    const ids = await Promise.all(['一', '二'].map(async (name) => (await create('investor', { name })).data.id));
    for (const id of ids) expect(id).toMatch(/^[1-9]\d{17}$/);
    expect(Math.abs(Number(ids[0]) - Number(ids[1]))).toBeGreaterThan(1_000_000);
  });

  it('only staff share with every user, and every user then finds it in the menu', async () => {
    expect((await create('svip', { name: '推荐', sharing: 'everyone' })).code).toBe(codeOf('FORBIDDEN'));
    const { data: own } = await create('svip', { name: '推荐' });
    expect((await update('svip', own, { sharing: 'everyone' })).code).toBe(codeOf('FORBIDDEN'));
    const { data: view } = await create('staff', { name: '官方推荐', sharing: 'everyone' });
    expect(await namesFor('founder')).toEqual(['官方推荐']);
    expect((await update('founder', view, { name: '改名' })).code).toBe(codeOf('FORBIDDEN'));
  });

  it('views of a list that is closed to a person are not there for that person', async () => {
    const { data: view } = await create('staff', { name: '全部', sharing: 'everyone' });
    await setDefault('founder', view.id);
    const object = test.services.catalog.object(COMPANIES);
    const { access } = object.definition;
    Object.assign(object.definition, { access: { ...access, list: 'staff' } });
    expect((await read('founder', view.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await test.get<SavedView[]>('founder', `${PATH}/default`)).data).toEqual([]);
    expect((await test.get('founder', `${PATH}?objectApiName=${COMPANIES}`)).code).toBe(codeOf('FORBIDDEN'));
    expect((await create('founder', { name: '新的' })).code).toBe(codeOf('FORBIDDEN'));
    Object.assign(object.definition, { access });
    expect((await read('founder', view.id)).code).toBe(0);
  });
});

describe('when its owner’s account is gone', () => {
  it('a shared view still opens without a name, staff may maintain it, and a private one opens for no other user', async () => {
    await test.store.database.pool.query(
      `insert into account (username, name, password_hash, roles, duties)
       select 'leaver', '离开的人', password_hash, '{staff}', '{data}' from account where username = 'staff'`,
    );
    const leaver = 'leaver' as Who;
    const { data: everyones } = await create(leaver, { name: '所有人的', sharing: 'everyone' });
    const { data: linked } = await create(leaver, { name: '链接的', sharing: 'link' });
    const { data: secret } = await create(leaver, { name: '私有的' });
    await setDefault(leaver, linked.id);
    await test.store.database.pool.query(`delete from account where username = 'leaver'`);
    expect((await read('founder', linked.id)).data).toMatchObject({ name: '链接的', ownerName: null, isMine: false });
    expect((await read('founder', everyones.id)).data.ownerName).toBeNull();
    expect((await update('staff', everyones, { name: '官方视图' })).data.name).toBe('官方视图');
    for (const who of ['founder', 'staff'] as const) {
      expect((await read(who, secret.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    }
  });
});

describe('two people change one view', () => {
  it('the second is informed, sees what it is now, and nothing is overwritten', async () => {
    const { data: view } = await create('staff', { name: '官方', sharing: 'everyone' });
    expect((await update('staff', view, { state: '?q=first' })).data).toMatchObject({ version: 2, state: '?q=first' });
    const second = await test.post<{ view: SavedView }>('staff', `${PATH}/${view.id}`, { version: 1, state: '?q=2' });
    expect(second).toMatchObject({ status: 409, code: codeOf('CONFLICT') });
    expect(second.data.view).toMatchObject({ version: 2, state: '?q=first' });
    expect((await remove('staff', view)).code).toBe(codeOf('CONFLICT'));
    const both = await Promise.all(['甲', '乙'].map((name) => update('staff', { ...view, version: 2 }, { name })));
    expect(codesOf(both)).toEqual([0, codeOf('CONFLICT')]);
  });
});

describe('names and numbers', () => {
  it('a person has one view of a name for a list; others may use it too', async () => {
    const same = await Promise.all(Array.from({ length: 4 }, () => create('investor', { name: ' 同名 ' })));
    expect(codesOf(same)).toEqual([0, ...Array(3).fill(codeOf('DUPLICATE'))]);
    expect((await create('founder', { name: '同名' })).code).toBe(0);
    expect((await create('investor', { name: '同名', objectApiName: 'InsightFund' })).code).toBe(0);
    const { data: other } = await create('investor', { name: '别名' });
    expect((await update('investor', other, { name: '同名' })).code).toBe(codeOf('DUPLICATE'));
    expect((await update('investor', other, { name: '别名', state: '' })).code).toBe(0);
  });

  it('a hundred views are kept and no more', async () => {
    await test.store.database.pool.query(
      `insert into saved_view (id, object_api_name, owner_id, name, state, sharing, updated_at)
       select n, $1, (select id from account where username = 'investor'), n::text, '', 'private', now()
       from generate_series(1, 99) as n`,
      [COMPANIES],
    );
    const two = await Promise.all(['甲', '乙'].map((name) => create('investor', { name })));
    expect(codesOf(two)).toEqual([0, codeOf('INVALID_BODY')]);
    expect(await namesFor('investor')).toHaveLength(100);
  });
});

describe('the default of a person', () => {
  it('is one for each list, follows its view, and ends when set to none', async () => {
    const defaults = async (who: Who) =>
      (await test.get<SavedView[]>(who, `${PATH}/default`)).data.map((view) => view.name);
    const { data: first } = await create('investor', { name: '第一' });
    const { data: second } = await create('investor', { name: '第二', sharing: 'link' });
    await setDefault('investor', first.id);
    await setDefault('investor', second.id);
    await setDefault('founder', second.id);
    expect(await defaults('investor')).toEqual(['第二']);
    expect(await namesFor('founder')).toEqual(['第二']);
    expect((await read('investor', second.id)).data).toMatchObject({ isDefault: true, version: 1 });
    await update('investor', second, { sharing: 'private' });
    expect(await defaults('founder')).toEqual([]);
    expect(await namesFor('founder')).toEqual([]);
    await setDefault('investor', null);
    expect(await defaults('investor')).toEqual([]);
    expect((await setDefault('investor', first.id, 'InsightFund')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});

describe('a removed view', () => {
  it('comes back under its own id, as the default that it was', async () => {
    const { data: view } = await create('investor', { name: '误删', sharing: 'link' });
    await setDefault('investor', view.id);
    expect((await remove('investor', view)).code).toBe(0);
    expect((await read('investor', view.id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await namesFor('investor')).toEqual([]);
    expect((await test.post('founder', `${PATH}/${view.id}/restore`, {})).code).toBe(codeOf('UNKNOWN_RECORD'));
    const { data: back } = await test.post<SavedView>('investor', `${PATH}/${view.id}/restore`, {});
    expect(back).toMatchObject({ id: view.id, name: '误删', isDefault: true });
    expect((await test.post<SavedView>('investor', `${PATH}/${view.id}/restore`, {})).data.version).toBe(back.version);
  });

  it('gives its name free, and cannot come back beside one that took it', async () => {
    const { data: view } = await create('investor', { name: '名称' });
    await remove('investor', view);
    expect((await create('investor', { name: '名称' })).code).toBe(0);
    expect((await test.post('investor', `${PATH}/${view.id}/restore`, {})).code).toBe(codeOf('DUPLICATE'));
  });

  it('is gone for good after thirty days', async () => {
    const { data: old } = await create('investor', { name: '很久以前' });
    await remove('investor', old);
    await test.store.database.pool.query("update saved_view set removed_at = removed_at - interval '31 days'");
    const { data: other } = await create('investor', { name: '刚刚' });
    await remove('investor', other);
    expect((await test.post('investor', `${PATH}/${old.id}/restore`, {})).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await test.post('investor', `${PATH}/${other.id}/restore`, {})).code).toBe(0);
  });
});

describe('what is no view is refused with a word', () => {
  it.each([
    ['a state that is no query', { state: 'javascript:alert(1)' }],
    ['a state with markup', { state: '?q=<script>' }],
    ['a state that is too long', { state: `?q=${'a'.repeat(8000)}` }],
    ['a state that opens another view', { state: '?q=a&v=12' }],
    ['no name', { name: '' }],
    ['a name of spaces', { name: '   ' }],
    ['a name that is too long', { name: '名'.repeat(61) }],
    ['a name that cannot be stored', { name: 'a\0' }],
    ['a sharing that is none', { sharing: 'world' }],
    ['an owner', { owner_id: '1' }],
  ])('%s', async (_, wrong) => {
    const body = { objectApiName: COMPANIES, name: '视图', state: '', sharing: 'private', ...wrong };
    const answer = await test.post('investor', PATH, body);
    expect(answer).toMatchObject({ status: 422, code: codeOf('INVALID_BODY') });
    expect(answer.msg).toMatch(/[一-鿿]/);
  });

  it('an object or an id that is none', async () => {
    expect((await create('investor', { name: '视图', objectApiName: 'Ghost' })).code).toBe(codeOf('UNKNOWN_OBJECT'));
    expect((await read('investor', '0')).code).toBe(codeOf('INVALID_BODY'));
    expect((await read('investor', '9'.repeat(30))).code).toBe(codeOf('INVALID_BODY'));
  });

  it('labels of any kind are kept as they are', async () => {
    for (const name of ['<b>粗</b>', '🐋', 'שלום', "'; drop table saved_view; --"]) {
      expect((await create('investor', { name })).data.name).toBe(name);
    }
  });
});
