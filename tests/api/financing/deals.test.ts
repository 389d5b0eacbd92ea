import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { DATA, FinancingWorld } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
let fund: string;
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
  const body = { clientKey: 'deal-fund', values: { name: '示例创投' } };
  fund = made(await world.contacts.staff.send<RecordReply>('POST', `${DATA}/InsightOrg`, body)).record.id;
});
afterAll(() => world.close());

const DEAL = { fundedOn: '2026-01-05', amount: { num: '30000000', currency: 'CNY' }, files: true };

describe('A request that ends in a deal', () => {
  it('is done with its project, and its deal waits for staff', async () => {
    const line = await world.raising(founder);
    made(await world.step(founder, line, 'conclude', { ...DEAL, leads: [fund], others: ['某个人投资者'] }));
    expect(await world.mine(founder, line.id)).toMatchObject({ state: 'done', dealState: 'pending' });
    expect(await world.record('InsightProject', line.project?.id)).toMatchObject({ status: '融资完成' });
    const desk = await world.lines(world.contacts.staff, 'FinancingReview');
    expect(desk.find(({ id }) => id === line.id)).toMatchObject({ todo: 'deal' });
  });

  it('is a transaction of the company once staff file it, and what is counted of both follows', async () => {
    const other = await world.contacts.contact();
    const line = await world.raising(other);
    made(await world.step(other, line, 'conclude', { ...DEAL, leads: [fund] }));
    made(await world.decide(await world.mine(other, line.id), 'file'));
    const filed = await world.mine(other, line.id);
    expect(filed).toMatchObject({ dealState: 'filed' });
    expect(await world.record('InsightTransaction', filed.dealRecord?.id)).toMatchObject({
      company: { id: other.companyId },
      round: 'A轮',
      fundedOn: '2026-01-05',
      leadInvestors: [{ id: fund }],
      verification: '已核实',
    });
    // Counted before the decision answers: nothing is drained here.
    expect(await world.record('InsightCompany', other.companyId)).toMatchObject({ roundsCount: 1, latestRound: 'A轮' });
    expect(await world.notices(other.uid)).toContain('成交信息已收录');
  });

  it('is left out with a reason that the founder reads', async () => {
    const line = await world.raising(founder);
    made(await world.step(founder, line, 'conclude', { ...DEAL, follows: [fund] }));
    made(await world.decide(await world.mine(founder, line.id), 'refuse', { reason: '与公开信息不一致' }));
    expect(await world.mine(founder, line.id)).toMatchObject({ dealState: 'refused', reason: '与公开信息不一致' });
    expect(await world.notices(founder.uid)).toContain('成交信息未收录');
  });

  it('may end without being filed', async () => {
    const line = await world.raising(founder);
    made(await world.step(founder, line, 'conclude', { fundedOn: '2026-01-05', others: ['不便透露的投资方'] }));
    const done = await world.mine(founder, line.id);
    expect([done.state, done.dealState]).toEqual(['done', undefined]);
  });

  it.each([
    ['in the future', { fundedOn: '2099-01-01', others: ['某机构'] }, '融资日期不能晚于今天'],
    ['without an investor', { fundedOn: '2026-01-05' }, '请至少填写一个投资方'],
    ['with an unknown institution', { fundedOn: '2026-01-05', leads: ['999999999'] }, '所选机构不存在'],
    [
      'without money',
      { fundedOn: '2026-01-05', others: ['某机构'], amount: { num: '0', currency: 'CNY' } },
      '融资金额应大于 0',
    ],
  ])('is refused %s, and goes on raising', async (_what, deal, message) => {
    const line = await world.raising(founder);
    const answer = await world.step(founder, line, 'conclude', deal);
    expect(answer.code).toBe(codeOf('INVALID_BODY'));
    expect(JSON.stringify(answer.data)).toContain(message);
    expect(await world.mine(founder, line.id)).toMatchObject({ state: 'raising', version: line.version });
  });

  it('has no institution on both sides', async () => {
    const line = await world.raising(founder);
    const answer = await world.step(founder, line, 'conclude', { ...DEAL, leads: [fund], follows: [fund] });
    expect(JSON.stringify(answer.data)).toContain('同一机构不能既是领投方又是跟投方');
  });
});
