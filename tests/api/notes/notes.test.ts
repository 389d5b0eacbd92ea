import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedNote, Note, NotePerson } from '#schemas/api/notes.ts';
import type { Notice } from '#schemas/api/notices.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { takeCopy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';
import { type Colleague, NoteWorld } from '#tests/support/notes.ts';

let test: TestApp;
let world: NoteWorld;
let institution: string;
let company: string;
let author: Colleague;
let colleague: Colleague;
let stranger: Colleague;
beforeAll(async () => {
  test = await openTestApp();
  world = new NoteWorld(test);
  institution = await world.record('InsightOrg', { name: '示例笔记资本' });
  company = await world.record('InsightCompany', { name: '示例笔记企业' });
  author = await world.investor('note-author', '示例作者', institution);
  colleague = await world.investor('note-colleague', '示例同事', institution);
  stranger = await world.investor('note-stranger', '示例外人');
});
afterAll(() => test.close());

interface Found {
  readonly list: ListedNote[];
  readonly after: string | null;
  readonly total: number;
}
const on = async (who: Colleague, id = company) =>
  made(
    await who.send<{ list: Note[]; canShare: boolean }>(
      'GET',
      `/api/notes?objectApiName=InsightCompany&recordId=${id}`,
    ),
  );
const bodiesOn = async (who: Colleague, id = company) => (await on(who, id)).list.map(({ body }) => body);
const find = async (who: Colleague, query: string) => made(await who.send<Found>('GET', `/api/notes/search?${query}`));
const bodies = ({ list }: Found) => list.map(({ body }) => body);
const change = (who: Colleague, { id, version }: Note, body: string, more: object = {}) =>
  who.send<Note>('POST', `/api/notes/${id}`, { version, body, sharing: 'private', ...more });
const remove = (who: Colleague, { id }: Note) => who.send('POST', `/api/notes/${id}/remove`, {});
const restore = (who: Colleague, { id }: Note) => who.send<Note>('POST', `/api/notes/${id}/restore`, {});
const mentionsOf = async (who: Colleague) =>
  made(await who.send<{ list: Notice[] }>('GET', '/api/rong/systemMsgList?type=3')).list.filter(
    ({ title }) => title === '笔记中提到了您',
  );
/** A company of a test's own. */
const fresh = (name: string) => world.record('InsightCompany', { name });

describe('a note', () => {
  it('is read by its author alone while it is private', async () => {
    const id = await fresh('示例私密企业');
    const note = made(await world.write(author, id, '只有自己看\r\n第二行'));
    expect(note).toMatchObject({
      body: '只有自己看\n第二行',
      isOwn: true,
      sharing: 'private',
      version: 1,
      editedAt: null,
    });
    expect(await bodiesOn(author, id)).toEqual(['只有自己看\n第二行']);
    for (const other of [colleague, stranger]) {
      expect(await bodiesOn(other, id)).toEqual([]);
      expect(await change(other, note, '改')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
      expect(await remove(other, note)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    }
  });

  it('that is shared is read by those who are of the institution today, and by none who left', async () => {
    const id = await fresh('示例共享企业');
    made(await world.write(author, id, '机构可见', { sharing: 'institution' }));
    expect(await bodiesOn(colleague, id)).toEqual(['机构可见']);
    expect((await on(colleague, id)).list[0]).toMatchObject({ isOwn: false, author: '示例作者' });
    expect(await bodiesOn(stranger, id)).toEqual([]);
    expect(bodies(await find(colleague, `scope=shared&keyword=${encodeURIComponent('机构')}`))).toContain('机构可见');
    const elsewhere = await world.record('InsightOrg', { name: '示例另一家资本' });
    await world.link(author.id, elsewhere);
    expect(await bodiesOn(colleague, id)).toEqual([]);
    expect((await on(author, id)).list).toMatchObject([{ body: '机构可见', sharing: 'private' }]);
    await world.link(colleague.id, elsewhere);
    expect(await bodiesOn(colleague, id)).toEqual([]);
    for (const who of [author, colleague]) await world.link(who.id, institution);
    expect(await bodiesOn(colleague, id)).toEqual(['机构可见']);
  });

  it('is not shared by a user without an institution, and has a text', async () => {
    expect(await world.write(stranger, company, '共享', { sharing: 'institution' })).toMatchObject({
      code: codeOf('INVALID_BODY'),
      problems: [{ field: 'sharing' }],
    });
    expect((await on(stranger)).canShare).toBe(false);
    expect(await world.write(author, company, ' \n ')).toMatchObject({ problems: [{ field: 'body' }] });
    expect(await world.write(author, company, '长'.repeat(5001))).toMatchObject({ code: codeOf('INVALID_BODY') });
  });

  it('is written only on a record that the user may open', async () => {
    const { code } = await test.post('member', '/api/notes', {
      objectApiName: 'InsightCompany',
      recordId: company,
      clientKey: 'note-on-closed',
      body: '看不到',
      sharing: 'private',
    });
    expect(code).toBe(codeOf('VIP_REQUIRED'));
    expect((await test.get('member', `/api/notes?objectApiName=InsightCompany&recordId=${company}`)).code).toBe(code);
    expect((await world.write(author, '999999', '没有')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('that is sent twice is written once', async () => {
    const id = await fresh('示例重发企业');
    const sent = () => world.write(author, id, '同一次', { clientKey: 'note-sent-twice' });
    const [one, other] = [made(await sent()), made(await sent())];
    expect(other).toEqual(one);
    expect(await bodiesOn(author, id)).toEqual(['同一次']);
  });

  it('is changed at its version, and keeps what it was', async () => {
    const id = await fresh('示例改动企业');
    const first = made(await world.write(author, id, '一稿'));
    const second = made(await change(author, first, '二稿', { sharing: 'institution' }));
    expect(second).toMatchObject({
      body: '二稿',
      version: 2,
      sharing: 'institution',
      editedAt: TEST_NOW.toISOString(),
    });
    expect(await change(author, first, '另一处')).toMatchObject({ status: 409, code: codeOf('CONFLICT') });
    made(await change(author, second, '三稿'));
    const { list } = made(await author.send<{ list: object[] }>('GET', `/api/notes/${first.id}/history`));
    expect(list).toMatchObject([
      { version: 2, body: '二稿', sharing: 'institution' },
      { version: 1, body: '一稿', sharing: 'private' },
    ]);
    expect((await colleague.send('GET', `/api/notes/${first.id}/history`)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('that is removed is restored within 30 days, and gone after them', async () => {
    const id = await fresh('示例删除企业');
    const [kept, gone] = [made(await world.write(author, id, '留下')), made(await world.write(author, id, '不留'))];
    for (const note of [kept, gone, gone]) made(await remove(author, note));
    expect(await bodiesOn(author, id)).toEqual([]);
    expect(bodies(await find(author, 'scope=removed'))).toEqual(['不留', '留下']);
    expect((await change(author, gone, '改')).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(made(await restore(author, kept))).toMatchObject({ body: '留下', removedAt: null });
    const longAgo = new Date(TEST_NOW.getTime() - 31 * DAY_MS).toISOString();
    const { db } = test.services.database;
    await db.updateTable('record_note').set({ removed_at: longAgo }).where('id', '=', gone.id).execute();
    expect(bodies(await find(author, 'scope=removed'))).toEqual([]);
    expect((await restore(author, gone)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(await bodiesOn(author, id)).toEqual(['留下']);
  });
});

describe('a mention', () => {
  it('notifies a colleague once, by a notice that leads to the record and names no user', async () => {
    const id = await fresh('示例提及企业');
    const shared = { sharing: 'institution', mentions: [colleague.id] };
    const note = made(await world.write(author, id, '@示例同事 看一下', shared));
    expect(note.mentions).toEqual([{ id: colleague.id, name: '示例同事' }]);
    made(await change(author, note, '@示例同事 再看一下', shared));
    expect(await mentionsOf(colleague)).toMatchObject([
      { content: '同机构的同事在“示例提及企业”的笔记中提到了您。', link: `/insight/InsightCompany/${id}` },
    ]);
  });

  it('is of colleagues who read the note, and of no one else', async () => {
    const mentioning = (id: string, sharing = 'institution') =>
      world.write(author, company, '@谁', { sharing, mentions: [id] });
    for (const sent of [
      await mentioning(stranger.id),
      await mentioning(author.id),
      await mentioning(colleague.id, 'private'),
    ])
      expect(sent).toMatchObject({ code: codeOf('INVALID_BODY'), problems: [{ field: 'mentions' }] });
    expect(await mentionsOf(stranger)).toEqual([]);
  });

  it('is chosen from colleagues who may open the record, by a part of their name', async () => {
    const people = async (who: Colleague, text = '') =>
      made(
        await who.send<{ list: NotePerson[] }>(
          'GET',
          `/api/notes/person?objectApiName=InsightCompany&recordId=${company}&text=${encodeURIComponent(text)}`,
        ),
      ).list.map(({ name }) => name);
    expect(await people(author)).toEqual(['示例同事']);
    expect(await people(author, '没有这个人')).toEqual([]);
    expect(await people(stranger)).toEqual([]);
    const { db } = test.services.database;
    await db.updateTable('account').set({ roles: [] }).where('id', '=', colleague.id).execute();
    expect(await people(author)).toEqual([]);
    await db
      .updateTable('account')
      .set({ roles: ['ORG_INVESTOR'] })
      .where('id', '=', colleague.id)
      .execute();
  });
});

describe('own notes', () => {
  it('are found by parts of their text, whatever the script and case, page by page', async () => {
    const id = await fresh('示例搜索企业');
    for (let at = 0; at < 22; at += 1) made(await world.write(author, id, `海馬 Robot 第${at}條`));
    const keyword = encodeURIComponent('robot 海马');
    const page = await find(author, `scope=own&keyword=${keyword}`);
    expect(page.list).toHaveLength(20);
    expect(page.list[0]).toMatchObject({ body: '海馬 Robot 第21條', recordName: '示例搜索企业', objectLabel: '企业' });
    const rest = await find(author, `scope=own&keyword=${keyword}&after=${page.after}`);
    expect([bodies(rest), rest.after]).toEqual([['海馬 Robot 第1條', '海馬 Robot 第0條'], null]);
    expect(bodies(await find(author, `scope=own&keyword=${encodeURIComponent('100%')}`))).toEqual([]);
    expect(bodies(await find(stranger, `scope=own&keyword=${keyword}`))).toEqual([]);
  });

  it('stay their author’s where the record is open to them no more, and colleagues read none of it', async () => {
    const id = await fresh('示例关闭企业');
    made(await world.write(author, id, '关闭之前', { sharing: 'institution' }));
    const { db } = test.services.database;
    const roles = (who: Colleague, list: string[]) =>
      db.updateTable('account').set({ roles: list }).where('id', '=', who.id).execute();
    const asked = `keyword=${encodeURIComponent('关闭之前')}`;
    for (const who of [author, colleague]) await roles(who, []);
    expect((await find(author, `scope=own&${asked}`)).list).toMatchObject([{ body: '关闭之前', recordName: null }]);
    expect(bodies(await find(colleague, `scope=shared&${asked}`))).toEqual([]);
    for (const who of [author, colleague]) await roles(who, ['ORG_INVESTOR']);
    expect(bodies(await find(colleague, `scope=shared&${asked}`))).toEqual(['关闭之前']);
  });

  it('are in the copy of their author and in no other', async () => {
    made(await world.write(author, company, '副本里的笔记', { sharing: 'institution' }));
    expect((await takeCopy(author)).text).toContain('副本里的笔记');
    expect((await takeCopy(colleague)).text).not.toContain('副本里的笔记');
  });

  it('follow their record into another and back', async () => {
    const [survivor, loser] = [await fresh('示例合并企业'), await fresh('示例被并企业')];
    made(await world.write(author, survivor, '留下的笔记'));
    made(await world.write(author, loser, '被并的笔记'));
    const merges = new Merges(test);
    const merge = await merges.done('InsightCompany', survivor, loser);
    expect(await bodiesOn(author, survivor)).toEqual(['被并的笔记', '留下的笔记']);
    expect(await bodiesOn(author, loser)).toEqual(['被并的笔记', '留下的笔记']);
    made(await merges.undo(merge));
    await merges.ended(merge);
    expect(await bodiesOn(author, survivor)).toEqual(['留下的笔记']);
    expect(await bodiesOn(author, loser)).toEqual(['被并的笔记']);
  });
});
