import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { made } from '#tests/support/editing.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { storedFile, storedPicture } from '#tests/support/files/stored-file.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const OWN = `/files/public/${'a'.repeat(32)}`;
let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
const uids: Partial<Record<Who, string>> = {};

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
  for (const who of ['member', 'founder', 'investor', 'organisation', 'svip', 'staff'] as const)
    uids[who] = await staff.uidOf(who);
});
afterAll(() => test.close());

const report = (who: Who, about: Who, more: object = {}) =>
  test.post<{ id: string; name: string }>(who, '/api/rong/reportAdd', {
    beReportId: uids[about],
    reportType: ['过度骚扰'],
    reportReason: '反复发送无关消息',
    img: [],
    source: 7,
    ...more,
  });
const reports = (filter?: object) => staff.rows('Report', { ...(filter && { filter }), pageSize: 100 });
const OPEN = { field: 'state', op: 'eq', value: 'open' };
const decide = (id: string, body: object) => test.post('staff', `/api/staff/reports/${id}/decide`, body);

describe('a report', () => {
  it.each([
    ['no type', { reportType: [] }, 'reportType', '请至少选择一个投诉类型'],
    ['no type at all', { reportType: undefined }, 'reportType', '请至少选择一个投诉类型'],
    [
      'more than three types',
      { reportType: ['过度骚扰', '虚假机构', '其他', '冒用他人身份'] },
      'reportType',
      '最多选择3个投诉类型',
    ],
    ['a type that there is not', { reportType: ['长得不好看'] }, 'reportType', '投诉类型已变更，请重新选择'],
    ['no reason', { reportReason: '  ' }, 'reportReason', '请输入简要描述'],
    ['a reason of 101 characters', { reportReason: '😀'.repeat(101) }, 'reportReason', '长度在 1 到 100 个字符'],
    ['four pictures', { img: Array(4).fill(OWN) }, 'img', '最多上传3张图片'],
    ['a picture from elsewhere', { img: ['https://evil.example/pixel.png'] }, 'img', '图片地址无效，请重新上传'],
    ['a picture outside of the files', { img: [`${OWN}/../../etc`] }, 'img', '图片地址无效，请重新上传'],
  ])('with %s is refused at its field', async (_, more, field, message) => {
    expect((await report('member', 'founder', more)).problems).toEqual([{ field, message }]);
    expect(await reports()).toEqual([]);
  });

  it('takes no pictures but those that the reporter uploaded', async () => {
    const { db } = test.services.database;
    const others = await storedPicture(db, uids.svip ?? null);
    const plan = await storedFile(db, { name: 'a.pdf', mime: 'application/pdf', ownerId: uids.member ?? null });
    for (const { url } of [{ url: OWN }, others, plan]) {
      const refused = await report('member', 'founder', { img: [url] });
      expect(refused.problems).toEqual([{ field: 'img', message: '图片地址无效，请重新上传' }]);
    }
    expect(await reports()).toEqual([]);
  });

  it('is not about oneself, nor about an unknown user, nor from elsewhere', async () => {
    expect((await report('founder', 'founder')).problems).toEqual([{ field: 'beReportId', message: '不能举报自己' }]);
    expect((await report('founder', 'founder', { beReportId: '99999999' })).msg).toBe('用户不存在或已注销');
    expect((await report('founder', 'investor', { source: 1 })).status).toBe(422);
  });

  it('of 100 characters and three types and pictures goes to staff, who see both people', async () => {
    const labels = ['冒用他人身份', '虚假机构', '其他'];
    const { db } = test.services.database;
    const own = await Promise.all(
      (['public', 'private'] as const).map((bucket) => storedPicture(db, uids.investor ?? null, bucket)),
    );
    const img = own.map(({ url }) => url);
    const reason = '😀'.repeat(100);
    const sent = await report('investor', 'founder', { reportType: labels, reportReason: reason, img });
    expect(sent).toMatchObject({ code: 0, data: { name: '示例创业者' } });
    expect(await staff.report(sent.data.id)).toMatchObject({
      title: '对示例创业者的举报',
      reporter: { id: uids.investor, name: '示例投资人' },
      reported: { id: uids.founder, name: '示例创业者' },
      isFrozen: false,
      openReports: 1,
      types: ['6', '10', '11'],
      reason,
      image1: { url: img[0], name: '举报图片 1' },
      image2: { url: img[1], name: '举报图片 2' },
      state: 'open',
    });
  });

  it('is reported when it is sent again while the first is open, and may come again after that', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => report('organisation', 'founder')));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      codeOf('DUPLICATE'),
      codeOf('DUPLICATE'),
    ]);
    const { data } = answers.find(({ code }) => code === 0) as (typeof answers)[number];
    expect((await report('organisation', 'founder')).msg).toBe('您对该用户的举报正在核实，请勿重复提交');
    await decide(data.id, { decision: 'dismissed', note: '未发现异常' });
    expect((await report('organisation', 'founder')).code).toBe(0);
  });

  it('is taken ten times a day from one person', async () => {
    const codes: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { code, data } = await report('svip', 'organisation');
      codes.push(code);
      if (code === 0) await decide(data.id, { decision: 'dismissed', note: '未发现异常' });
    }
    expect(codes).toEqual([...Array(10).fill(0), codeOf('TOO_MANY_REQUESTS'), codeOf('TOO_MANY_REQUESTS')]);
  });

  it('offers the types that staff keep in the option set, old reports show their names of today', async () => {
    const { version, ...set } = test.services.catalog.optionSet('reportType');
    const options = set.options.map((option) => (option.value === '9' ? { ...option, label: '骚扰他人' } : option));
    const optionSet: OptionSet = { ...set, options: [...options, { value: '12', label: '泄露商业计划书' }] };
    expect(
      (await test.post('staff', '/api/metadata/selectOption/save', { optionSet, baseVersion: version })).code,
    ).toBe(0);
    expect((await report('founder', 'investor', { reportType: ['泄露商业计划书'] })).code).toBe(0);
    expect((await report('founder', 'svip', { reportType: ['过度骚扰'] })).msg).toBe('投诉类型已变更，请重新选择');
    const [first] = await reports({ field: 'reported', op: 'in', value: [uids.organisation] });
    expect(first?.['types']).toEqual(['9']);
  });
});

describe('a decision', () => {
  it('closes the report with a note, once, and is logged', async () => {
    const { id } = made(await report('member', 'investor', { reportType: ['其他'] }));
    expect((await decide(id, { decision: 'handled' })).status).toBe(422);
    expect((await decide(id, { decision: 'handled', note: '' })).status).toBe(422);
    made(await decide(id, { decision: 'handled', note: '已提醒对方' }));
    const decidedBy = { name: '示例运营' };
    expect(await staff.report(id)).toMatchObject({ state: 'handled', note: '已提醒对方', decidedBy, froze: false });
    expect((await decide(id, { decision: 'dismissed', note: '重复处理' })).msg).toBe('这条举报已经处理过了');
    expect((await staff.log(`?targetKind=report&targetId=${id}`)).list).toMatchObject([
      { action: 'report.handled', reason: '已提醒对方', details: { froze: false } },
    ]);
  });

  it('may freeze the account with it: both happen, or neither', async () => {
    const cookie = await staff.signIn('organisation');
    expect((await staff.whoIs(cookie)).code).toBe(0);
    const { id } = made(await report('member', 'organisation', { reportType: ['虚假机构'] }));
    expect((await decide(id, { decision: 'dismissed', note: '不成立', freeze: true })).status).toBe(422);
    made(await decide(id, { decision: 'handled', note: '机构不存在', freeze: true }));
    expect(await staff.report(id)).toMatchObject({ froze: true, isFrozen: true });
    expect((await staff.whoIs(cookie)).code).toBe(100000008);
    const { list } = await staff.log();
    // The look at the report above is the newest entry.
    expect(list.slice(0, 3).map(({ action }) => action)).toEqual(['personal.read', 'report.handled', 'user.frozen']);
    const again = made(await report('founder', 'organisation', { reportType: ['其他'] }));
    expect((await decide(again.id, { decision: 'handled', note: '同上一条', freeze: true })).msg).toBe(
      '该账号已处于冻结状态',
    );
    expect((await reports(OPEN)).map(({ id: open }) => open)).toContain(again.id);
  });

  it('cannot freeze the one who decides', async () => {
    const { id } = made(await report('member', 'staff', { reportType: ['其他'] }));
    expect((await decide(id, { decision: 'handled', note: '处理自己', freeze: true })).code).toBe(codeOf('FORBIDDEN'));
    made(await decide(id, { decision: 'dismissed', note: '未发现异常' }));
    expect((await staff.report(id))['state']).toBe('dismissed');
  });
});

it('open reports come first, the oldest of them before the others', async () => {
  const states = (await reports()).map((row) => row['state']);
  expect(states.indexOf('handled')).toBe(states.lastIndexOf('open') + 1);
  const open = (await reports(OPEN)).map(({ id }) => Number(id));
  expect(open.length).toBeGreaterThan(1);
  expect(open).toEqual(open.toSorted((a, b) => a - b));
});
