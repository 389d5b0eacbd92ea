import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetPipeline } from '#server/features/pipeline/closing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';

let world: PipelineWorld;
let founder: Contact;
let institution: string;
beforeAll(async () => {
  world = await PipelineWorld.open();
  institution = await world.record('InsightOrg', '示例跟进资本');
});
beforeEach(async () => {
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

const added = async () => {
  made(await world.follow(founder, 'institution', { institution }));
  return world.line(founder);
};

describe('The list of a company', () => {
  it('takes an institution of the directory, or one by its name', async () => {
    const plan = { nextStep: '发送财务数据', nextOn: '2026-12-01', note: '由老股东引荐' };
    made(await world.follow(founder, 'institution', { institution, ...plan }));
    made(await world.follow(founder, 'institution', { institutionName: ' 未收录的基金 ' }));
    const lines = await world.lines(founder);
    expect(lines.map(({ title }) => title).toSorted()).toEqual(['未收录的基金', '示例跟进资本'].toSorted());
    expect(lines.find(({ title }) => title === '示例跟进资本')).toMatchObject({
      state: 'todo',
      ...plan,
      owner: founder.name,
      mine: true,
      undoable: false,
    });
  });

  it('has an institution once, however often and with whatever key it is sent', async () => {
    const body = { clientKey: 'sent-at-the-same-time', institution };
    const sent = await Promise.all([1, 2].map(() => founder.send('POST', '/api/rong/pipeline/institution', body)));
    sent.forEach(made);
    const again = await world.follow(founder, 'institution', { institution });
    expect(again).toMatchObject({ code: codeOf('CONFLICT'), msg: '“示例跟进资本”已在跟进列表中' });
    expect(await world.lines(founder)).toHaveLength(1);
  });

  it('is shared by those who speak for the company, and closed to all others', async () => {
    const line = await added();
    const partner = await world.contacts.person(['START_UP']);
    const { db } = world.contacts.test.services.database;
    await speakFor(db, partner.uid, founder.companyId, 1);
    const seen = await world.line(partner);
    expect(seen).toMatchObject({ title: line.title, entry: line.entry, mine: false, owner: founder.name });
    made(await world.step(partner, seen, 'take'));
    expect(await world.line(founder)).toMatchObject({ mine: false, owner: partner.name });
    const stranger = await world.contacts.contact();
    expect(await world.lines(stranger)).toEqual([]);
    await db.deleteFrom('company_member').where('account_id', '=', founder.uid).execute();
    expect(await world.lines(founder)).toEqual([]);
    expect((await world.step(founder, { ...line, version: 2 }, 'drop')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it.each(['plan', 'move', 'undo', 'take', 'drop'])(
    'is as if it were not there for others who ask to %s an entry, and refuses what was read before a change',
    async (step) => {
      const line = await added();
      const more = step === 'move' ? { state: 'meeting' } : {};
      const stranger = await world.contacts.contact();
      const stale = { ...line, version: line.version + 3 };
      expect((await world.step(stranger, line, step, more)).code).toBe(codeOf('UNKNOWN_RECORD'));
      expect((await world.step(stranger, stale, step, more)).code).toBe(codeOf('UNKNOWN_RECORD'));
      expect((await world.step(founder, stale, step, more)).code).toBe(codeOf('CONFLICT'));
    },
  );

  it('is for founders: an investor, and a company of others, are refused', async () => {
    const investor = await world.contacts.person(['ORG_INVESTOR']);
    expect((await world.follow(investor, 'institution', { institution })).code).toBe(codeOf('FORBIDDEN'));
    const other = await world.contacts.contact();
    const foreign = await world.follow(founder, 'institution', { institution, company: other.companyId });
    expect(foreign.code).toBe(codeOf('UNKNOWN_RECORD'));
    const missing = await world.follow(founder, 'institution', { institution, company: '999999999' });
    expect(missing).toMatchObject({ code: foreign.code, msg: foreign.msg });
  });

  it('asks which company is meant where a founder speaks for several', async () => {
    const other = await world.contacts.contact();
    const { db } = world.contacts.test.services.database;
    await db
      .insertInto('company_member')
      .columns(['company_id', 'account_id', 'position', 'since', 'case_id'])
      .expression((query) =>
        query
          .selectFrom('company_member')
          .select([
            sql<string>`${other.companyId}::bigint`.as('company_id'),
            'account_id',
            'position',
            'since',
            'case_id',
          ])
          .where('account_id', '=', founder.uid),
      )
      .execute();
    expect(await world.follow(founder, 'institution', { institution })).toMatchObject({
      code: codeOf('INVALID_BODY'),
      msg: '您代表多家企业，请选择企业',
    });
    made(await world.follow(founder, 'institution', { institution, company: other.companyId }));
    expect(await world.lines(other)).toHaveLength(1);
  });

  it('stays with the company when the account of a founder is closed', async () => {
    await added();
    const { db } = world.contacts.test.services.database;
    await db.transaction().execute((trx) => forgetPipeline(trx, founder.uid));
    expect(await world.lines(founder)).toHaveLength(1);
  });
});

describe('An entry', () => {
  it('needs a reason to be declined, and an amount to be committed', async () => {
    let line = await added();
    expect(await world.step(founder, line, 'move', { state: 'declined' })).toMatchObject({ msg: '请选择不投原因' });
    expect(await world.step(founder, line, 'move', { state: 'committed' })).toMatchObject({ msg: '请填写意向金额' });
    expect(await world.step(founder, line, 'move', { state: 'watching' })).toMatchObject({ msg: '请选择列出的状态' });
    made(await world.step(founder, line, 'move', { state: 'declined', reason: 'valuation' }));
    line = await world.line(founder);
    expect(line).toMatchObject({ state: 'declined', reason: 'valuation' });
    const amount = { num: '12345678901.25', currency: 'CNY' };
    made(await world.step(founder, line, 'move', { state: 'committed', amount }));
    line = await world.line(founder);
    expect(line).toMatchObject({ state: 'committed', amount: { ...amount, equivalentMoney: '12345678901.25' } });
    expect(line.reason ?? null).toBeNull();
    expect((await world.step(founder, line, 'plan', { amount: null })).code).toBe(codeOf('INVALID_BODY'));
  });

  it('goes back to where it was, once, and its history says so', async () => {
    let line = await added();
    made(await world.step(founder, line, 'move', { state: 'declined', reason: 'team' }));
    line = await world.line(founder);
    world.contacts.setTime('2026-11-24T08:00:00Z');
    made(await world.step(founder, line, 'move', { state: 'meeting' }));
    line = await world.line(founder);
    expect(line.undoable).toBe(true);
    made(await world.step(founder, line, 'undo'));
    line = await world.line(founder);
    expect(line).toMatchObject({ state: 'declined', reason: 'team', cause: 'undo', undoable: false });
    expect((await world.step(founder, line, 'undo')).code).toBe(codeOf('CONFLICT'));
    const moves = await world.moves(founder);
    expect(moves).toHaveLength(3);
    expect(moves).toEqual(
      expect.arrayContaining([
        ['todo', 'declined', 'hand'],
        ['declined', 'meeting', 'hand'],
        ['meeting', 'declined', 'undo'],
      ]),
    );
  });

  it.each([
    ['nextOn', '2026-02-30'],
    ['amount', { num: '-1', currency: 'CNY' }],
    ['amount', { num: '1e9', currency: 'CNY' }],
    ['amount', { num: '1', currency: 'XXX' }],
    ['amount', { num: '1' }],
  ])('refuses %s as %j and keeps what it was', async (field, value) => {
    const line = await added();
    const answer = await world.step(founder, line, 'plan', { [field]: value });
    expect(answer.code).toBe(codeOf('INVALID_BODY'));
    expect(await world.line(founder)).toMatchObject({ version: line.version });
  });

  it('is taken off the list with its history', async () => {
    const line = await added();
    made(await world.step(founder, line, 'move', { state: 'contacted' }));
    made(await world.step(founder, await world.line(founder), 'drop'));
    expect([await world.lines(founder), await world.moves(founder)]).toEqual([[], []]);
  });
});
