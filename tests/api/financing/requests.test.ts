import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Contact } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { FinancingWorld, REQUEST } from '#tests/support/financing/financing-world.ts';

let world: FinancingWorld;
let founder: Contact;
beforeAll(async () => {
  world = await FinancingWorld.open();
  founder = await world.contacts.contact();
});
afterAll(() => world.close());

describe('A financing request', () => {
  it('waits for staff after it is handed in', async () => {
    const line = await world.filed(founder);
    expect(line).toMatchObject({ state: 'pending', title: REQUEST.title });
    const desk = await world.lines(world.contacts.staff, 'FinancingReview');
    expect(desk.find(({ id }) => id === line.id)).toMatchObject({ todo: 'request' });
  });

  it('is in the list of its founder alone', async () => {
    const line = await world.filed(founder);
    const stranger = await world.contacts.contact();
    expect((await world.lines(stranger)).map(({ id }) => id)).not.toContain(line.id);
  });

  it('is one request when its form is sent twice at once', async () => {
    const values = { ...REQUEST, company: { id: founder.companyId }, title: '同一份需求' };
    const body = { clientKey: 'sent-twice-at-once', values };
    const send = () => founder.send('POST', '/api/metadata/data/FinancingRequest', body);
    (await Promise.all([send(), send()])).forEach(made);
    const alike = (await world.lines(founder)).filter(({ title }) => title === '同一份需求');
    expect(alike).toHaveLength(1);
  });

  it('becomes a project that investors find, once staff approve it', async () => {
    const line = await world.raising(founder, { title: '即将发布的需求' });
    expect(line).toMatchObject({ state: 'raising' });
    expect(await world.record('InsightProject', line.project?.id)).toMatchObject({
      company: { id: founder.companyId },
      status: '融资中',
      targetRound: 'A轮',
      targetAmount: { num: '30000000', currency: 'CNY' },
      equityOffered: '10',
      deadlineOn: '2027-06-30',
    });
    expect(await world.notices(founder.uid)).toContain('融资需求已发布');
  });

  it('is published as a known project of its company, where staff choose one', async () => {
    const other = await world.contacts.contact();
    const values = { name: '早先录入的项目', company: { id: other.companyId }, status: '暂停融资' };
    const body = { clientKey: 'known-project', values };
    const { staff } = world.contacts;
    const { record } = made(await staff.send<RecordReply>('POST', '/api/metadata/data/InsightProject', body));
    const line = await world.filed(other);
    made(await world.decide(line, 'approve', { project: record.id }));
    expect(await world.mine(other, line.id)).toMatchObject({ state: 'raising', project: { id: record.id } });
    expect(await world.record('InsightProject', record.id)).toMatchObject({ status: '融资中', name: '早先录入的项目' });
  });

  it('is not published as a project that is closed', async () => {
    const other = await world.contacts.contact();
    const first = await world.raising(other);
    made(await world.step(other, first, 'close'));
    const second = await world.filed(other);
    const answer = await world.decide(second, 'approve', { project: first.project?.id });
    expect(answer.msg).toBe('所选项目已关闭，请留空以新建项目');
  });

  it('is not published as a project of another company, or as one that another request raises by', async () => {
    const [one, other] = [await world.contacts.contact(), await world.contacts.contact()];
    const raised = await world.raising(one);
    const foreign = await world.filed(other);
    expect(await world.decide(foreign, 'approve', { project: raised.project?.id })).toMatchObject({
      msg: '所选项目不属于这家企业',
    });
    const second = await world.filed(one);
    expect(await world.decide(second, 'approve', { project: raised.project?.id })).toMatchObject({
      msg: '所选项目已用于另一条融资需求',
    });
    expect(await world.mine(other, foreign.id)).toMatchObject({ state: 'pending', version: foreign.version });
  });

  it('is sent back with a reason, and handed in again by being changed', async () => {
    const line = await world.filed(founder);
    made(await world.decide(line, 'return', { reason: '请补充资金用途' }));
    expect(await world.mine(founder, line.id)).toMatchObject({ state: 'returned', reason: '请补充资金用途' });
    made(await world.edit(founder, line, { useOfProceeds: '用于二期产线的设备采购' }));
    expect(await world.mine(founder, line.id)).toMatchObject({ state: 'pending' });
  });

  it('is paused, goes on and is closed with its project', async () => {
    const statusOf = async () => (await world.record('InsightProject', line.project?.id))['status'];
    let line = await world.raising(founder);
    const seen: unknown[] = [];
    for (const step of ['pause', 'resume', 'close']) {
      made(await world.step(founder, line, step));
      line = await world.mine(founder, line.id);
      seen.push([line.state, await statusOf()]);
    }
    expect(seen).toEqual([
      ['paused', '暂停融资'],
      ['raising', '融资中'],
      ['closed', '已关闭'],
    ]);
  });

  it('that has ended is changed no more, and takes no further step', async () => {
    const line = await world.filed(founder);
    made(await world.step(founder, line, 'close'));
    expect((await world.edit(founder, line, { title: '改个标题试试' })).code).toBe(codeOf('CONFLICT'));
    const closed = await world.mine(founder, line.id);
    for (const step of ['pause', 'resume', 'close'])
      expect((await world.step(founder, closed, step)).code).toBe(codeOf('CONFLICT'));
  });

  it('keeps the company that it was handed in for', async () => {
    const line = await world.filed(founder);
    const { contacts } = world;
    const second = await contacts.contact();
    const answer = await world.edit(founder, line, { company: { id: second.companyId } });
    expect(answer.code).toBe(codeOf('INVALID_BODY'));
    expect(await world.mine(founder, line.id)).toMatchObject({ version: line.version });
  });

  it.each(['pause', 'resume', 'close', 'conclude'])(
    'is as if it were not there for others who ask to %s it',
    async (step) => {
      const line = await world.raising(founder);
      const more = step === 'conclude' ? { fundedOn: '2026-01-05', others: ['某投资方'] } : {};
      const strangers = [await world.contacts.contact(), await world.contacts.person(['ORG_INVESTOR'])];
      for (const stranger of strangers)
        expect((await world.step(stranger, line, step, more)).code).toBe(codeOf('UNKNOWN_RECORD'));
      const stale = { ...line, version: line.version + 5 };
      expect((await world.step(strangers[0] as Contact, stale, step, more)).code).toBe(codeOf('UNKNOWN_RECORD'));
      expect((await world.step(founder, stale, step, more)).code).toBe(codeOf('CONFLICT'));
    },
  );

  it('takes no step for a founder who no longer speaks for the company', async () => {
    const leaver = await world.contacts.contact();
    const line = await world.raising(leaver);
    const { db } = world.contacts.test.services.database;
    await db.deleteFrom('company_member').where('account_id', '=', leaver.uid).execute();
    expect((await world.step(leaver, line, 'pause')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('is decided on by staff once, and not by the user who filed it', async () => {
    const line = await world.filed(founder);
    made(await world.decide(line, 'approve'));
    expect((await world.decide(line, 'approve')).code).toBe(codeOf('CONFLICT'));
    const { contacts } = world;
    const both = await contacts.contact(['START_UP', 'staff']);
    const own = await world.filed(both);
    const path = `/api/staff/financing/${own.id}/approve`;
    expect((await both.send('POST', path, { version: own.version })).code).toBe(codeOf('FORBIDDEN'));
  });
});
