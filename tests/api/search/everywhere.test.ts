import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchGroup, Suggestion } from '#schemas/api/search.ts';
import { saveSearched, searchedObject, storeRecords, textField } from '#tests/support/records/search-records.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let test: TestApp;
let companies: string[];
beforeAll(async () => {
  test = await openTestApp();
  const alias = textField('alias', { naming: true });
  const secret = textField('secret', { searchable: true, visibleTo: ['svip'] });
  const access = (list: 'everyone' | 'member' | 'svip' | 'owner' | 'staff') => ({
    access: { list, detail: 'svip', create: 'member', edit: 'staff' } as const,
  });
  await saveSearched(test, searchedObject('Firm', [alias, secret], { position: 1, ...access('everyone') }));
  await saveSearched(test, searchedObject('Backer', [alias, secret], { position: 2, ...access('member') }));
  await saveSearched(test, searchedObject('Vault', [alias, secret], { position: 3, ...access('svip') }));
  await saveSearched(test, searchedObject('Private', [alias], { position: 4, ...access('owner') }));
  await saveSearched(test, searchedObject('Hidden', [alias], { position: 5, ...access('staff') }));
  companies = await storeRecords(test, 'Firm', [
    { name: '大鲸图科技' },
    { name: '鲸图科技' },
    { name: '鲸图' },
    { name: '北方软件', alias: '鲸图软件' },
    { name: '精土' },
    { name: '别的', secret: '鲸图的秘密' },
  ]);
  await storeRecords(test, 'Backer', [{ name: '鲸图资本' }, { name: '鲸图创投' }]);
  await storeRecords(test, 'Vault', [{ name: '鲸图一号' }, { name: '无关', secret: '鲸图' }]);
  await storeRecords(test, 'Private', [{ name: '鲸图的融资申请' }]);
  await storeRecords(test, 'Hidden', [{ name: '鲸图内部' }]);
});
afterAll(() => test.close());

const suggest = async (who: Who, wd: string, limit = 20) =>
  (await test.get<Suggestion[]>(who, `/api/metadata/insight/search/word?wd=${encodeURIComponent(wd)}&limit=${limit}`))
    .data;
const search = async (who: Who, wd: string) =>
  (
    await test.get<{ word: string; groups: SearchGroup[] }>(
      who,
      `/api/metadata/insight/search?wd=${encodeURIComponent(wd)}`,
    )
  ).data;

describe('suggestions', () => {
  it('come exact first, then beginnings, then what holds the word, the newest of equals first, objects in turn', async () => {
    const names = (await suggest('founder', '鲸图')).map(({ name }) => name);
    expect(names).toEqual(['鲸图', '鲸图科技', '鲸图创投', '鲸图资本', '北方软件', '大鲸图科技']);
  });

  it('name the object and, where another name is nearer to the word, that name', async () => {
    const [best] = await suggest('svip', '鲸图软');
    expect(best).toEqual({
      objectApiName: 'Firm',
      label: '对象Firm',
      id: companies[3],
      name: '北方软件',
      matched: '鲸图软件',
    });
  });

  it('are found by pinyin and initials while they are typed', async () => {
    expect((await suggest('founder', 'jingtuk')).map(({ name }) => name)).toEqual(['鲸图科技', '大鲸图科技']);
    expect((await suggest('founder', 'jtk')).map(({ name }) => name)).toEqual(['鲸图科技', '大鲸图科技']);
    expect((await suggest('founder', 'jingtu')).map(({ name }) => name)).toContain('精土');
  });

  it('are of lists that are open to the person only, and never by values', async () => {
    const objects = async (who: Who) =>
      [...new Set((await suggest(who, '鲸图')).map(({ objectApiName }) => objectApiName))].toSorted();
    expect(await objects('visitor')).toEqual(['Firm']);
    expect(await objects('founder')).toEqual(['Backer', 'Firm']);
    expect(await objects('svip')).toEqual(['Backer', 'Firm', 'Vault']);
    expect(await objects('staff')).toEqual(['Backer', 'Firm', 'Hidden', 'Private', 'Vault']);
    expect((await suggest('svip', '的秘密')).length).toBe(0);
  });

  it('of records that belong to their owners are the owner’s own', async () => {
    const values = { name: '创始人的鲸图申请' };
    const body = { clientKey: 'search-own-record', values };
    expect((await test.post('founder', '/api/metadata/data/Private', body)).code).toBe(codeOf('VIP_REQUIRED'));
    const names = async (who: Who) => (await suggest(who, '鲸图申请')).map(({ name }) => name);
    expect(await names('founder')).toEqual(['创始人的鲸图申请']);
    expect(await names('investor')).toEqual([]);
    expect(await names('staff')).toEqual(['创始人的鲸图申请']);
  });

  it('are as many as asked for, and refuse a word that is none', async () => {
    expect((await suggest('staff', '鲸', 2)).length).toBe(2);
    expect(await suggest('staff', ' ')).toEqual([]);
    for (const query of ['', 'wd=', `wd=${'鲸'.repeat(101)}`, 'wd=a&limit=21', 'wd=a%00b']) {
      expect((await test.get('staff', `/api/metadata/insight/search/word?${query}`)).status).toBe(422);
    }
  });
});

describe('the page of results', () => {
  it('has a group for each object in the order of the navigation, the best records first', async () => {
    const { word, groups } = await search('founder', ' 鲸图 ');
    expect(word).toBe('鲸图');
    expect(groups.map(({ objectApiName, total, locked }) => [objectApiName, total, locked])).toEqual([
      ['Firm', 4, false],
      ['Backer', 2, false],
      ['Vault', 1, true],
      ['Private', 1, false],
    ]);
    expect(groups[0]).toMatchObject({
      label: '对象Firm',
      route: '/data/Firm',
      totalIsExact: true,
      view: { columns: ['name'] },
    });
    expect(groups[0]?.list.map((row) => row['name'])).toEqual(['鲸图', '鲸图科技', '北方软件', '大鲸图科技']);
  });

  it('shows a user to whom a list is closed how many there are by name, and nothing else', async () => {
    const { groups } = await search('visitor', '鲸图');
    expect(groups.find(({ objectApiName }) => objectApiName === 'Vault')).toEqual({
      objectApiName: 'Vault',
      label: '对象Vault',
      route: '/data/Vault',
      locked: true,
      total: 1,
      totalIsExact: true,
      view: null,
      list: [],
    });
    expect(groups.some(({ objectApiName }) => ['Private', 'Hidden'].includes(objectApiName))).toBe(false);
  });

  it('finds values beside names for whom they are open to', async () => {
    const firm = async (who: Who) =>
      (await search(who, '的秘密')).groups.map(({ objectApiName, list }) => [objectApiName, list.map(({ id }) => id)]);
    expect(await firm('founder')).toEqual([]);
    expect(await firm('svip')).toEqual([['Firm', [companies[5]]]]);
  });
});

describe('a reference selector', () => {
  it('finds names by pinyin and gives the names of ids', async () => {
    const get = (query: string) =>
      test.get<{ id: string; name: string }[]>('founder', `/api/metadata/queryDataByName?objectApiName=Firm&${query}`);
    expect((await get('name=jtkj')).data.map(({ name }) => name)).toEqual(['鲸图科技', '大鲸图科技']);
    const [first, second] = companies;
    expect((await get(`ids=${second},999999,${first}`)).data).toEqual([
      { id: second, name: '鲸图科技' },
      { id: first, name: '大鲸图科技' },
    ]);
    expect((await get('ids=1;2')).status).toBe(422);
  });
});
