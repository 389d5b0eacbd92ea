import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepPipeline } from '#server/features/pipeline/sweep.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';

let world: PipelineWorld;
let founder: Contact;
let institution: string;
let numbers = 0;
beforeAll(async () => {
  world = await PipelineWorld.open();
});
beforeEach(async () => {
  numbers += 1;
  institution = await world.record('InsightOrg', `示例提醒资本${numbers}`);
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

const db = () => world.contacts.test.services.database.db;
const sweep = (at: string) => sweepPipeline({ ...world.contacts.test.services, now: () => new Date(at) });
const reminders = async (uid: string) =>
  (
    await db()
      .selectFrom('notice')
      .select('body')
      .where('account_id', '=', uid)
      .where('title', '=', '跟进提醒')
      .orderBy('id')
      .execute()
  ).map(({ body }) => body);

describe('A next step', () => {
  beforeEach(async () => {
    made(await world.follow(founder, 'institution', { institution, nextStep: '电话沟通', nextOn: '2026-12-01' }));
  });

  it('is reminded of on its day, once, however many sweep', async () => {
    await sweep('2026-11-30T15:59:00Z');
    expect(await reminders(founder.uid)).toEqual([]);
    await Promise.all([sweep('2026-11-30T16:00:00Z'), sweep('2026-11-30T16:00:00Z')]);
    await sweep('2026-12-02T04:00:00Z');
    expect(await reminders(founder.uid)).toEqual([`您计划于 2026-12-01 跟进“示例提醒资本${numbers}”：电话沟通。`]);
  });

  it('is reminded of again when it is put off, and keeps the entry as it was read', async () => {
    const line = await world.line(founder);
    await sweep('2026-12-01T04:00:00Z');
    made(await world.step(founder, line, 'plan', { nextOn: '2026-12-05' }));
    await sweep('2026-12-05T04:00:00Z');
    expect(await reminders(founder.uid)).toHaveLength(2);
  });

  it('is not reminded of where the entry has ended', async () => {
    made(await world.step(founder, await world.line(founder), 'move', { state: 'declined', reason: 'other' }));
    await sweep('2026-12-01T04:00:00Z');
    expect(await reminders(founder.uid)).toEqual([]);
  });

  it('is reminded of to those who are left, where the user who saw to it speaks for the company no more', async () => {
    const partner = await world.contacts.person(['START_UP']);
    await speakFor(db(), partner.uid, founder.companyId, 1);
    await db().deleteFrom('company_member').where('account_id', '=', founder.uid).execute();
    await sweep('2026-12-01T04:00:00Z');
    expect([await reminders(founder.uid), await reminders(partner.uid)]).toEqual([[], [expect.any(String)]]);
  });

  it('is reminded of by the next sweep where one fails', async () => {
    await sql`alter table notice add constraint no_reminder check (title <> '跟进提醒') not valid`.execute(db());
    await expect(sweep('2026-12-01T04:00:00Z')).rejects.toThrow('no_reminder');
    await sql`alter table notice drop constraint no_reminder`.execute(db());
    await sweep('2026-12-01T05:00:00Z');
    expect(await reminders(founder.uid)).toHaveLength(1);
  });
});

describe('An entry moves by itself', () => {
  let investor: Person;
  const AFTER = '2099-01-01T00:00:00Z';
  beforeEach(async () => {
    investor = await world.contacts.person(['ORG_INVESTOR']);
    await certifyInvestor(world.contacts.test, investor.uid, { orgName: '示例资本' });
    await db()
      .insertInto('investor_link')
      .values({ account_id: investor.uid, institution_id: institution, linked_at: '2026-11-20T00:00:00Z' })
      .execute();
    made(await world.follow(founder, 'institution', { institution }));
  });

  async function conversation(): Promise<string> {
    const [user_a = '', user_b = ''] = [founder.uid, investor.uid].toSorted((a, b) => Number(a) - Number(b));
    const row = await db()
      .insertInto('chat_conversation')
      .values({ user_a, user_b, opened_by: founder.uid, created_at: AFTER })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }
  const write = (id: string, sender: string, at = AFTER) =>
    sql`insert into chat_message (conversation_id, seq, sender_id, client_id, type, body, counts, created_at)
      select ${id}::bigint, 1 + count(*), ${sender}::bigint, gen_random_uuid(), 0, '您好', true, ${at}::timestamptz
      from chat_message where conversation_id = ${id}::bigint`.execute(db());

  it('when an investor of the institution writes, and not when the founder does', async () => {
    const id = await conversation();
    await write(id, founder.uid);
    await sweep(AFTER);
    expect(await world.line(founder)).toMatchObject({ state: 'todo' });
    await write(id, investor.uid);
    await sweep(AFTER);
    expect(await world.line(founder)).toMatchObject({ state: 'contacted', cause: 'answer' });
  });

  it('when the plan was delivered, and not over a later move by hand', async () => {
    const conversation_id = await conversation();
    const delivery = { conversation_id, company_id: founder.companyId, from_id: founder.uid, to_id: investor.uid };
    await db()
      .insertInto('chat_delivery')
      .values({ ...delivery, delivered_at: AFTER })
      .execute();
    await Promise.all([sweep(AFTER), sweep(AFTER)]);
    let line = await world.line(founder);
    expect(line).toMatchObject({ state: 'planSent', cause: 'plan', version: 2 });
    world.contacts.setTime('2099-01-02T00:00:00Z');
    made(await world.step(founder, line, 'undo'));
    await sweep('2099-01-02T00:00:00Z');
    line = await world.line(founder);
    expect(line).toMatchObject({ state: 'todo', cause: 'undo' });
    world.contacts.setTime('2026-11-23T04:00:00Z');
  });
});
