import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertLine, Subscription } from '#schemas/api/alerts.ts';
import type { MatchList } from '#schemas/api/match-lists.ts';
import type { Notice } from '#schemas/api/notices.ts';
import type { Alerts } from '#server/features/alerts/alerts.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/durations.ts';
import { alertsOf } from '#tests/support/alerts/alerts-of.ts';
import { codeOf, TEST_NOW } from '#tests/support/app/test-app.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { MatchWorld, type Who } from '#tests/support/matching/match-world.ts';
import { prng } from '#tests/support/prng.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

let world: MatchWorld;
let alerts: Alerts;
let founder: Contact;
let project: string;
let clock = TEST_NOW;
const faults: unknown[] = [];

beforeAll(async () => {
  world = await MatchWorld.open();
  alerts = alertsOf(world.contacts.test, faults);
  // What a market is made of, so that three deals of one kind say something.
  const elsewhere = {
    industry: '激光设备',
    region: '110000',
    round: 'B轮',
    amount: { num: '300000000', currency: 'CNY' },
  };
  const others: string[] = [];
  for (let at = 0; at < 25; at += 1) others.push(await world.institution(`示例旁观资本${at}`));
  for (let month = 1; month <= 9; month += 1) await world.deal(others, `2026-0${month}-05`, elsewhere);
});
afterAll(() => world.close());
beforeEach(async () => {
  await db().deleteFrom('alert_subscription').execute();
  pass(HOUR_MS);
  founder = await world.contacts.contact();
  project = await world.project(founder);
});

const db = () => world.contacts.test.services.database.db;
function pass(milliseconds: number): void {
  clock = new Date(clock.getTime() + milliseconds);
  world.contacts.setTime(clock.toISOString());
}
/** An hour later all that was written is read, lists are asked for, and what is due is sent. */
async function run(): Promise<void> {
  pass(HOUR_MS);
  await settledChanges(db());
  await alerts.wake();
}
const ask = (who: Who, target: { objectApiName: string; targetId: string }, more: object = {}) =>
  who.send<Subscription>('POST', '/api/alerts/subscription', {
    source: 'matches',
    frequency: 'site',
    ...target,
    ...more,
  });
const toProject = () => ({ objectApiName: 'InsightProject', targetId: project });
const lines = async (who: Who, id: string) =>
  made(await who.send<{ list: AlertLine[] }>('GET', `/api/alerts/subscription/${id}/line`)).list.map(
    ({ text }) => text.split(' · ')[0],
  );
const own = async (who: Who) => made(await who.send<{ list: Subscription[] }>('GET', '/api/alerts/subscription')).list;
const bell = async (who: Who) =>
  made(await who.send<{ list: Notice[] }>('GET', '/api/rong/systemMsgList?type=3')).list.filter(
    ({ link }) => link === '/personalCenter?page=subscriptions',
  );
const bandA = (list: MatchList): string[] => list.list.filter(({ band }) => band === 'A').map(({ id }) => id);
/** An institution whose deals are like the project. */
async function fitting(name: string, deals = 6): Promise<string> {
  const id = await world.institution(name);
  await world.deals(id, deals);
  return id;
}

describe('a subscription to investors that fit a project', () => {
  it('reports an institution that comes into band A, once, and none that was there', async () => {
    await fitting('示例原有资本');
    const subscription = made(await ask(founder, toProject(), { frequency: 'now' }));
    const added = await fitting('示例新来资本');
    await run();
    expect(bandA(await world.investors(founder, project))).toContain(added);
    await world.change('InsightOrg', added, { name: '示例新来资本' });
    await world.deals(added, 2);
    await run();
    const [notice, ...others] = await bell(founder);
    expect(others).toEqual([]);
    expect(notice?.content).toMatch(/^· 示例新来资本 · .* — 命中：示例芯片项目$/);
    expect(await own(founder)).toMatchObject([
      { id: subscription.id, fresh: 1, link: `/InvestmentFinancing/invest?page=org&r=likely_p${project}` },
    ]);
  });

  it('counts no exposure', async () => {
    await fitting('示例曝光资本');
    const shown = () => db().selectFrom('match_shown').selectAll().execute();
    const before = await shown();
    made(await ask(founder, toProject()));
    await fitting('示例再曝光资本');
    await run();
    expect((await own(founder)).map(({ fresh }) => fresh)).toEqual([1]);
    expect(await shown()).toEqual(before);
  });

  it('says nothing of what moved up without having changed, nor of what the founder’s own change brings in', async () => {
    const later = await fitting('示例将来资本');
    await world.change('InsightProject', project, { industry: '激光设备', region: '110000', targetRound: 'B轮' });
    const { id } = made(await ask(founder, toProject()));
    await world.change('InsightProject', project, { industry: '基础大模型', region: '440300', targetRound: 'A轮' });
    await run();
    expect(bandA(await world.investors(founder, project))).toContain(later);
    await world.change('InsightOrg', later, { name: '示例将来资本改名' });
    await run();
    expect(await lines(founder, id)).toEqual([]);
  });

  it('is refused for projects of others, and for other objects and kinds', async () => {
    const stranger = await world.contacts.contact();
    expect((await ask(stranger, toProject())).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await ask(founder, { objectApiName: 'InsightOrg', targetId: project })).code).toBe(codeOf('INVALID_BODY'));
    expect((await ask(founder, toProject(), { kinds: ['changed'] })).code).toBe(codeOf('INVALID_BODY'));
  });

  it('reports nothing more when the founder speaks for the company no more', async () => {
    made(await ask(founder, toProject(), { frequency: 'daily' }));
    await fitting('示例离任资本');
    await run();
    await db().deleteFrom('company_member').where('account_id', '=', founder.uid).execute();
    pass(DAY_MS);
    await run();
    expect(await bell(founder)).toEqual([]);
    expect((await own(founder)).map(({ paused }) => paused)).toEqual(['订阅的内容已删除，或不再对您开放']);
  });
});

describe('a subscription to projects that fit an investor', () => {
  const investor = async (): Promise<Person> => {
    const person = await world.contacts.person(['ORG_INVESTOR']);
    const name = `示例投资${person.uid}`;
    const id = await fitting(name);
    await certifyInvestor(world.contacts.test, person.uid, { orgName: name, position: '投资经理' });
    const link = { account_id: person.uid, institution_id: id, linked_at: clock.toISOString() };
    await db().insertInto('investor_link').values(link).execute();
    return person;
  };
  const mine = (person: Person) => ({ objectApiName: 'UserFocus', targetId: person.uid });

  it('reports a project that is published later, with the rights of the moment', async () => {
    const person = await investor();
    const { id } = made(await ask(person, mine(person)));
    await world.project(await world.contacts.contact(), { name: '示例后来项目' });
    await run();
    expect(await lines(person, id)).toEqual(['示例后来项目']);
    await db().updateTable('account').set({ roles: [] }).where('id', '=', person.uid).execute();
    await world.project(await world.contacts.contact(), { name: '示例再后来项目' });
    await run();
    expect(await lines(person, id)).toEqual([]);
    expect((await own(person)).map(({ paused }) => paused)).toEqual(['按匹配度查找项目供已认证的投资人使用']);
  });

  it('says nothing of what bulk work brings in', async () => {
    const person = await investor();
    const { id } = made(await ask(person, mine(person)));
    const { writer } = world.contacts.test.services;
    const context = { actor: '1', roles: ['staff'], origin: 'import:1', now: clock };
    const values = {
      name: '示例导入项目',
      status: '融资中',
      company: { id: founder.companyId },
      industry: '基础大模型',
    };
    const more = { region: '440300', targetRound: 'A轮', targetAmount: { num: '30000000', currency: 'CNY' } };
    await writer.create('InsightProject', 'imported-match', { ...values, ...more }, context);
    await run();
    expect(await lines(person, id)).toEqual([]);
  });

  it('is refused to users who are no investors, and for the focus of others', async () => {
    const person = await investor();
    expect((await ask(founder, mine(founder as Person))).code).toBe(codeOf('INVALID_BODY'));
    expect((await ask(person, mine(founder as Person))).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it.each([1, 2])('reports what the definition says, whatever is written: history %i', async (seed) => {
    const chance = prng(seed);
    const person = await investor();
    const known = new Set(bandA(await world.projects(person)));
    const { id } = made(await ask(person, mine(person)));
    const there: string[] = [];
    const changed = new Set<string>();
    const expected: string[] = [];
    for (let step = 0; step < 10; step += 1) {
      const what = chance.next();
      const one = there.length > 0 ? chance.pick(there) : undefined;
      if (what < 0.4 || one === undefined) {
        const industry = chance.pick(['基础大模型', '激光设备']);
        const made_ = await world.project(await world.contacts.contact(), {
          name: `示例项目${seed}-${step}`,
          industry,
        });
        there.push(made_);
        changed.add(made_);
      } else if (what < 0.7) {
        const to = { industry: chance.pick(['基础大模型', '激光设备']), status: chance.pick(['融资中', '暂停融资']) };
        await world.change('InsightProject', one, to);
        changed.add(one);
      } else await fitting(`示例市场${seed}-${step}`, 2);
      if (chance.chance(0.5)) continue;
      await run();
      // In the order of the list, by those that are asked for as the page asks for them.
      const list = await world.projects(person, { pageSize: 50 });
      for (const best of bandA(list)) {
        if (!known.has(best) && changed.has(best)) expected.push(best);
        known.add(best);
      }
    }
    await run();
    for (const best of bandA(await world.projects(person, { pageSize: 50 })))
      if (!known.has(best) && changed.has(best)) expected.push(best);
    const hits = await db().selectFrom('alert_hit').select('record_id').where('subscription_id', '=', id).execute();
    expect(hits.map((hit) => hit.record_id).toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
});
