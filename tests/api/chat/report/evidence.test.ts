import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#schemas/api/reports.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount } from '#tests/support/account/people.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const REPORTS = '/api/staff/reports';
const PICTURE = JSON.stringify({ url: '/files/private/p', sourceUrl: '/files/private/s' });
let test: TestApp;
let staff: ReturnType<typeof staffRequests>;
let founder = '';
let investor = '';

beforeAll(async () => {
  test = await openTestApp();
  staff = staffRequests(test);
  [founder, investor] = [await staff.uidOf('founder'), await staff.uidOf('investor')];
  await talk(founder, investor, 250);
});
afterAll(() => test.close());

/** A conversation of so many messages, in turns; the third one is a picture, the fourth was taken back. */
async function talk(one: string, other: string, count: number): Promise<void> {
  const { db } = test.services.database;
  const [a = '', b = ''] = [one, other].toSorted((x, y) => Number(BigInt(x) - BigInt(y)));
  const { id } = await db
    .insertInto('chat_conversation')
    .values({ user_a: a, user_b: b, opened_by: one, last_seq: count, created_at: TEST_NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, index) => ({
    conversation_id: id,
    seq: index + 1,
    sender_id: index % 2 === 0 ? one : other,
    client_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type: index === 2 ? (13 as const) : (0 as const),
    body: index === 2 ? PICTURE : `第${index + 1}句`,
    counts: true,
    created_at: TEST_NOW,
    recalled_at: index === 3 ? TEST_NOW : null,
  }));
  await db.insertInto('chat_message').values(rows).execute();
}

const report = (who: Who, about: string, more: object = {}) =>
  test.post<{ id: string }>(who, '/api/rong/reportAdd', {
    beReportId: about,
    reportType: ['过度骚扰'],
    reportReason: '反复发送无关消息',
    source: 7,
    ...more,
  });
const evidence = (id: string, who: Who = 'staff') => test.get<Evidence>(who, `${REPORTS}/${id}/evidence`);
const messages = async (id: string) => (await staff.report(id))['messages'];
const close = async (id: string) =>
  made(await test.post('staff', `${REPORTS}/${id}/decide`, { decision: 'dismissed', note: '未发现异常' }));

describe('a report of a chat partner', () => {
  it('brings the messages that were on screen, with pictures and what was taken back; nothing of the rest', async () => {
    const { id } = made(await report('founder', investor, { fromSeq: 2, toSeq: 5 }));
    expect(await messages(id)).toBe(4);
    const { list, reporter, reported } = made(await evidence(id));
    expect([reporter, reported]).toEqual(['示例创业者', investor]);
    expect(list.map(({ seq, uid, type, content, recalledAt }) => [seq, uid, type, content, recalledAt])).toEqual([
      [2, investor, 0, '第2句', null],
      [3, founder, 13, PICTURE, null],
      [4, investor, 0, '第4句', TEST_NOW.toISOString()],
      [5, founder, 0, '第5句', null],
    ]);
    expect(list[0]?.name).toBe('示例投资人');
    await close(id);
  });

  it('is looked into by staff alone, and each look is in the log', async () => {
    const { id } = made(await report('founder', investor, { fromSeq: 1, toSeq: 1 }));
    for (const who of ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip'] as const)
      expect((await evidence(id, who)).code).toBe(codeOf(who === 'visitor' ? 'SESSION_INVALID' : 'FORBIDDEN'));
    const looks = async () => (await staff.log(`?action=report.evidenceSeen&targetKind=report&targetId=${id}`)).list;
    expect(await looks()).toEqual([]);
    made(await evidence(id));
    made(await evidence(id));
    expect(await looks()).toMatchObject([
      { details: { reporter: founder, reported: investor, fromSeq: 1, toSeq: 1 } },
      { reason: '核实举报' },
    ]);
    await close(id);
  });

  it('ends where the conversation does, and takes two hundred messages at most', async () => {
    const beyond = made(await report('founder', investor, { fromSeq: 240, toSeq: 400 }));
    expect(await messages(beyond.id)).toBe(11);
    await close(beyond.id);
    const most = made(await report('founder', investor, { fromSeq: 1, toSeq: 200 }));
    expect(made(await evidence(most.id)).list).toHaveLength(200);
    await close(most.id);
    const asked = (fromSeq: number | undefined, toSeq: number | undefined) =>
      report('founder', investor, { fromSeq, toSeq }).then(({ problems }) => problems[0]?.message);
    expect(await asked(1, 201)).toBe('最多附带200条聊天记录');
    expect(await asked(9, 8)).toBe('聊天记录的范围有误');
    expect(await asked(1, undefined)).toBe('聊天记录的范围有误');
    expect((await report('founder', investor, { fromSeq: 0, toSeq: 1 })).status).toBe(422);
  });

  it('of a user never met needs no messages, and names of another’s conversation bring none', async () => {
    const { id } = made(await report('svip', investor, { fromSeq: 1, toSeq: 5 }));
    expect(await messages(id)).toBe(0);
    expect(await evidence(id)).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: '这条举报没有附带聊天记录' });
    const stranger = await newAccount(test, { username: 'never-met', name: '陌生人' });
    const plain = made(await report('founder', stranger));
    expect(await messages(plain.id)).toBe(0);
    expect((await evidence('99999999')).msg).toBe('举报不存在');
  });
});
