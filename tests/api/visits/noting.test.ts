import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepVisits } from '#server/features/visits/sweep.ts';
import { codeOf, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';
import { VisitWorld } from '#tests/support/visits/visit-world.ts';

let world: VisitWorld;
let founder: Contact;
let investor: Person;
const at = (time: string) => world.contacts.setTime(`2026-11-${time}:00Z`);

beforeAll(async () => {
  world = await VisitWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  at('21T04:00');
  founder = await world.contacts.contact();
  investor = await world.investor('示例资本');
});

const looked = async (who = investor) => made(await world.look(who, founder.companyId));
const visitor = async () => (await world.list(founder, 'CompanyVisitor'))[0];

describe('A visit', () => {
  it('is noted once for a person, a record and a day of Asia/Shanghai', async () => {
    const project = await world.project(founder);
    await looked();
    made(await world.look(investor, project, 'InsightProject'));
    at('21T16:30');
    await looked();
    expect(await visitor()).toMatchObject({
      person: investor.name,
      entity: '示例资本',
      position: '投资经理',
      kind: 'ORG_INVESTOR',
      company: { id: founder.companyId },
      firstOn: '2026-11-21',
      lastOn: '2026-11-22',
      days: 2,
      opens: 3,
      uid: investor.uid,
    });
    const days = await world.list(founder, 'CompanyVisit');
    expect(days.map(({ visitedOn, opens }) => [visitedOn, opens])).toEqual([
      ['2026-11-22', 1],
      ['2026-11-21', 2],
    ]);
    expect(days[1]?.['records']).toMatch(/、示例融资项目$/);
  });

  it('counts as one open when the page is opened again within 30 minutes, also past midnight', async () => {
    at('21T15:50');
    await Promise.all([looked(), looked()]);
    await world.stat(founder);
    at('21T16:10');
    await looked();
    expect(await visitor()).toMatchObject({ opens: 1, days: 1, lastOn: '2026-11-21' });
    at('21T16:40');
    await looked();
    expect(await visitor()).toMatchObject({ opens: 2, days: 2, lastOn: '2026-11-22' });
  });

  it('has the seconds that the page was visible, never more than have passed, and its parts', async () => {
    await looked();
    await world.stat(founder);
    at('21T04:01');
    made(await world.stay(investor, founder.companyId, 30, { sections: ['融资历史'] }));
    await world.stat(founder);
    expect(await visitor()).toMatchObject({ minutes: '0.5', sections: '融资历史' });
    // Two windows: only a minute has passed for both.
    at('21T04:02');
    made(await world.stay(investor, founder.companyId, 50, { sections: ['融资历史', '团队'] }));
    made(await world.stay(investor, founder.companyId, 50));
    const row = await visitor();
    expect(row).toMatchObject({ minutes: '1.5' });
    expect(String(row?.['sections']).split('、').toSorted()).toEqual(['团队', '融资历史']);
  });

  it('does not begin with a stay: the page must have been opened', async () => {
    const other = await world.contacts.person();
    expect((await world.look(other, founder.companyId)).status).toBe(403);
    made(await world.stay(other, founder.companyId, 30));
    made(await world.stay(investor, founder.companyId, 30));
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
    expect(await world.list(investor, 'OwnVisit')).toEqual([]);
    expect((await world.stay(investor, founder.companyId, 61)).code).toBe(codeOf('INVALID_BODY'));
    expect((await world.contacts.test.post('visitor', '/api/rong/visit/stay', {})).status).toBe(401);
  });

  it('is not one of own people, of staff, or of users who are no investors', async () => {
    const { db } = world.contacts.test.services.database;
    const colleague = await world.investor();
    await speakFor(db, colleague.uid, founder.companyId, 900);
    await looked(colleague);
    await looked(founder);
    made(await world.look(world.contacts.staff, founder.companyId));
    const svip = await world.contacts.person([], { vip: true });
    await looked(svip);
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
    expect((await world.stat(founder)).summary.viewers).toBe(0);
    // A user who is no investor keeps a list of their own, which no other user sees.
    expect(await world.list(svip, 'OwnVisit')).toMatchObject([{ seenAs: 'private', opens: 1 }]);
    expect(await world.list(colleague, 'OwnVisit')).toEqual([]);
  });

  it('is not shown of frozen accounts, of those who blocked or were blocked, and of those who joined the company', async () => {
    const { db } = world.contacts.test.services.database;
    const [frozen, blocked, blocks, joined] = await Promise.all(Array.from({ length: 4 }, () => world.investor()));
    if (!frozen || !blocked || !blocks || !joined) throw new Error('no investors');
    for (const who of [frozen, blocked, blocks, joined]) await looked(who);
    expect((await world.stat(founder)).summary.viewers).toBe(4);
    await db.updateTable('account').set({ frozen_at: '2026-11-21T04:00:00Z' }).where('id', '=', frozen.uid).execute();
    for (const [who, peer] of [
      [founder, blocked],
      [blocks, founder],
    ] as const)
      await db
        .insertInto('chat_inbox')
        .values({
          user_id: who.uid,
          peer_id: peer.uid,
          conversation_id: `9${who.uid}${peer.uid}`,
          blocked: true,
          sort_at: '2026-11-21T04:00:00Z',
          rev: '1',
        })
        .execute();
    await speakFor(db, joined.uid, founder.companyId, 901);
    expect((await world.stat(founder)).summary.viewers).toBe(0);
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
    expect(await world.list(founder, 'CompanyVisit')).toEqual([]);
  });

  it('goes with the account of the visitor, and is in the copy of what is kept', async () => {
    await looked();
    await world.stat(founder);
    const { text } = made(
      await investor.send<{ text: string }>('POST', '/api/rong/user/data', { password: TEST_PASSWORD }),
    );
    expect(JSON.parse(text)).toMatchObject({ visits: [{ day: '2026-11-21', opens: 1 }] });
    made(await investor.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    expect((await world.stat(founder)).summary.viewers).toBe(0);
    const { db } = world.contacts.test.services.database;
    for (const table of ['record_visit', 'visit_card'] as const)
      expect(await db.selectFrom(table).select('account_id').where('account_id', '=', investor.uid).execute()).toEqual(
        [],
      );
  });

  it('is kept for 24 months', async () => {
    await looked();
    await world.stat(founder);
    const { db } = world.contacts.test.services.database;
    await sweepVisits(db, new Date('2028-11-19T04:00:00Z'));
    expect(await visitor()).toMatchObject({ opens: 1 });
    await sweepVisits(db, new Date('2028-11-20T04:00:00Z'));
    expect(await visitor()).toBeUndefined();
  });

  it('follows a company that is merged into another, and is one row where both were looked at', async () => {
    const other = await world.contacts.contact();
    const second = await world.investor();
    await looked();
    made(await world.look(investor, other.companyId));
    made(await world.look(second, other.companyId));
    await world.stat(founder);
    const merges = new Merges(world.contacts.test);
    await merges.done('InsightCompany', founder.companyId, other.companyId);
    const rows = await world.list(founder, 'CompanyVisitor');
    const figures = new Map(rows.map(({ uid, days, opens }) => [uid, [days, opens]]));
    expect(figures).toEqual(
      new Map([
        [investor.uid, [1, 1]],
        [second.uid, [1, 1]],
      ]),
    );
  });
});

describe('The list of what a user looked at', () => {
  it('is the user’s own, with what changed since and what is followed up', async () => {
    await looked();
    const [row] = await world.list(investor, 'OwnVisit');
    expect(row).toMatchObject({ seenAs: 'open', changed: false, followed: false, opens: 1 });
    expect(await world.list(founder, 'OwnVisit')).toEqual([]);
    at('21T05:00');
    const path = `/api/metadata/data/InsightCompany/${founder.companyId}`;
    const { staff } = world.contacts;
    const { record } = made(await world.look(staff, founder.companyId));
    made(await staff.send('POST', path, { version: record['version'], values: { brief: '新的一句话介绍' } }));
    made(
      await investor.send('POST', '/api/rong/pipeline/deal', {
        clientKey: `visit-${investor.uid}`,
        company: founder.companyId,
      }),
    );
    expect(await world.list(investor, 'OwnVisit')).toMatchObject([{ followed: true, changed: true }]);
  });

  it('forgets a record when its user says so, on the side of the company as well', async () => {
    await looked();
    await expect.poll(async () => (await interested()).totalCount).toBe(1);
    const [row] = await world.list(investor, 'OwnVisit');
    const forget = (who: Person) => who.send('POST', `/api/rong/visit/${String(row?.['id'])}/forget`);
    expect((await forget(await world.investor())).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await forget(investor));
    expect(await world.list(investor, 'OwnVisit')).toEqual([]);
    expect(await world.list(founder, 'CompanyVisitor')).toEqual([]);
    expect((await interested()).totalCount).toBe(0);
    expect((await forget(investor)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});

const interested = async () =>
  made(await founder.send<{ totalCount: number }>('GET', '/api/rong/market/investorViewMyProject'));
