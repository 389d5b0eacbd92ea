import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InterestedItem } from '#schemas/api/chat-people.ts';
import type { PushedEvent } from '#schemas/api/events.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';

const INVESTOR = ['ORG_INVESTOR'];
let world: ContactWorld;
let founder: Contact;

beforeAll(async () => {
  world = await openContactWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  founder = await world.contact();
});

interface Page {
  readonly totalCount: number;
  readonly data: InterestedItem[];
}
interface Summary {
  readonly name: string;
  readonly unreadCount: number;
  readonly lastChatContentDate: string;
  readonly avatarList: (string | null)[];
}

const open = async (who: Pick<Person, 'send'>, ccid = founder.companyId) =>
  made(await who.send<RecordReply>('GET', `/api/metadata/data/InsightCompany/${ccid}`));
const list = async (who: Person = founder, query = '') =>
  made(await who.send<Page>('GET', `/api/rong/market/investorViewMyProject${query}`));
const summary = async (who: Person = founder) =>
  made(await who.send<Summary | null>('GET', '/api/rong/market/inmailDetail'));
const touch = (who: Person, id: string) =>
  who.send<{ unreadCount: number }>('POST', '/api/rong/market/touchRead', { id });
/** A visit is kept beside the answer: the list is asked until it is there. */
const seen = (expected: object, who: Person = founder) =>
  expect.poll(() => list(who), { interval: 20 }).toMatchObject(expected);

/** A certified investor with what staff know of him. */
async function certified(values: { orgName?: string; position?: string }): Promise<Person> {
  const person = await world.person(INVESTOR);
  await certifyInvestor(world.test, person.uid, values);
  return person;
}

describe('an investor who opens a company', () => {
  it('is on the list of a user who speaks for it, with where the investor works', async () => {
    const investor = await certified({ orgName: '示例资本', position: '投资经理' });
    expect(await summary()).toBeNull();
    await open(investor);
    await seen({
      totalCount: 1,
      data: [
        {
          uid: investor.uid,
          name: investor.name,
          avatar: null,
          read: false,
          lastTime: '2026-11-21T04:00:00.000Z',
          investorEntityName: '示例资本',
          investorPosition: '投资经理',
          ccids: founder.companyId,
          projects: [{ ccid: founder.companyId, name: expect.stringMatching(/./) as string }],
          standing: { hasExchangePhone: false, hasExchangeWeixin: false, hasBp: false, pending: [] },
        },
      ],
    });
    expect((await list()).data[0]?.id).toMatch(/^[1-9]\d{17}$/);
    expect(await summary()).toEqual({
      name: '对您的项目感兴趣',
      unreadCount: 1,
      lastChatContentDate: '2026-11-21T04:00:00.000Z',
      avatarList: [null],
    });
  });

  it('is there once, with every company that was looked at', async () => {
    const investor = await world.person(INVESTOR);
    const { db } = world.test.services.database;
    const other = await world.contact();
    await db
      .insertInto('company_member')
      .values({ company_id: other.companyId, account_id: founder.uid, position: '顾问', since: '2026-11-21T04:00:00Z' })
      .execute();
    await Promise.all([open(investor), open(investor), open(investor)]);
    await seen({ data: [{ ccids: founder.companyId, investorEntityName: null, investorPosition: null }] });
    world.setTime('2026-11-21T05:00:00Z');
    await open(investor, other.companyId);
    await seen({ totalCount: 1, data: [{ ccids: `${founder.companyId},${other.companyId}` }] });
    await seen({ totalCount: 1, data: [{ ccids: other.companyId }] }, other);
    // A user who no longer speaks for a company is no longer notified about it.
    await db
      .deleteFrom('company_member')
      .where('account_id', '=', founder.uid)
      .where('company_id', '=', founder.companyId)
      .execute();
    expect((await list()).data[0]?.ccids).toBe(other.companyId);
  });

  it('is news again on another day of Asia/Shanghai, not on the same', async () => {
    const investor = await world.person(INVESTOR);
    await open(investor);
    await seen({ totalCount: 1 });
    const id = (await list()).data[0]?.id ?? '';
    expect(made(await touch(founder, id))).toEqual({ unreadCount: 0 });
    world.setTime('2026-11-21T15:59:00Z');
    await open(investor);
    await seen({ data: [{ id, read: true, lastTime: '2026-11-21T15:59:00.000Z' }] });
    world.setTime('2026-11-21T16:00:00Z');
    await open(investor);
    await seen({ data: [{ id, read: false, lastTime: '2026-11-21T16:00:00.000Z' }] });
    expect((await summary())?.unreadCount).toBe(1);
  });

  it('is announced to the founder when it is news', async () => {
    const investor = await world.person(INVESTOR);
    const heard: PushedEvent[] = [];
    const stop = world.test.services.bus.subscribe((event) => heard.push(event), founder.uid);
    await open(investor);
    await seen({ totalCount: 1 });
    world.setTime('2026-11-21T06:00:00Z');
    await open(investor);
    await seen({ data: [{ lastTime: '2026-11-21T06:00:00.000Z' }] });
    stop();
    expect(heard.filter(({ type }) => type === 'notice.changed')).toHaveLength(1);
  });

  it('by way of a project counts for the project’s company', async () => {
    const body = {
      clientKey: `project-${founder.uid}`,
      values: { name: '示例项目', company: { id: founder.companyId } },
    };
    const project = made(await world.staff.send<RecordReply>('POST', '/api/metadata/data/InsightProject', body));
    const investor = await world.person(INVESTOR);
    const read = await investor.send('GET', `/api/metadata/data/InsightProject/${project.record.id}`);
    expect(read.code).toBe(0);
    await seen({ totalCount: 1, data: [{ uid: investor.uid, ccids: founder.companyId }] });
  });

  it('reads the details also where the visit cannot be kept', async () => {
    const { pool } = world.test.services.database;
    const investor = await world.person(INVESTOR);
    await pool.query('alter table project_interest rename to project_interest_away');
    try {
      expect((await open(investor)).record.id).toBe(founder.companyId);
      // Another connection of the same pool: what was begun beside the answer has been tried.
      await open(investor);
    } finally {
      await pool.query('alter table project_interest_away rename to project_interest');
    }
    await open(investor);
    await seen({ totalCount: 1 });
  });
});

describe('no visit is kept of a user', () => {
  it('who is no investor, speaks for the company, is refused the details or opens something else', async () => {
    founder = await world.contact(['START_UP', ...INVESTOR]);
    const svip = await world.person([], { vip: true });
    await open(svip);
    await open(world.staff);
    await open(founder);
    const plain = await world.person();
    expect((await plain.send('GET', `/api/metadata/data/InsightCompany/${founder.companyId}`)).status).toBe(403);
    const investor = await world.person(INVESTOR);
    expect((await investor.send('GET', '/api/metadata/data/InsightCompany/999999')).status).toBe(404);
    // The one that counts comes last.
    await open(investor);
    await seen({ totalCount: 1, data: [{ uid: investor.uid }] });
  });
});

describe('the interested view', () => {
  it('comes in pages, the latest first', async () => {
    for (let count = 0; count < 5; count += 1) {
      world.setTime(`2026-11-21T04:0${count}:00Z`);
      await open(await world.person(INVESTOR));
    }
    await seen({ totalCount: 5 });
    const whole = (await list()).data.map(({ lastTime }) => lastTime);
    expect(whole).toEqual(whole.toSorted().toReversed());
    const pages = [await list(founder, '?page=1&pageSize=3'), await list(founder, '?page=2&pageSize=3')];
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5]);
    expect(pages.flatMap(({ data }) => data.map(({ lastTime }) => lastTime))).toEqual(whole);
    expect((await list(founder, '?page=3&pageSize=3')).data).toEqual([]);
    expect((await summary())?.avatarList).toHaveLength(3);
  });

  it('is one’s own: others neither see a row nor mark it', async () => {
    await open(await world.person(INVESTOR));
    await seen({ totalCount: 1 });
    const id = (await list()).data[0]?.id ?? '';
    const other = await world.contact();
    expect((await list(other)).totalCount).toBe(0);
    expect(await touch(other, id)).toEqual(await touch(other, '100000000000000000'));
    expect((await touch(other, id)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await summary())?.unreadCount).toBe(1);
    expect((await world.test.get('visitor', '/api/rong/market/investorViewMyProject')).status).toBe(401);
  });

  it('forgets investors who are gone', async () => {
    const [closing, frozen] = [await world.person(INVESTOR), await world.person(INVESTOR)];
    await open(closing);
    await open(frozen);
    await seen({ totalCount: 2 });
    const { db } = world.test.services.database;
    await db.updateTable('account').set({ frozen_at: '2026-11-21T04:00:00Z' }).where('id', '=', frozen.uid).execute();
    made(await closing.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect(await list()).toEqual({ totalCount: 0, data: [] });
    const rows = await db
      .selectFrom('project_interest')
      .select('investor_id')
      .where('founder_id', '=', founder.uid)
      .execute();
    expect(rows.map((row) => row.investor_id)).toEqual([frozen.uid]);
  });
});
