import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlocksReply } from '#schemas/api/details.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { DATA, FinancingWorld } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
/** A user of each kind who has nothing to do with the company. */
let strangers: Record<'member' | 'investor', Person>;
let project: string;
let definition: ObjectDefinition;
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
  strangers = { member: await world.contacts.person(), investor: await world.contacts.person(['ORG_INVESTOR']) };
  project = (await world.raising(founder)).project?.id ?? '';
  definition = made(await founder.send<ObjectDefinition>('GET', '/api/metadata/object/InsightCompany'));
});
afterAll(() => world.close());

const SUBJECTS = ['InsightCompany', 'InsightProject'] as const;
type Subject = (typeof SUBJECTS)[number];
const idOf = (subject: Subject) => (subject === 'InsightCompany' ? founder.companyId : project);

const read = (who: Pick<Person, 'send'>, subject: Subject, as?: Viewpoint) =>
  who.send<RecordReply>('GET', `${DATA}/${subject}/${idOf(subject)}${as ? `?as=${as}` : ''}`);

/** Every list and chart of the page of the company. */
async function blocks(who: Pick<Person, 'send'>, as?: Viewpoint): Promise<BlocksReply> {
  const { related, charts = [] } = definition.layouts.detail;
  const body = {
    objectApiName: 'InsightCompany',
    id: founder.companyId,
    related: related.map((_list, place) => ({ related: place })),
    charts: charts.map((_chart, place) => place),
    ...(as && { as }),
  };
  return made(await who.send<BlocksReply>('POST', `${DATA}/getDetailBlocks`, body));
}

describe('A page of the own company as others see it', () => {
  it.each(SUBJECTS)('has what an investor reads of an %s, and nothing to be changed', async (subject) => {
    const theirs = made(await read(strangers.investor, subject));
    expect(theirs.editable).toBe(false);
    expect(made(await read(founder, subject, 'investor'))).toEqual(theirs);
  });

  it.each(SUBJECTS)(
    'has of an %s what a user without certification is shown beside the offer of SVIP',
    async (subject) => {
      const refused = await read(strangers.member, subject);
      expect(refused.code).toBe(codeOf('VIP_REQUIRED'));
      const { record, locked } = refused.data;
      expect(made(await read(founder, subject, 'member'))).toEqual({ record, locked, editable: false, isPart: true });
    },
  );

  it('has the lists and charts that an investor is shown, with no field that the founder may not read', async () => {
    const [theirs, preview] = [await blocks(strangers.investor), await blocks(founder, 'investor')];
    expect(preview.charts).toEqual(theirs.charts);
    expect(preview.related.map(({ page, refused }) => page?.list.map(({ id }) => id) ?? refused)).toEqual(
      theirs.related.map(({ page, refused }) => page?.list.map(({ id }) => id) ?? refused),
    );
    const own = await blocks(founder);
    for (const [place, { page }] of preview.related.entries()) {
      const open = new Set(own.related[place]?.page?.layout?.fields.map(({ apiName }) => apiName));
      expect(page?.layout?.fields.filter(({ apiName }) => !open.has(apiName)) ?? []).toEqual([]);
    }
  });

  it('is offered on the own pages, and opened by no one else: looking as others gives no rights', async () => {
    for (const subject of SUBJECTS) {
      expect(made(await read(founder, subject)).previewable).toBe(true);
      expect(made(await read(strangers.investor, subject)).previewable).toBeUndefined();
      expect((await read(strangers.investor, subject, 'member')).code).toBe(codeOf('FORBIDDEN'));
      expect((await read(strangers.member, subject, 'investor')).code).toBe(codeOf('VIP_REQUIRED'));
    }
    const body = { objectApiName: 'InsightCompany', id: founder.companyId, related: [], charts: [], as: 'investor' };
    const asked = await strangers.member.send('POST', `${DATA}/getDetailBlocks`, body);
    expect(asked.code).toBe(codeOf('VIP_REQUIRED'));
  });

  it('is no visit', async () => {
    made(await read(founder, 'InsightCompany', 'investor'));
    const { db } = world.contacts.test.services.database;
    const visits = await db
      .selectFrom('record_visit')
      .select('account_id')
      .where('account_id', 'in', ['0', founder.uid])
      .execute();
    expect(visits).toEqual([]);
  });
});
