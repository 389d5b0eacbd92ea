import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { SavedView } from '#schemas/api/views.ts';
import type { Noted } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { type Colleague, NoteWorld } from '#tests/support/notes.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';

let test: TestApp;
let world: NoteWorld;
let institution: string;
let author: Colleague;
let colleague: Colleague;
let stranger: Colleague;
beforeAll(async () => {
  test = await openTestApp();
  world = new NoteWorld(test);
  institution = await world.record('InsightOrg', { name: '示例筛选资本' });
  author = await world.investor('noted-author', '示例作者', institution);
  colleague = await world.investor('noted-colleague', '示例同事', institution);
  stranger = await world.investor('noted-stranger', '示例外人');
  const [one, other, third] = await Promise.all(
    ['示例甲企业', '示例乙企业', '示例丙企业'].map((name) => world.record('InsightCompany', { name })),
  );
  made(await world.write(author, one ?? '', '團隊 Strong，需要复盘'));
  made(await world.write(author, other ?? '', '共享的复盘', { sharing: 'institution' }));
  made(await world.write(stranger, third ?? '', '外人的复盘'));
});
afterAll(() => test.close());

const OBJECT = { objectApiName: 'InsightCompany' };
const OWN: Noted = { noted: { isOwn: true } };
const holding = (contains: string, more: object = {}): Noted => ({ noted: { ...more, contains } });
const ask = (who: SignedIn, filter: object, path = 'getLayoutAndDataList', more: object = {}) =>
  who.send<{ list: { name: string }[]; layout: ListView | null; total: number }>('POST', `/api/metadata/data/${path}`, {
    ...OBJECT,
    filter,
    ...more,
  });
const namesOf = async (who: SignedIn, filter: object) =>
  made(await ask(who, filter))
    .list.map(({ name }) => name)
    .toSorted();

describe('lists narrowed by notes', () => {
  it('show records with a note of the user, and no record for notes of others', async () => {
    expect(await namesOf(author, OWN)).toEqual(['示例乙企业', '示例甲企业'].toSorted());
    expect(await namesOf(colleague, OWN)).toEqual([]);
    expect(await namesOf(stranger, OWN)).toEqual(['示例丙企业']);
    expect(await namesOf(author, { not: OWN })).toContain('示例丙企业');
  });

  it('find words of notes that the user reads, whatever the script and case', async () => {
    expect(await namesOf(author, holding('复盘'))).toHaveLength(2);
    expect(await namesOf(author, holding('团队 strong'))).toEqual(['示例甲企业']);
    expect(await namesOf(colleague, holding('复盘'))).toEqual(['示例乙企业']);
    expect(await namesOf(colleague, holding('复盘', { isOwn: true }))).toEqual([]);
    expect(await namesOf(stranger, holding('复盘'))).toEqual(['示例丙企业']);
    expect(await namesOf(author, holding('100%'))).toEqual([]);
  });

  it('keep to own notes where the user may not open the records', async () => {
    const id = await newAccount(test, { username: 'noted-uncertified', name: '示例未认证', roles: [] });
    await world.link(id, institution);
    const uncertified = await signInBy(test, 'noted-uncertified');
    expect(await namesOf(uncertified, { not: OWN })).toContain('示例乙企业');
    expect(await namesOf(uncertified, holding('复盘'))).toEqual([]);
  });

  it('lose a note that was removed', async () => {
    const record = await world.record('InsightCompany', { name: '示例删除筛选' });
    const { id } = made(await world.write(author, record, '一时的想法'));
    expect(await namesOf(author, holding('一时的想法'))).toEqual(['示例删除筛选']);
    made(await author.send('POST', `/api/notes/${id}/remove`, {}));
    expect(await namesOf(author, holding('一时的想法'))).toEqual([]);
  });

  it('are counted, added up and exported alike', async () => {
    expect(made(await ask(author, OWN, 'count')).total).toBe(2);
    made(await ask(author, OWN, 'optionCounts', { field: 'status' }));
    const order = { ...OBJECT, filter: OWN, format: 'csv', fields: ['name'] };
    const { id } = made(await author.send<ExportState>('POST', '/api/metadata/export', order));
    const { cookie } = author;
    const { body } = await test.app.inject({ url: `/api/metadata/export/${id}/file`, headers: { cookie } });
    expect(body.trim().split('\r\n').slice(1).toSorted()).toEqual(['示例乙企业', '示例甲企业'].toSorted());
  });

  it('say in their layout that notes may be asked about, and not in those of system objects', async () => {
    expect(made(await ask(author, OWN)).layout?.hasNotes).toBe(true);
    const users = await test.post<{ layout: ListView }>('staff', '/api/metadata/data/getLayoutAndDataList', {
      objectApiName: 'User',
    });
    expect(made(users).layout.hasNotes).toBeUndefined();
  });

  it.each([
    [{ noted: {} }, 'filter.noted', '应有 isOwn 或 contains'],
    [{ noted: { isOwn: false } }, 'filter.noted.isOwn', '应为 true'],
    [{ noted: { contains: ' ' } }, 'filter.noted.contains', '1 到 100 个字符'],
    [{ noted: { contains: '长'.repeat(101) } }, 'filter.noted.contains', '1 到 100 个字符'],
    [{ noted: { whose: '1' } }, 'filter.noted', '不认识的键“whose”'],
    [{ noted: [] }, 'filter.noted', '应为一个条件'],
    [{ noted: { isOwn: true }, and: [] }, 'filter', '“and”旁边不能有别的键'],
  ])('refuse %j with its place', async (filter, field, message) => {
    const refused = await ask(author, filter);
    expect([refused.code, refused.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), field]);
    expect(refused.msg).toContain(message);
  });
});

describe('what is asked of notes stays with who asks', () => {
  const state = (filter: Noted) => encodeListState({ ...DEFAULT_LIST_STATE, filter });
  const view = (name: string, sharing: string) => ({ ...OBJECT, name, sharing, state: state(holding('复盘')) });

  it('is kept in an own view, which is not shared then nor later', async () => {
    const kept = made(await author.send<SavedView>('POST', '/api/metadata/view', view('复盘', 'private')));
    const shared = await author.send('POST', '/api/metadata/view', view('给别人', 'link'));
    expect(shared).toMatchObject({ code: codeOf('INVALID_BODY'), problems: [{ field: 'sharing' }] });
    const change = { version: kept.version, sharing: 'link' };
    expect(await author.send('POST', `/api/metadata/view/${kept.id}`, change)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      problems: [{ field: 'sharing' }],
    });
    const plain = made(
      await author.send<SavedView>('POST', '/api/metadata/view', { ...OBJECT, name: '空', state: '', sharing: 'link' }),
    );
    const noted = { version: plain.version, state: state(OWN) };
    expect((await author.send('POST', `/api/metadata/view/${plain.id}`, noted)).code).toBe(codeOf('INVALID_BODY'));
  });

  it('is refused to programs, which read no notes', async () => {
    const { secret } = await keyOf(author);
    const filter = encodeURIComponent(JSON.stringify(OWN));
    const answer = await asProgram(test.app, secret, `/api/open/v1/InsightCompany?filter=${filter}`);
    expect([answer.code, JSON.stringify(answer)]).toEqual([
      codeOf('INVALID_QUERY'),
      expect.stringContaining('这里不能按笔记筛选'),
    ]);
  });
});

describe('the search over all', () => {
  interface Found {
    readonly notes: {
      readonly list: { readonly body: string; readonly recordName: string | null }[];
      hasMore: boolean;
    };
  }
  const search = async (who: SignedIn, word: string) =>
    made(await who.send<Found>('GET', `/api/metadata/insight/search?wd=${encodeURIComponent(word)}`)).notes;
  const bodies = async (who: SignedIn, word: string) => (await search(who, word)).list.map(({ body }) => body);

  it('finds own notes and those that colleagues share, with their records, and never those of others', async () => {
    expect(await bodies(author, '复盘')).toEqual(['共享的复盘', '團隊 Strong，需要复盘']);
    expect((await search(author, '团队')).list).toMatchObject([{ recordName: '示例甲企业' }]);
    expect(await bodies(colleague, '复盘')).toEqual(['共享的复盘']);
    expect(await bodies(stranger, '复盘')).toEqual(['外人的复盘']);
    expect((await test.get<Found>('visitor', '/api/metadata/insight/search?wd=复盘')).data.notes.list).toEqual([]);
    expect((await test.get<Found>('staff', '/api/metadata/insight/search?wd=复盘')).data.notes.list).toEqual([]);
  });

  it('gives the newest five and says that there are more', async () => {
    const record = await world.record('InsightCompany', { name: '示例多条企业' });
    for (let at = 1; at <= 6; at += 1) made(await world.write(author, record, `鲸群纪要 ${at}`));
    const found = await search(author, '鲸群');
    expect([found.list.length, found.list[0]?.body, found.hasMore]).toEqual([5, '鲸群纪要 6', true]);
  });
});
