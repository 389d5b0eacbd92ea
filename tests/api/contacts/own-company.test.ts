import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RelatedReply } from '#schemas/api/details.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { storedPlan } from '#tests/support/files/stored-file.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';

let world: PipelineWorld;
let founder: Contact;
beforeAll(async () => {
  world = await PipelineWorld.open();
});
beforeEach(async () => {
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

type Who = Pick<Contact, 'send'>;
interface Line {
  readonly id: string;
  readonly company: { readonly id: string };
}
const DATA = '/api/metadata/data';
const lines = async (who: Who) => {
  const fields = ['company', 'role', 'planAccess', 'planWaiting', 'followed', 'members'];
  const body = { objectApiName: 'OwnCompany', fields };
  return made(await who.send<{ list: Line[] }>('POST', `${DATA}/getLayoutAndDataList`, body)).list;
};
const pageOf = async (who: Who, companyId: string) => {
  const found = (await lines(who)).find(({ company }) => company.id === companyId);
  if (!found) throw new Error('there is no such company');
  return found;
};
/** How many records each list of the page has, in its order: financing, plan, pipeline, visitors, members. */
const listed = async (who: Who, id: string) => {
  const counts: number[] = [];
  for (let related = 0; related < 5; related += 1) {
    const body = { objectApiName: 'OwnCompany', id, related };
    const reply = await who.send<RelatedReply>('POST', `${DATA}/getRelatedList`, body);
    counts.push(reply.code === 0 ? reply.data.list.length : reply.code);
  }
  return counts;
};

describe('the page of one’s own company', () => {
  it('is there for each who speaks for a company, and for no other user', async () => {
    expect(await lines(founder)).toMatchObject([
      {
        company: { id: founder.companyId },
        role: 'owner',
        planAccess: 'open',
        planWaiting: 0,
        followed: 0,
        members: 1,
      },
    ]);
    for (const who of [await world.contacts.person(['ORG_INVESTOR']), world.contacts.staff])
      expect(await lines(who)).toEqual([]);
    const stranger = await world.contacts.contact();
    const { id } = await pageOf(founder, founder.companyId);
    expect((await stranger.send('GET', `${DATA}/OwnCompany/${id}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect(new Set(await listed(stranger, id))).toEqual(new Set([codeOf('UNKNOWN_RECORD')]));
  });

  it('counts and lists what is to be done, for this company alone', async () => {
    const { db } = world.contacts.test.services.database;
    const ccid = founder.companyId;
    made(await founder.send('POST', '/api/rong/company/edit', { ccid, bp: await storedPlan(db, founder.uid) }));
    made(await founder.send('POST', '/api/rong/sixin/settings', { plan: { ccid, restricted: true } }));
    const investor = await world.contacts.person(['ORG_INVESTOR']);
    made(await investor.send('POST', '/api/rong/plan/request', { ccid }));
    made(await world.follow(founder, 'institution', { institutionName: '示例资本' }));
    const second = await world.contacts.contact();
    const editor = { company_id: second.companyId, account_id: founder.uid, role: 'editor', position: '' } as const;
    await db
      .insertInto('company_member')
      .values({ ...editor, since: '2026-11-21T04:00:00Z' })
      .execute();
    const own = await pageOf(founder, ccid);
    expect(own).toMatchObject({ planAccess: 'request', planWaiting: 1, followed: 1, members: 1 });
    expect(await listed(founder, own.id)).toEqual([0, 1, 1, 0, 1]);
    const other = await pageOf(founder, second.companyId);
    expect(other).toMatchObject({ planWaiting: 0, followed: 0, members: 2 });
    expect(await listed(founder, other.id)).toEqual([0, 0, 0, 0, 2]);
  });
});
