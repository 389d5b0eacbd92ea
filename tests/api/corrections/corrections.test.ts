import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provenance } from '#schemas/api/corrections.ts';
import type { HistoryEntry, ListReply, RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const PATH = '/api/metadata/correction';
let test: TestApp;
let keys = 0;

async function deal(values: object = {}): Promise<string> {
  keys += 1;
  const body = {
    clientKey: `correction-${keys}`,
    values: { title: `示例轮次${keys}`, companyText: '示例公司', fundedOn: '2019-05', round: 'Pre-A轮', ...values },
  };
  return made(await test.post<RecordReply>('staff', `${DATA}/InsightTransaction`, body)).record.id;
}
const propose = (who: Who, id: string, more: object = {}) =>
  test.post<{ id: string }>(who, PATH, {
    objectApiName: 'InsightTransaction',
    id,
    field: 'companyText',
    value: '正确的公司',
    reason: '工商登记的名称不同',
    ...more,
  });
const decide = (id: string, body: object, who: Who = 'staff') => test.post(who, `${PATH}/${id}/decide`, body);
/** A proposal in the list of staff, or in the proposer's own. */
const listed = async (id: string, who: Who = 'staff') => {
  const objectApiName = who === 'staff' ? 'Correction' : 'OwnCorrection';
  const fields = ['name', 'state', 'before', 'proposed', 'note'];
  const body = { objectApiName, fields, ids: [id] };
  return made(await test.post<ListReply>(who, `${DATA}/getLayoutAndDataList`, body)).list[0];
};
const read = async (id: string) =>
  made(await test.get<RecordReply>('staff', `${DATA}/InsightTransaction/${id}`)).record;
const provenance = (who: Who, id: string, field: string) =>
  test.get<Provenance>(who, `${DATA}/InsightTransaction/${id}/provenance?field=${field}`);

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('a proposal to correct a value', () => {
  it('changes nothing until staff accept it, and then the history keeps both values', async () => {
    const id = await deal();
    const made_ = made(await propose('founder', id, { evidence: 'https://example.com/notice' }));
    const kept = { state: 'pending', before: '示例公司', proposed: '正确的公司' };
    expect(await listed(made_.id)).toMatchObject(kept);
    expect(await listed(made_.id, 'founder')).toMatchObject({ ...kept, name: expect.stringMatching(/^示例轮次\d+的/) });
    expect(await listed(made_.id, 'investor')).toBeUndefined();
    expect((await read(id))['companyText']).toBe('示例公司');
    made(await decide(made_.id, { decision: 'accept', note: '已核对' }));
    expect(await listed(made_.id)).toMatchObject({ state: 'accepted', note: '已核对' });
    expect((await read(id))['companyText']).toBe('正确的公司');
    const history = made(
      await test.get<HistoryEntry[]>('staff', `${DATA}/InsightTransaction/${id}/history?field=companyText`),
    );
    expect(history[0]).toMatchObject({
      origin: `correction:${made_.id}`,
      changes: [{ field: 'companyText', before: '示例公司', after: '正确的公司' }],
    });
    expect(made(await provenance('founder', id, 'companyText'))).toMatchObject({ source: '用户纠错，经平台核实' });
  });

  it('can be an amount, which gets its equivalent when it is accepted', async () => {
    const id = await deal();
    const value = { num: '3000000', currency: 'CNY' };
    const proposal = made(await propose('investor', id, { field: 'amount', value }));
    expect(await listed(proposal.id)).toMatchObject({ proposed: '300万人民币' });
    made(await decide(proposal.id, { decision: 'accept' }));
    expect((await read(id))['amount']).toEqual({ ...value, equivalentMoney: '3000000' });
  });

  it('is refused with a reason, which the proposer reads', async () => {
    const proposal = made(await propose('founder', await deal()));
    expect(await decide(proposal.id, { decision: 'refuse' })).toMatchObject({ status: 422 });
    made(await decide(proposal.id, { decision: 'refuse', note: '与公告不符' }));
    expect(await listed(proposal.id, 'founder')).toMatchObject({ state: 'refused', note: '与公告不符' });
  });

  it('is decided once, and only taken back by who made it', async () => {
    const proposal = made(await propose('founder', await deal()));
    expect(await test.post('investor', `${PATH}/${proposal.id}/withdraw`, {})).toMatchObject({ status: 404 });
    made(await test.post('founder', `${PATH}/${proposal.id}/withdraw`, {}));
    expect(await decide(proposal.id, { decision: 'accept' })).toMatchObject({ status: 409 });
  });

  it('of two staff who decide at once, one is informed', async () => {
    const proposal = made(await propose('founder', await deal()));
    const both = await Promise.all([
      decide(proposal.id, { decision: 'accept' }),
      decide(proposal.id, { decision: 'refuse', note: '不对' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  });

  it('is not accepted in silence when the value has changed since', async () => {
    const id = await deal();
    const proposal = made(await propose('founder', id));
    made(
      await test.post('staff', `${DATA}/InsightTransaction/${id}`, {
        version: 1,
        values: { companyText: '第三个名字' },
      }),
    );
    expect(await decide(proposal.id, { decision: 'accept' })).toMatchObject({
      status: 409,
      problems: [{ message: '这个值在提交纠错之后已有变化，请核对后再决定。现值：第三个名字' }],
      data: { changed: true },
    });
    expect((await read(id))['companyText']).toBe('第三个名字');
    made(await decide(proposal.id, { decision: 'accept', evenIfChanged: true }));
    expect((await read(id))['companyText']).toBe('正确的公司');
  });

  it('must be a value that the field takes, and another one than now', async () => {
    const id = await deal();
    const wrong = await propose('founder', id, { field: 'fundedOn', value: '2019-13' });
    expect(wrong).toMatchObject({ status: 422, problems: [{ field: 'fundedOn' }] });
    expect(await propose('founder', id, { value: '示例公司' })).toMatchObject({ status: 422 });
    expect(await propose('founder', id, { field: 'isLarge', value: true })).toMatchObject({ status: 422 });
    expect(await propose('founder', id, { field: 'nothing', value: 1 })).toMatchObject({ status: 422 });
    expect(await propose('founder', id, { evidence: 'javascript:alert(1)' })).toMatchObject({ status: 422 });
  });

  it('waits for the decision on the last one for the same value', async () => {
    const id = await deal();
    made(await propose('founder', id));
    expect(await propose('founder', id, { value: '又一个' })).toMatchObject({ code: codeOf('DUPLICATE') });
    expect((await propose('investor', id, { value: '又一个' })).code).toBe(0);
    expect(made(await provenance('founder', id, 'companyText'))).toMatchObject({ pending: true });
  });

  it('is open to members for what they may read, and the queue to staff', async () => {
    const id = await deal();
    expect(await propose('visitor', id)).toMatchObject({ status: 401 });
    const fund = { clientKey: 'correction-fund', values: { name: '示例基金' } };
    const fundId = made(await test.post<RecordReply>('staff', `${DATA}/InsightFund`, fund)).record.id;
    const closed = { objectApiName: 'InsightFund', field: 'name', value: '别的名字' };
    expect(await propose('founder', fundId, closed)).toMatchObject({ code: codeOf('VIP_REQUIRED') });
    const queue = { objectApiName: 'Correction' };
    expect(await test.post('founder', `${DATA}/getLayoutAndDataList`, queue)).toMatchObject({ status: 403 });
    expect(await decide('1', { decision: 'accept' }, 'founder')).toMatchObject({ status: 403 });
    const { list, layout } = made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, queue));
    expect(layout?.description).toMatch(/^用户提出的纠错。采纳后立即写入记录/);
    const waiting = list.map(({ state }) => state === 'pending');
    expect(waiting).toContain(true);
    // The undecided come first.
    expect(waiting).toEqual(waiting.toSorted((left, right) => Number(right) - Number(left)));
  });
});

describe('the provenance of a value', () => {
  it('names the source of the record until a user edits the value', async () => {
    const source = { source: '交易所公告', sourceUrl: 'https://example.com/a', verifiedOn: '2026-03-01' };
    const id = await deal(source);
    expect(made(await provenance('founder', id, 'companyText'))).toEqual({
      source: '交易所公告',
      sourceUrl: 'https://example.com/a',
      asOf: '2026-03-01',
      changedAt: null,
      firstSeenAt: '2026-11-21T04:00:00.000Z',
      correctable: true,
      pending: false,
    });
    const change = { version: 1, values: { companyText: '编辑过的公司' } };
    made(await test.post('staff', `${DATA}/InsightTransaction/${id}`, change));
    expect(made(await provenance('founder', id, 'companyText'))).toMatchObject({
      source: '平台编辑',
      sourceUrl: null,
      asOf: '2026-11-21',
      changedAt: '2026-11-21T04:00:00.000Z',
    });
    expect(made(await provenance('founder', id, 'round'))).toMatchObject({ source: '交易所公告' });
  });

  it('distinguishes an event of 2019 that came in today from an event of today', async () => {
    const id = await deal();
    expect((await read(id))['fundedOn']).toBe('2019-05');
    expect(made(await provenance('founder', id, 'fundedOn')).firstSeenAt.slice(0, 4)).toBe('2026');
  });

  it('is closed where the record is', async () => {
    const fund = { clientKey: 'provenance-fund', values: { name: '另一只示例基金' } };
    const { id } = made(await test.post<RecordReply>('staff', `${DATA}/InsightFund`, fund)).record;
    const path = `${DATA}/InsightFund/${id}/provenance?field=name`;
    expect(await test.get('founder', path)).toMatchObject({ code: codeOf('VIP_REQUIRED') });
    expect(await test.get('svip', path)).toMatchObject({ code: 0, data: { correctable: true } });
    expect(await test.get('svip', `${DATA}/InsightFund/999999/provenance?field=name`)).toMatchObject({ status: 404 });
  });
});
