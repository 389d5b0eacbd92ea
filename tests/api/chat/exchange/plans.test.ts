import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Privilege } from '#schemas/api/chat-exchange.ts';
import type { Plan } from '#schemas/api/plans.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import { FOUNDER_DAILY_CONTACTS } from '#shared/policy/contact-limits.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { wordsOfPdf } from '#tests/support/files/pdf-words.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import {
  answer,
  ask,
  contentOf,
  deliver,
  deliverOnly,
  type ExchangeWorld,
  type Investor,
  openExchangeWorld,
  standing,
  values,
} from './exchange-world.ts';

let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;
/** Where the plan is read, and the uploaded file itself. */
let address: string;
let raw: string;

beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  ({ founder, investor } = await world.talking());
  raw = await world.plan(founder);
  address = `/files/plan/${founder.companyId}`;
});

const readers = async () => {
  const rows = await world.test.services.database.db
    .selectFrom('plan_request')
    .select('account_id')
    .where('company_id', '=', founder.companyId)
    .where('state', '=', 'approved')
    .execute();
  return rows.map((row) => row.account_id);
};
const plan = async (who: Person) => made(await who.send<Plan>('GET', `/api/rong/plan?ccid=${founder.companyId}`));
const restrict = async () =>
  made(await founder.send('POST', '/api/rong/sixin/settings', { plan: { ccid: founder.companyId, restricted: true } }));
/** Another company that the founder speaks for. */
async function secondCompany(): Promise<string> {
  const { db } = world.test.services.database;
  const body = { clientKey: `second-${founder.uid}`, values: { name: '示例企业二号' } };
  const company = made(await world.staff.send<RecordReply>('POST', '/api/metadata/data/InsightCompany', body));
  const { id: _id, ...first } = await db
    .selectFrom('company_member')
    .selectAll()
    .where('account_id', '=', founder.uid)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('company_member')
    .values({ ...first, company_id: company.record.id })
    .execute();
  return company.record.id;
}
const interested = async (who: Person) =>
  world.test.services.database.db
    .insertInto('project_interest')
    .values({
      id: String(700_000_000_000_000_000n + BigInt(who.uid)),
      founder_id: founder.uid,
      investor_id: who.uid,
      ccids: [founder.companyId],
      first_at: '2026-11-21T03:00:00Z',
      last_at: '2026-11-21T03:00:00Z',
    })
    .execute();

describe('the companies whose plan one may deliver', () => {
  it('are those that one speaks for, with whether there is a plan', async () => {
    const list = async (who: Person) =>
      made(await who.send<{ list: Privilege[] }>('GET', '/mobi-investor/v3/company/user/privilege')).list;
    const second = await secondCompany();
    expect(await list(founder)).toEqual([
      { ccid: founder.companyId, name: expect.stringContaining('示例企业') as string, haveBp: true },
      { ccid: second, name: '示例企业二号', haveBp: false },
    ]);
    expect(await list(investor)).toEqual([]);
  });
});

describe('agreeing to a request for the plan', () => {
  it('delivers the plan of the company that was chosen, to the user who asked and no other user', async () => {
    await restrict();
    const other = await world.investor();
    const { exchangeId } = made(await ask(investor, founder, 'BP'));
    expect(await readers()).toEqual([]);
    expect(await answer(founder, exchangeId, 1)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '请选择要投递的企业',
      problems: [{ field: 'ccid' }],
    });
    const second = await secondCompany();
    expect((await answer(founder, exchangeId, 1, second)).problems).toMatchObject([{ field: 'ccid' }]);
    const strange = await world.founder();
    expect((await answer(founder, exchangeId, 1, strange.companyId)).code).toBe(codeOf('UNKNOWN_RECORD'));
    const { state, messages } = made(await answer(founder, exchangeId, 1, founder.companyId));
    expect([state, ...messages.map(({ type }) => type)]).toEqual(['agreed', 12, 14, 9]);
    expect(JSON.parse(messages[1]?.content ?? '')).toEqual({
      ccid: founder.companyId,
      name: expect.stringContaining('示例企业') as string,
      logo: null,
      brief: '',
      hasBp: true,
    });
    expect(JSON.stringify(messages)).not.toContain(raw);
    expect(await readers()).toEqual([investor.uid]);
    expect(await standing(investor, founder)).toMatchObject({ hasBp: true, bp: address, bpName: '商业计划书.pdf' });
    expect(await standing(founder, investor)).toMatchObject({ hasBp: true, bp: null, bpName: null });
    expect(made(await values(investor, exchangeId))).toMatchObject({
      mine: null,
      theirs: address,
      name: '商业计划书.pdf',
    });
    expect(made(await values(founder, exchangeId))).toMatchObject({ mine: address, theirs: null });
    expect(await plan(investor)).toMatchObject({ state: 'approved', address });
    expect(await plan(other)).not.toHaveProperty('address');
    expect((await ask(investor, founder, 'BP')).msg).toBe('已交换，无需重复操作');
  });

  it('happens once of twenty that come at the same time', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'BP'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answer(founder, exchangeId, 1, founder.companyId)),
    );
    expect(answers.map((each) => made(each).state)).toEqual(Array(20).fill('agreed'));
    const { rows } = await world.test.services.database.pool.query(
      `select m.type from chat_message m join chat_exchange e using (conversation_id)
       where e.id = $1 and m.type in (9, 14)`,
      [exchangeId],
    );
    expect(rows).toHaveLength(2);
  });

  it('may be declined, which gives nothing', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'BP'));
    expect(made(await answer(founder, exchangeId, 0)).messages.map(({ type }) => type)).toEqual([12, 9]);
    expect(await readers()).toEqual([]);
    expect((await standing(investor, founder)).hasBp).toBe(false);
  });
});

describe('delivering a plan', () => {
  it('opens the file itself to its receiver, and to no other user', async () => {
    const other = await world.investor();
    const read = ({ cookie }: Person) => world.test.app.inject({ url: address, headers: { cookie } });
    await restrict();
    expect((await read(investor)).statusCode).toBe(404);
    made(await deliver(founder, investor.uid, founder.companyId));
    const opened = await read(investor);
    expect(opened.statusCode).toBe(200);
    expect((await wordsOfPdf(opened.rawPayload)).join('')).toContain(`（编号 ${investor.uid}）`);
    expect((await read(other)).statusCode).toBe(404);
    expect((await world.test.app.inject({ url: address })).statusCode).not.toBe(200);
  });

  it('is one message, however often the same delivery is sent', async () => {
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => deliver(founder, investor.uid, founder.companyId, clientId)),
    );
    expect(new Set(answers.map((each) => made(each).message.seq))).toEqual(new Set([3]));
    expect(made(await deliver(founder, investor.uid, founder.companyId, clientId)).message).toMatchObject({ type: 14 });
    expect(await deliver(founder, investor.uid, founder.companyId)).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '已向对方投递过该企业的BP，无需重复投递',
    });
    expect(await readers()).toEqual([investor.uid]);
  });

  it('stays open to its receiver when the founder restricts it afterwards, and a newer one opens as well', async () => {
    const before = await world.investor();
    await plan(before);
    made(await deliver(founder, investor.uid, founder.companyId));
    await restrict();
    expect(await readers()).toEqual([investor.uid]);
    expect(await plan(investor)).toMatchObject({ restricted: true, state: 'approved', address });
    expect(await plan(before)).not.toHaveProperty('address');
    await world.plan(founder);
    expect((await standing(investor, founder)).bp).toBe(address);
    const { cookie } = investor;
    expect((await world.test.app.inject({ url: address, headers: { cookie } })).statusCode).toBe(200);
  });

  it('decides what the receiver had asked for on the company’s page', async () => {
    await restrict();
    const body = { ccid: founder.companyId, message: '希望了解' };
    made(await investor.send('POST', '/api/rong/plan/request', body));
    made(await deliver(founder, investor.uid, founder.companyId));
    expect(await plan(investor)).toMatchObject({ state: 'approved', address });
    const { rows } = await world.test.services.database.pool.query(
      'select state, message from plan_request where account_id = $1',
      [investor.uid],
    );
    expect(rows).toEqual([{ state: 'approved', message: '希望了解' }]);
  });

  it('of one’s only company needs no choice, and answers a request that waits', async () => {
    const { exchangeId } = made(await ask(investor, founder, 'BP'));
    expect(made(await deliverOnly(founder, investor.uid)).message.type).toBe(14);
    const said = made(await answer(founder, exchangeId, 1, founder.companyId));
    expect(said.state).toBe('agreed');
    expect(said.messages.map((message) => [message.type, contentOf(message).state])).toEqual([
      [12, 'agreed'],
      [9, 'agreed'],
    ]);
    expect(made(await values(investor, exchangeId)).theirs).toBe(address);
    expect((await deliverOnly(founder, investor.uid)).code).toBe(codeOf('CONFLICT'));
  });

  it('of several companies asks which', async () => {
    await world.plan(founder, await secondCompany());
    expect(await deliverOnly(founder, investor.uid)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '请选择要投递的企业',
    });
    expect((await deliverOnly(investor, founder.uid)).code).toBe(codeOf('INVALID_BODY'));
    expect((await deliver(investor, founder.uid, founder.companyId)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('reaches an investor who looked at the company, though they never talked; no other user is found by it', async () => {
    const visitor = await world.investor();
    const unknown = await deliver(founder, visitor.uid, founder.companyId);
    expect(unknown).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: '用户不存在或无法接收消息' });
    expect(await deliver(founder, '999999999', founder.companyId)).toEqual(unknown);
    expect((await deliver(founder, founder.uid, founder.companyId)).code).toBe(codeOf('INVALID_BODY'));
    await interested(visitor);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => deliver(founder, visitor.uid, founder.companyId)),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === codeOf('CONFLICT'))).toHaveLength(3);
    expect(await readers()).toEqual([visitor.uid]);
    expect(await standing(visitor, founder)).toMatchObject({ hasBp: true, bp: address, bothTalked: false });
  });

  it('obeys what every message obeys: blocks, the limit before an answer, and the quota with investors', async () => {
    await world.block(investor, founder);
    expect((await deliver(founder, investor.uid, founder.companyId)).code).toBe(codeOf('CHAT_BLOCKED'));
    expect(await readers()).toEqual([]);
    const silent = await world.investor();
    for (let count = 0; count < UNANSWERED_LIMIT; count += 1) await world.say(founder, silent);
    expect((await deliver(founder, silent.uid, founder.companyId)).code).toBe(codeOf('CHAT_LIMITED'));
    const visitors = await Promise.all(Array.from({ length: FOUNDER_DAILY_CONTACTS }, () => world.investor()));
    for (const visitor of visitors) await interested(visitor);
    const answers = await Promise.all(visitors.map(({ uid }) => deliver(founder, uid, founder.companyId)));
    // One was used up by the conversation with the silent one.
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(FOUNDER_DAILY_CONTACTS - 1);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      code: codeOf('CHAT_LIMITED'),
      msg: '您今日与投资人的沟通次数已用完，请明日再试',
    });
    expect(await readers()).toHaveLength(FOUNDER_DAILY_CONTACTS - 1);
  });
});
