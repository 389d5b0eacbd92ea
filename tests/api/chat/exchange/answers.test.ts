import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushedEvent } from '#schemas/api/events.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import {
  answer,
  ask,
  contentOf,
  type ExchangeWorld,
  type Investor,
  openExchangeWorld,
  standing,
  values,
} from './exchange-world.ts';

let world: ExchangeWorld;
let founder: Contact;
let investor: Investor;

beforeAll(async () => {
  world = await openExchangeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.setTime('2026-11-21T04:00:00Z');
  ({ founder, investor } = await world.talking());
});

const asked = async (kind: 'PHONE' | 'WEIXIN' = 'PHONE') => made(await ask(investor, founder, kind)).exchangeId;
const grants = () =>
  world.test.services.database.db
    .selectFrom('chat_grant')
    .select(['viewer_id as viewer', 'owner_id as owner', 'kind'])
    .where('viewer_id', 'in', [investor.uid, founder.uid])
    .orderBy('viewer_id')
    .execute();
const messageCount = async () => {
  const { rows } = await world.test.services.database.pool.query<{ type: number }>(
    `select m.type from chat_message m join chat_conversation c on c.id = m.conversation_id
     where c.user_a in ($1, $2) and c.user_b in ($1, $2) order by m.seq`,
    [investor.uid, founder.uid],
  );
  return rows.map(({ type }) => type);
};

describe('agreeing to an exchange', () => {
  it('adds the agreement and the result, changes the request, and gives each the other’s value', async () => {
    const id = await asked();
    world.setTime('2026-11-21T05:00:00Z');
    const { state, messages } = made(await answer(founder, id, 1));
    expect(state).toBe('agreed');
    expect(messages.map(({ type, seq, sent }) => [type, seq, sent])).toEqual([
      [10, 3, false],
      [15, 4, true],
      [9, 5, true],
    ]);
    for (const message of messages) expect(contentOf(message)).toMatchObject({ exchangeId: id, state: 'agreed' });
    const agreed = { kind: 'PHONE', state: 'agreed' };
    expect(made(await values(investor, id))).toEqual({
      ...agreed,
      mine: investor.phone,
      theirs: founder.phone,
      name: founder.name,
    });
    expect(made(await values(founder, id))).toEqual({
      ...agreed,
      mine: founder.phone,
      theirs: investor.phone,
      name: investor.name,
    });
    for (const [who, whom] of [
      [investor, founder],
      [founder, investor],
    ] as const)
      expect(await standing(who, whom)).toMatchObject({
        hasExchangePhone: true,
        hasExchangeWeixin: false,
        pending: [],
      });
    expect(await ask(founder, investor, 'PHONE')).toMatchObject({
      code: codeOf('CONFLICT'),
      msg: '已交换，无需重复操作',
    });
  });

  it('marks the request as changed, so that open screens show how it ended', async () => {
    const id = await asked();
    const { db } = world.test.services.database;
    made(await answer(founder, id, 1));
    const request = await db
      .selectFrom('chat_message')
      .innerJoin('chat_exchange', 'chat_exchange.conversation_id', 'chat_message.conversation_id')
      .select('change_rev')
      .where('chat_exchange.id', '=', id)
      .whereRef('seq', '=', 'request_seq')
      .executeTakeFirstOrThrow();
    expect(request.change_rev).toBe(1);
  });

  it('notifies both that something changed, and reveals nothing of what it gave', async () => {
    const id = await asked('WEIXIN');
    const heard: [string, PushedEvent][] = [];
    const stop = [investor, founder].map(({ uid }) =>
      world.test.services.bus.subscribe((event) => heard.push([uid, event]), uid),
    );
    made(await answer(founder, id, 1));
    for (const end of stop) end();
    const { rows } = await world.test.services.database.pool.query<{ uid: string; rev: string }>(
      'select user_id::text as uid, rev::text from chat_user_state where user_id in ($1, $2)',
      [investor.uid, founder.uid],
    );
    const revs = new Map(rows.map(({ uid, rev }) => [uid, rev]));
    expect(heard).toEqual([
      [founder.uid, { type: 'chat.changed', uid: investor.uid, rev: revs.get(founder.uid) }],
      [investor.uid, { type: 'chat.changed', uid: founder.uid, rev: revs.get(investor.uid) }],
    ]);
  });

  describe.each(['PHONE', 'WEIXIN'] as const)('of %s', (kind) => {
    const [field, other] = kind === 'PHONE' ? (['phone', 'weixin'] as const) : (['weixin', 'phone'] as const);

    it.each([
      ['both show theirs', true, true],
      ['only the one who agrees hides his', true, false],
      ['only the one who asks hides his', false, true],
      ['both hide theirs', false, false],
    ])('gives the asker’s value always, the other’s where it is shown: %s', async (_name, mine, theirs) => {
      // The other kind is the other way round: neither speaks for the other.
      await world.expose(investor, { [field]: mine, [other]: !mine });
      await world.expose(founder, { [field]: theirs, [other]: !theirs });
      expect((await standing(investor, founder)).exposure).toEqual({
        [field]: { mine, theirs },
        [other]: { mine: !mine, theirs: !theirs },
      });
      const id = await asked(kind);
      expect(await grants()).toEqual([]);
      made(await answer(founder, id, 1));
      const given = [{ viewer: founder.uid, owner: investor.uid, kind }];
      const back = theirs ? [{ viewer: investor.uid, owner: founder.uid, kind }] : [];
      expect(new Set(await grants())).toEqual(new Set([...given, ...back]));
      expect(made(await values(founder, id)).theirs).toBe(investor[field]);
      expect(made(await values(investor, id)).theirs).toBe(theirs ? founder[field] : null);
      expect(made(await values(founder, id)).mine).toBe(theirs ? founder[field] : null);
    });
  });

  it('gives each kind by its own exposure', async () => {
    await world.expose(founder, { phone: false, weixin: true });
    const [phone, weixin] = [await asked('PHONE'), await asked('WEIXIN')];
    made(await answer(founder, phone, 1));
    expect(made(await answer(founder, weixin, 1)).messages.map(({ type }) => type)).toEqual([11, 16, 9]);
    expect(made(await values(investor, phone)).theirs).toBeNull();
    expect(made(await values(investor, weixin)).theirs).toBe(founder.weixin);
  });

  it('gives what there was on that day: a later change is one’s own again', async () => {
    const id = await asked('WEIXIN');
    made(await answer(founder, id, 1));
    made(await founder.send('POST', '/api/rong/sixin/settings', { weixin: 'another-name-1', exposeWeixin: false }));
    expect(made(await values(investor, id)).theirs).toBe(founder.weixin);
  });

  it('needs something of one’s own to give where one shows it', async () => {
    const id = await asked('WEIXIN');
    made(await founder.send('POST', '/api/rong/sixin/settings', { weixin: '' }));
    expect(await answer(founder, id, 1)).toMatchObject({
      code: codeOf('INVALID_BODY'),
      problems: [{ field: 'weixin' }],
    });
    expect(made(await values(founder, id)).state).toBe('pending');
    await world.expose(founder, { weixin: false });
    expect(made(await answer(founder, id, 1)).state).toBe('agreed');
  });

  it('happens once of fifty that come at the same time', async () => {
    const id = await asked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(founder, id, 1)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(answers.map((each) => JSON.stringify(made(each)))).size).toBe(1);
    expect(await messageCount()).toEqual([0, 0, 10, 15, 9]);
    expect(await grants()).toHaveLength(2);
  });

  it('and declining at the same time end in one of the two', async () => {
    const id = await asked();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => answer(founder, id, index % 2 ? 1 : 0)));
    const states = new Set(answers.filter(({ code }) => code === 0).map((each) => each.data.state));
    expect(states.size).toBe(1);
    expect(answers.filter(({ code }) => code === codeOf('CONFLICT'))).toHaveLength(10);
    const isAgreed = states.has('agreed');
    expect(await messageCount()).toEqual(isAgreed ? [0, 0, 10, 15, 9] : [0, 0, 10, 9]);
    expect(await grants()).toHaveLength(isAgreed ? 2 : 0);
  });

  it('comes too late after the term, and says so', async () => {
    const id = await asked();
    world.setTime('2026-11-28T04:00:00Z');
    for (const action of [1, 1, 0] as const) {
      const { state, messages } = made(await answer(founder, id, action));
      expect(state).toBe('expired');
      expect(messages.map((message) => [message.type, contentOf(message).state])).toEqual([[10, 'expired']]);
    }
    expect(await grants()).toEqual([]);
    expect(await messageCount()).toEqual([0, 0, 10]);
  });

  it('is refused once either has blocked the other, and open again afterwards', async () => {
    const id = await asked();
    for (const [who, whom] of [
      [founder, investor],
      [investor, founder],
    ] as const) {
      await world.block(who, whom);
      for (const action of [0, 1] as const)
        expect((await answer(founder, id, action)).code).toBe(codeOf('CHAT_BLOCKED'));
      await world.block(who, whom, false);
    }
    expect(await grants()).toEqual([]);
    expect(made(await answer(founder, id, 1)).state).toBe('agreed');
  });
});

describe('agreeing while the other blocks', () => {
  it('ends with all of the answer or nothing of it', async () => {
    const id = await asked();
    const [agreed] = await Promise.all([answer(founder, id, 1), world.block(investor, founder)]);
    expect([0, codeOf('CHAT_BLOCKED')]).toContain(agreed.code);
    const isAgreed = agreed.code === 0;
    expect(made(await values(founder, id)).state).toBe(isAgreed ? 'agreed' : 'pending');
    expect(await grants()).toHaveLength(isAgreed ? 2 : 0);
    expect(await messageCount()).toEqual(isAgreed ? [0, 0, 10, 15, 9] : [0, 0, 10]);
  });
});

describe('declining an exchange', () => {
  it('adds the result alone and gives nothing', async () => {
    const id = await asked();
    const { state, messages } = made(await answer(founder, id, 0));
    expect(state).toBe('declined');
    expect(messages.map(({ type }) => type)).toEqual([10, 9]);
    for (const message of messages) expect(contentOf(message).state).toBe('declined');
    expect(await grants()).toEqual([]);
    expect(made(await values(investor, id))).toMatchObject({ state: 'declined', mine: null, theirs: null });
    expect((await answer(founder, id, 1)).code).toBe(codeOf('CONFLICT'));
    expect(made(await answer(founder, id, 0)).state).toBe('declined');
  });
});

describe('an exchange', () => {
  it('is answered by the one who was asked, and known to no user but the two', async () => {
    const id = await asked();
    const stranger = await world.investor();
    const absent = await values(stranger, '00000000-0000-4000-8000-000000000000');
    expect(absent.code).toBe(codeOf('UNKNOWN_RECORD'));
    const nobody = await answer(stranger, '00000000-0000-4000-8000-000000000000', 1);
    for (const who of [investor, stranger, world.staff as Investor]) expect(await answer(who, id, 1)).toEqual(nobody);
    made(await answer(founder, id, 1));
    for (const who of [stranger, world.staff]) expect(await values(who, id)).toEqual(absent);
    expect(await standing(stranger, founder)).toMatchObject({
      hasExchangePhone: false,
      pending: [],
      bothTalked: false,
    });
    expect((await world.test.get('visitor', `/mobi-investor/sixin/v3/${id}/exchageContent`)).status).toBe(401);
  });

  it('keeps values sealed: no table of conversations or anything else holds one', async () => {
    for (const kind of ['PHONE', 'WEIXIN'] as const) made(await answer(founder, await asked(kind), 1));
    const plain = [investor.phone, founder.phone].map((phone) => phone.slice(3));
    const { pool } = world.test.services.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    expect(tables.map(({ name }) => name)).toContain('chat_grant');
    for (const { name } of tables) {
      const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows)
        for (const value of [...plain, investor.weixin, founder.weixin])
          expect([name, text.includes(value)]).toEqual([name, false]);
    }
    const { rows } = await pool.query<{ sealed: string }>('select sealed from chat_grant where viewer_id = $1', [
      founder.uid,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('opens no value that was moved to another viewer, owner or kind', async () => {
    const [first, second] = [await asked('PHONE'), await asked('WEIXIN')];
    for (const id of [first, second]) made(await answer(founder, id, 1));
    const { pool } = world.test.services.database;
    await pool.query(
      `update chat_grant g set sealed = o.sealed from chat_grant o
       where g.viewer_id = $1 and g.kind = 'WEIXIN' and o.viewer_id = $1 and o.kind = 'PHONE'`,
      [founder.uid],
    );
    expect((await values(founder, second)).status).toBe(500);
    expect(made(await values(founder, first)).theirs).toBe(investor.phone);
  });
});
