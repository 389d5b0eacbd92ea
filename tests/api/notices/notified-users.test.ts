import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedType, Notice } from '#schemas/api/notices.ts';
import type { IssuedCodes, Offers, Order } from '#schemas/api/orders.ts';
import type { PlanRequest } from '#schemas/api/plans.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { storeProducts } from '#server/commands/seed/products.ts';
import { made } from '#tests/support/editing.ts';
import { approveAll } from '#tests/support/staff/approve-requests.ts';
import { storedPlan } from '#tests/support/files/stored-file.ts';
import { type IdentityWorld, openIdentityWorld, type Person } from '#tests/support/account/identity-world.ts';
import { browserOf } from '#tests/support/account/people.ts';
import { KNOWN_PROOF } from '#tests/support/account/sent-codes.ts';

let world: IdentityWorld;
let staff: Person;
let people = 0;
let keys = 0;

beforeAll(async () => {
  world = await openIdentityWorld();
  staff = await world.person('desk', ['staff']);
  const { database, writer, now } = world.test.services;
  await storeProducts(database, writer, now());
});
afterAll(() => world.close());

const newPerson = (roles: readonly string[] = []) => world.person(`told-${(people += 1)}`, roles);
const key = () => `told-key-${(keys += 1)}`;
const feed = async (who: Pick<Person, 'get'>, type: FeedType = 3) =>
  made(await who.get<{ list: Notice[] }>(`/api/rong/systemMsgList?type=${type}`)).list;
/** The last notice that a user received, in words. */
const told = async (who: Pick<Person, 'get'>) => {
  const [last] = await feed(who);
  return last && [last.title, last.content, last.link];
};
const decide = async (id: string, deed: string, reason: string) => {
  const { case: shown } = await world.dossier(staff, id);
  return made(await staff.post(`/api/rong/staff/identity/${id}/${deed}`, { version: shown.version, reason }));
};

describe('a person is notified of', () => {
  it('what became of a certification: approved, revoked, refused', async () => {
    const who = await newPerson();
    const { id } = made(await world.submit(who, 'investor'));
    expect(await told(who)).toBeUndefined();
    made(await world.approve(staff, id));
    expect(await told(who)).toEqual(['认证已通过', '您提交的投资人认证已通过审核，相应权益现已生效。', '/identity']);
    await decide(id, 'revoke', '名片与所填机构不符');
    expect((await told(who))?.[1]).toBe('您的投资人认证已被撤销，原因：名片与所填机构不符。如有疑问请联系客服。');
    const other = await newPerson();
    const claim = made(await world.submit(other, 'claim', { companyId: { id: await world.company('被认领的公司') } }));
    await decide(claim.id, 'reject', '无法核实职务');
    expect((await told(other))?.[1]).toBe('您提交的企业认领未通过审核，原因：无法核实职务。您可以修改后重新提交。');
  });

  it('how a report that he made was decided, without a word of the other person', async () => {
    const [who, about] = [await newPerson(), await newPerson()];
    const file = (reportReason: string) =>
      who.post<{ id: string }>('/api/rong/reportAdd', {
        beReportId: about.id,
        reportType: ['其他'],
        reportReason,
        source: 7,
      });
    const first = made(await file('第一次'));
    made(await staff.post(`/api/staff/reports/${first.id}/decide`, { decision: 'handled', note: '内部说明' }));
    expect(await told(who)).toEqual(['举报处理结果', '您于 2026-11-21 提交的举报已核实处理，感谢您的反馈。', null]);
    const second = made(await file('第二次'));
    made(await staff.post(`/api/staff/reports/${second.id}/decide`, { decision: 'dismissed', note: '内部说明' }));
    expect((await told(who))?.[1]).toBe('您于 2026-11-21 提交的举报经核实未发现违规行为。如有新的情况，可以再次举报。');
    expect(await feed(about)).toEqual([]);
  });

  it('what staff gave him, once for each action however often it is sent', async () => {
    const who = await newPerson();
    const coins = { amount: 30, reason: '活动奖励', clientKey: key() };
    for (let time = 0; time < 3; time += 1) made(await staff.post(`/api/staff/users/${who.id}/coins`, coins));
    await approveAll(world.test);
    expect((await feed(who)).map(({ content }) => content)).toEqual(['平台向您赠送了 30 鲸币，可用于查看联系方式。']);
    made(await staff.post(`/api/staff/users/${who.id}/vip`, { days: 10, reason: '活动奖励', clientKey: key() }));
    await approveAll(world.test);
    expect(await told(who)).toEqual(['SVIP 已到账', '平台向您赠送了 10 天 SVIP，有效期至 2026-12-01。', '/vip']);
  });

  it('a code that was redeemed', async () => {
    const who = await newPerson();
    const [offer] = made(await who.get<Offers>('/api/orders/offers')).list;
    const issued = made(
      await staff.post<IssuedCodes>('/api/staff/codes', {
        productId: offer?.productId,
        count: 1,
        reason: '测试兑换',
        expiresOn: '2026-12-31',
      }),
    );
    await approveAll(world.test);
    made(await who.post<Order>('/api/codes/redeem', { code: issued.codes[0] }));
    expect(await told(who)).toEqual(['兑换成功', `“${offer?.name}”已到账。`, '/orders']);
  });

  it('whether a correction was taken, with the reason when it was not', async () => {
    const who = await newPerson();
    const values = { title: '示例轮次', companyText: '示例公司', fundedOn: '2019-05', round: 'Pre-A轮' };
    const { record } = made(
      await staff.post<RecordReply>('/api/metadata/data/InsightTransaction', { clientKey: key(), values }),
    );
    const propose = async (value: string) =>
      made(
        await who.post<{ id: string }>('/api/metadata/correction', {
          objectApiName: 'InsightTransaction',
          id: record.id,
          field: 'companyText',
          value,
          reason: '名称不同',
        }),
      ).id;
    const end = async (id: string, body: object) =>
      made(await staff.post(`/api/metadata/correction/${id}/decide`, body));
    await end(await propose('甲公司'), { decision: 'refuse', note: '与公告不符' });
    expect((await told(who))?.[0]).toBe('纠错未采纳');
    expect((await told(who))?.[1]).toBe('您对交易事件“融资方名称”的纠错未被采纳，原因：与公告不符。');
    await end(await propose('乙公司'), { decision: 'accept' });
    expect((await told(who))?.[1]).toBe('您对交易事件“融资方名称”的纠错已采纳，感谢您的贡献。');
  });

  it('a request for the plan of his company; the other is informed of the answer', async () => {
    const [owner, asker] = [await newPerson(), await newPerson(['ORG_INVESTOR'])];
    const companyId = await world.company('有计划书的公司');
    const claim = made(await world.submit(owner, 'claim', { companyId: { id: companyId } }));
    made(await world.approve(staff, claim.id));
    const bp = await storedPlan(world.test.services.database.db, owner.id);
    made(await owner.post('/api/rong/company/edit', { ccid: companyId, bp }));
    made(await owner.post('/api/rong/sixin/settings', { plan: { ccid: companyId, restricted: true } }));
    made(await asker.post('/api/rong/plan/request', { ccid: companyId, message: '希望了解' }));
    expect(await told(owner)).toEqual([
      '收到 BP 查看申请',
      '有用户申请查看“有计划书的公司”的商业计划书，请及时处理。',
      '/contacts/plans',
    ]);
    const [request] = made(await owner.get<{ list: PlanRequest[] }>('/api/rong/plan/requests')).list;
    made(await owner.post(`/api/rong/plan/requests/${request?.id}/decide`, { accept: true }));
    expect(await told(asker)).toEqual([
      'BP 查看申请已通过',
      '“有计划书的公司”已同意您查看商业计划书。',
      `/insight/InsightCompany/${companyId}`,
    ]);
  });

  it('the greeting of the assistant, once, when a number signs in that had no account', async () => {
    const { test } = world;
    const phone = '19900007001';
    const visitor = browserOf(test.app, '');
    const signIn = async () => {
      made(
        await visitor.send('POST', '/api/send_code/sms', new URLSearchParams({ phone, type: 'login', ...KNOWN_PROOF })),
      );
      const form = new URLSearchParams({ type: 'sms', phone, verifyCode: await test.sent.codeTo(`+86${phone}`) });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await test.app.inject({
        method: 'POST',
        url: '/api/p/passport/sign_in',
        headers,
        payload: form.toString(),
      });
      return browserOf(test.app, String(reply.headers['set-cookie']).split(';')[0] ?? '');
    };
    const browser = await signIn();
    const get = <T>(path: string) => browser.send<T>('GET', path);
    expect((await feed({ get }, 2)).map(({ title }) => title)).toEqual(['欢迎加入']);
    expect(made(await get<{ total: number }>('/api/rong/sixin/unread')).total).toBe(0);
  });
});
