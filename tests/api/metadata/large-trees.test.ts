import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TreeOption } from '#schemas/api/metadata.ts';
import type { OptionCounts } from '#schemas/api/records.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { DEEP, LARGE_FIELD, LARGE_TREE } from '#tests/support/metadata/large-tree.ts';

let test: TestApp;
const create = (value: string, clientKey: string) =>
  test.post<{ record: { id: string } }>('staff', '/api/metadata/data/InsightCompany', {
    clientKey: `large-tree-${clientKey}`,
    values: { name: `企业${clientKey}`, [LARGE_FIELD.apiName]: value },
  });

beforeAll(async () => {
  test = await openTestApp();
  const body = { baseVersion: 0, optionSet: LARGE_TREE };
  made(await test.post('staff', '/api/metadata/selectOption/save', body));
  made(await saveField(test, 'InsightCompany', LARGE_FIELD));
});
afterAll(() => test.close());

const labelsOf = (options: readonly TreeOption[]) => options.map(({ label }) => label);
const children = async (parent?: string) => {
  const query = new URLSearchParams({ optionSet: LARGE_TREE.name, ...(parent !== undefined && { parent }) });
  return (await test.get<TreeOption[]>('member', `/api/metadata/selectOption/findChildOptions?${query}`)).data;
};
const search = async (text: string) => {
  const query = new URLSearchParams({ optionSet: LARGE_TREE.name, text });
  return (
    await test.get<{ found: string[]; options: TreeOption[] }>('member', `/api/metadata/optionTree/search?${query}`)
  ).data;
};

describe('A tree of more options than a page should carry', () => {
  it('is on its way to no page: neither the list nor the definition of its object has an option of it', async () => {
    made(await create(DEEP.value, 'deep'));
    const list = await test.post('staff', '/api/metadata/data/getLayoutAndDataList', {
      objectApiName: 'InsightCompany',
    });
    const definition = await test.get('staff', '/api/metadata/object/InsightCompany');
    for (const answer of [list, definition]) {
      const text = JSON.stringify(answer);
      expect(text).toContain(LARGE_FIELD.label);
      expect(text).not.toContain('医疗器械大类');
    }
  });

  it('opens branch by branch, each option saying whether more is below it', async () => {
    expect(await children()).toHaveLength(8);
    const below = await children('t2-3-4');
    expect(labelsOf(below)).toEqual([1, 2, 3, 4, 5].map((at) => `医疗器械中类2-3-4-${at}`));
    expect(below.every(({ hasChildren }) => hasChildren)).toBe(true);
    expect((await children('t2-3-4-5')).some(({ hasChildren }) => hasChildren)).toBe(false);
    expect(await children(DEEP.value)).toEqual([]);
  });

  it('names what records hold by the way to it, and leaves out what is no option', async () => {
    const body = { optionSet: LARGE_TREE.name, values: [DEEP.value, 't2-3', 'gone'] };
    const { data } = await test.post<TreeOption[]>('member', '/api/metadata/optionTree/find', body);
    expect(labelsOf(data)).toEqual([...DEEP.path]);
    const many = { optionSet: LARGE_TREE.name, values: Array.from({ length: 101 }, (_, at) => `t${at}`) };
    expect((await test.post('member', '/api/metadata/optionTree/find', many)).status).toBe(422);
  });

  it.each([
    ['its name', '小类2-3-4-5-6', DEEP.value],
    ['pinyin', 'yiliaoqixie', 't2'],
    ['initials', 'yiliao qx', 't2'],
  ])('is searched to its last level by %s', async (_way, text, value) => {
    const { found, options } = await search(text);
    expect(found[0]).toBe(value);
    expect(options.map((option) => option.value)).toContain(value);
    expect(found.length).toBeLessThanOrEqual(50);
  });

  it('gives the way to what was found, and nothing else', async () => {
    const { found, options } = await search('小类2-3-4-5-6');
    expect(found).toEqual([DEEP.value]);
    expect(labelsOf(options)).toEqual([...DEEP.path]);
    expect(await search('没有这个行业')).toEqual({ found: [], options: [] });
  });

  it('is checked by the server as ever: a record holds what is in the tree, and nothing else', async () => {
    const refused = await create('t9-9', 'wrong');
    expect(refused).toMatchObject({ code: codeOf('INVALID_BODY') });
    expect(refused.problems).toMatchObject([{ field: LARGE_FIELD.apiName }]);
    expect(await create('t2-3', 'branch')).toMatchObject({ code: 0 });
  });

  it('counts the records of a branch with those of all that is below it', async () => {
    const query = { objectApiName: 'InsightCompany', field: LARGE_FIELD.apiName };
    const { data } = await test.post<OptionCounts>('staff', '/api/metadata/data/optionCounts', query);
    expect(data.counts).toEqual({ t2: 2, 't2-3': 2, 't2-3-4': 1, 't2-3-4-5': 1, [DEEP.value]: 1 });
  });

  it('offers no longer what was retired, and still names it', async () => {
    const retire = (value: string) => ['t2-3-4-5-6', 't3-1'].includes(value);
    const options = LARGE_TREE.options.map((option) => (retire(option.value) ? { ...option, retired: true } : option));
    const { data: set } = await test.get<{ version: number }>('staff', `/api/metadata/selectOption/${LARGE_TREE.name}`);
    const body = { baseVersion: set.version, optionSet: { ...LARGE_TREE, options } };
    made(await test.post('staff', '/api/metadata/selectOption/save', body));
    expect((await search('小类2-3-4-5-6')).found).toEqual([]);
    expect((await children('t3'))[0]).toMatchObject({ value: 't3-1', retired: true });
    const named = { optionSet: LARGE_TREE.name, values: [DEEP.value] };
    const { data } = await test.post<TreeOption[]>('member', '/api/metadata/optionTree/find', named);
    expect(data.at(-1)).toMatchObject({ label: DEEP.path[4], retired: true });
  });
});
