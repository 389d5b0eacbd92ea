import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/durations.ts';
import { VisitorAlerts } from '#tests/support/alerts/visitor-alerts.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import { made } from '#tests/support/editing.ts';

let of: VisitorAlerts;
beforeAll(async () => {
  of = await VisitorAlerts.open();
});
afterAll(() => of.close());
beforeEach(() => of.begin());

describe('a subscription to the visitors of a company', () => {
  it('reports who came since it began, with name, institution and day, under the name of the company', async () => {
    const [early, late] = [await of.visits.investor('示例早资本'), await of.visits.investor('示例晚资本')];
    await of.looks(early);
    const { id, name } = await of.subscribe();
    await of.looks(early);
    await of.looks(late);
    await of.run();
    const [notice, ...others] = await of.bell();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      title: '订阅提醒：新增 1 条',
      content: `· ${late.name} · 首次来访 · 示例晚资本 · 机构投资人 · 2026-11-23 — 命中：${name}`,
    });
    expect((await of.own()).map(({ fresh, link }) => [fresh, link])).toEqual([
      [1, `/visitors?ccid=${of.founder.companyId}`],
    ]);
    expect((await of.lines(id)).list.map(({ at }) => at)).toEqual([of.clock.toISOString()]);
  });

  it('reports one who comes on another day again, at the company or a project of it, once a day', async () => {
    const investor = await of.visits.investor('示例回访资本');
    const project = await of.visits.project(of.founder);
    await of.looks(investor);
    await of.subscribe();
    of.pass(DAY_MS);
    await of.looks(investor);
    await of.run();
    of.pass(HOUR_MS);
    await of.looks(investor);
    await of.looks(investor, project, 'InsightProject');
    await of.run();
    expect((await of.bell()).map(({ content }) => content)).toEqual([
      expect.stringContaining(`${investor.name} · 再次来访（首次 2026-11-23）`),
    ]);
  });

  it('has a visitor once in a digest, however often they came', async () => {
    const investor = await of.visits.investor('示例常客资本');
    await of.subscribe('weekly');
    for (let day = 0; day < 3; day += 1) {
      of.pass(DAY_MS);
      await of.looks(investor);
      await of.run();
    }
    of.moveTo('2026-11-30T02:00:00.000Z');
    await of.run();
    const [notice, ...others] = await of.bell();
    expect(others).toEqual([]);
    expect(notice?.content.split('\n')).toHaveLength(1);
  });

  it('says nothing of a private visitor, and is as if there was none', async () => {
    const { id } = await of.subscribe();
    const investor = await of.visits.investor('示例隐身资本');
    await of.visits.setMode(investor, 'private');
    const before = [await of.own(), await of.lines(id), await of.bell()];
    await of.looks(investor);
    await of.run();
    expect([await of.own(), await of.lines(id), await of.bell()]).toEqual(before);
  });

  it('goes by what the visitor lets be known when it is sent', async () => {
    const [hidden, shown] = [await of.visits.investor('示例转隐资本'), await of.visits.investor('示例转显资本')];
    await of.visits.setMode(shown, 'private');
    const { id } = await of.subscribe('daily');
    await of.looks(hidden);
    await of.looks(shown);
    await of.run();
    await of.visits.setMode(hidden, 'private');
    await of.visits.setMode(shown, 'open');
    expect((await of.own()).map(({ fresh }) => fresh)).toEqual([1]);
    of.moveTo('2026-11-24T02:00:00.000Z');
    await of.run();
    expect((await of.bell()).map(({ content }) => content)).toEqual([expect.stringContaining(shown.name)]);
    expect((await of.lines(id)).list).toHaveLength(1);
  });

  it('reports one who shows the institution alone at the daily hour, and only the day', async () => {
    const investor = await of.visits.investor('示例半显资本');
    await of.visits.setMode(investor, 'institution');
    const { id } = await of.subscribe();
    await of.looks(investor);
    await of.run();
    expect(await of.bell()).toEqual([]);
    of.moveTo('2026-11-24T02:00:00.000Z');
    await of.run();
    const [notice] = await of.bell();
    expect(notice?.content).toContain('未公开姓名 · 首次来访');
    expect(notice?.content).not.toContain(investor.name);
    expect((await of.lines(id)).list.map(({ at }) => at)).toEqual(['2026-11-22T16:00:00.000Z']);
  });

  it('names no one to a reader who looks privately, nor anyone who was blocked', async () => {
    const [named, blocked] = [await of.visits.investor('示例可见资本'), await of.visits.investor('示例拉黑资本')];
    await of.subscribe('daily');
    await of.looks(named);
    await of.looks(blocked);
    await of.run();
    await of.visits.setMode(of.founder, 'private');
    const inbox = { user_id: of.founder.uid, peer_id: blocked.uid, conversation_id: '97', blocked: true, rev: '1' };
    await of.db
      .insertInto('chat_inbox')
      .values({ ...inbox, sort_at: of.clock })
      .execute();
    of.moveTo('2026-11-24T02:00:00.000Z');
    await of.run();
    const [notice] = await of.bell();
    expect(notice?.content).toMatch(/^· 未公开姓名 · 首次来访 · 其他投资人 · 2026-11-23 — 命中：/);
  });

  it('ends when the subscriber speaks for the company no more', async () => {
    await of.subscribe('daily');
    await of.looks(await of.visits.investor('示例离任资本'));
    await of.run();
    await of.db.deleteFrom('company_member').where('account_id', '=', of.founder.uid).execute();
    of.moveTo('2026-11-24T02:00:00.000Z');
    await of.run();
    expect(await of.bell()).toEqual([]);
    expect((await of.own()).map(({ fresh, paused }) => [fresh, paused])).toEqual([
      [0, '订阅的内容已删除，或不再对您开放'],
    ]);
  });

  it('is each speaker’s own, and counts no colleague as a visitor', async () => {
    const colleague = await of.visits.contacts.person();
    await speakFor(of.db, colleague.uid, of.founder.companyId, 9);
    await of.subscribe();
    made(await of.ask(colleague));
    const investor = await of.visits.investor('示例同看资本');
    await of.looks(colleague);
    await of.looks(investor);
    await of.run();
    expect((await of.bell()).map(({ title }) => title)).toEqual(['订阅提醒：新增 1 条']);
    expect((await of.bell(colleague)).map(({ title }) => title)).toEqual(['订阅提醒：新增 1 条']);
  });

  it('is refused for companies that one does not speak for, other objects, and kinds that visits have not', async () => {
    const stranger = await of.visits.contacts.person();
    expect((await of.ask(stranger)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await of.ask(of.founder, { objectApiName: 'InsightProject' })).code).toBe(codeOf('INVALID_BODY'));
    expect((await of.ask(of.founder, { objectApiName: 'CompanyVisitor' })).code).toBe(codeOf('INVALID_BODY'));
    expect((await of.ask(of.founder, { kinds: ['left'] })).code).toBe(codeOf('INVALID_BODY'));
    expect((await of.ask(of.founder, { fields: ['days'] })).code).toBe(codeOf('INVALID_BODY'));
  });

  it('goes with the visits when the visitor deletes them, and with the account of the visitor', async () => {
    const investor = await of.visits.investor('示例删除资本');
    const { id } = await of.subscribe('daily');
    await of.looks(investor);
    await of.run();
    expect((await of.lines(id)).list).toHaveLength(1);
    expect(await of.withdraw(investor)).toBe(true);
    expect(await of.lines(id)).toEqual({ list: [], hidden: 0 });
    expect((await of.own()).map(({ fresh }) => fresh)).toEqual([0]);
  });
});
