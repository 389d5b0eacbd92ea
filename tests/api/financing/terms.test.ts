import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { FinancingWorld } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
let viewer: Person;
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
  viewer = await world.contacts.person(['ORG_INVESTOR']);
});
afterAll(() => world.close());

const amountOf = async (id: string | undefined) =>
  ((await world.record('InsightProject', id))['targetAmount'] as { num: string }).num;
const standing = async (id: string) => {
  const { state, terms } = await world.mine(founder, id);
  return [state, terms];
};
const MORE = { amount: { num: '50000000', currency: 'CNY' } };

describe('The terms of a published request', () => {
  it('stay as they are for investors until staff approve new ones', async () => {
    const line = await world.raising(founder);
    made(await world.edit(founder, line, MORE));
    const waiting = await world.mine(founder, line.id);
    expect(waiting).toMatchObject({ state: 'raising', terms: 'pending' });
    expect(await amountOf(line.project?.id)).toBe('30000000');
    made(await world.decide(waiting, 'approve'));
    expect(await standing(line.id)).toEqual(['raising', undefined]);
    expect(await amountOf(line.project?.id)).toBe('50000000');
  });

  it('are said to have changed to those who looked at the company, once for each change', async () => {
    const line = await world.raising(founder);
    const { services } = world.contacts.test;
    const at = new Date(services.now()).toISOString();
    await services.database.db
      .insertInto('project_interest')
      .values({
        id: '900001',
        founder_id: founder.uid,
        investor_id: viewer.uid,
        ccids: [founder.companyId],
        first_at: at,
        last_at: at,
      })
      .execute();
    made(await world.edit(founder, line, MORE));
    made(await world.decide(await world.mine(founder, line.id), 'approve'));
    expect(await world.notices(viewer.uid)).toEqual(['条款有更新']);
    made(await world.edit(founder, line, { useOfProceeds: '全部用于产品研发与团队建设' }));
    expect(await world.notices(viewer.uid)).toEqual(['条款有更新']);
  });

  it('are said to have changed to those who looked at the project, once each, and never to a private visitor', async () => {
    const looker = await world.contacts.contact();
    const line = await world.raising(looker);
    const [both, open, hidden, own, mere] = await Promise.all(
      Array.from({ length: 5 }, () => world.contacts.person(['ORG_INVESTOR'])),
    );
    const visitors = [both, open, hidden, own, mere].map((who) => who as Person);
    await world.join(own as Person, looker);
    const project = line.project?.id ?? '';
    for (const who of visitors.slice(0, 4)) await world.looked(who, { company: looker.companyId, project });
    await world.looked(both as Person, { company: looker.companyId, project: '0' });
    await world.looked(mere as Person, { company: looker.companyId, project: '987654321' });
    await world.looksAs(hidden as Person, 'private');
    await world.looksAs(open as Person, 'institution');
    made(await world.edit(looker, line, MORE));
    made(await world.decide(await world.mine(looker, line.id), 'approve'));
    const heard = await Promise.all(visitors.map(async ({ uid }) => (await world.notices(uid)).length));
    expect(heard.slice(0, 3)).toEqual([1, 1, 0]);
    expect(await world.notices((own as Person).uid)).not.toContain('条款有更新');
    expect(heard[4]).toBe(0);
    expect(await world.record('InsightProject', project)).toMatchObject({ termsUpdatedOn: '2026-11-21' });
    const { db } = world.contacts.test.services.database;
    const notice = await db
      .selectFrom('notice')
      .select(['link', 'body'])
      .where('account_id', '=', (both as Person).uid)
      .where('title', '=', '条款有更新')
      .executeTakeFirstOrThrow();
    expect(notice).toMatchObject({
      link: `/insight/InsightProject/${project}`,
      body: expect.stringContaining('2026-11-21'),
    });
  });

  it('that are sent back wait for another change, and are dropped by going back to what is published', async () => {
    const line = await world.raising(founder);
    made(await world.edit(founder, line, MORE));
    made(await world.decide(await world.mine(founder, line.id), 'return', { reason: '金额与说明不符' }));
    expect(await world.mine(founder, line.id)).toMatchObject({ terms: 'returned', reason: '金额与说明不符' });
    made(await world.edit(founder, line, { amount: { num: '30000000', currency: 'CNY' } }));
    expect(await standing(line.id)).toEqual(['raising', undefined]);
  });

  it('are apart from all else, which investors read at once', async () => {
    const line = await world.raising(founder);
    made(await world.edit(founder, line, { deadlineOn: '2027-12-31', useOfProceeds: '用于海外市场的渠道建设' }));
    expect(await standing(line.id)).toEqual(['raising', undefined]);
    expect(await world.record('InsightProject', line.project?.id)).toMatchObject({
      deadlineOn: '2027-12-31',
      useOfProceeds: '用于海外市场的渠道建设',
    });
  });
});
