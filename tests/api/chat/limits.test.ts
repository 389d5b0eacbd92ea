import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNANSWERED_LIMIT } from '#shared/policy/chat-limits.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

const BLOCKED = { status: 403, code: 104 };
const LIMITED = { status: 429, code: 105 };
const QUOTA_USED = { ...LIMITED, msg: '您今日与投资人的沟通次数已用完，请明日再试' };

async function openingsLeft(writer: Writer, count: number): Promise<void> {
  await world.test.services.database.db
    .insertInto('chat_user_state')
    .values({ user_id: writer.uid, day: '2026-11-21', opened: count })
    .execute();
}

const people = (count: number, roles?: string[]) =>
  Promise.all(Array.from({ length: count }, () => world.person(roles)));

describe('a block', () => {
  it('stops messages both ways, with words of its own for each side, until it is taken back', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    await right.say(left, '您好');
    const { rev } = await right.list();
    expect((await left.block(right, 1)).data).toEqual({ SCREEN: 1 });
    expect(await right.write(left, '在吗')).toMatchObject({ ...BLOCKED, msg: '对方暂不接收您的消息' });
    expect(await left.write(right, '在吗')).toMatchObject({
      ...BLOCKED,
      msg: '您已屏蔽对方，解除屏蔽后才能发送消息',
    });
    expect((await left.list()).list).toMatchObject([{ screen: true, lastSeq: 2 }]);
    // A user who is blocked is not informed before he writes.
    expect((await right.sync(rev)).list).toEqual([]);
    expect((await right.list()).list).toMatchObject([{ screen: false }]);
    expect((await left.block(right, 0)).data).toEqual({ SCREEN: 0 });
    expect(await right.say(left, '在吗')).toMatchObject({ seq: 3 });
  });

  it('of both sides ends when both have taken it back', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '您好');
    await left.block(right, 1);
    await right.block(left, 1);
    await left.block(right, 0);
    expect(await left.write(right, '在吗')).toMatchObject(BLOCKED);
    expect(await right.write(left, '在吗')).toMatchObject(BLOCKED);
    await right.block(left, 0);
    expect(await right.write(left, '在')).toMatchObject({ code: 0 });
  });

  it('stops a picture and the first message of a day alike, and a message that was sent is known all the same', async () => {
    const [left, right] = await world.pair();
    const clientId = '00000000-0000-4000-8000-000000000001';
    await left.say(right, '您好', { clientId });
    await right.block(left, 1);
    expect((await left.write(right, '您好', { clientId })).data).toMatchObject({ duplicate: true });
    expect(await left.write(right, '再好')).toMatchObject(BLOCKED);
  });

  it('of a user to whom no user wrote is refused', async () => {
    const [left, right] = await world.pair();
    for (const mark of [left.block, left.mute, left.pin])
      expect(await mark(right, 1)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });
});

describe('before the other has written', () => {
  it(`${UNANSWERED_LIMIT} messages can be sent, however many at once, and any number after`, async () => {
    const [left, right] = await world.pair();
    await left.say(right, '0');
    const more = Array.from({ length: UNANSWERED_LIMIT + 5 }, (_, count) => left.write(right, String(count)));
    const answers = await Promise.all(more);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(UNANSWERED_LIMIT - 1);
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({ ...LIMITED, msg: '对方回复前暂不能发送更多消息' });
    expect((await left.dialog(right)).total).toBe(UNANSWERED_LIMIT);
    await right.say(left, '您好');
    expect(await left.write(right, '好')).toMatchObject({ code: 0 });
  });
});

describe('conversations that a person opens', () => {
  it('are none before certification, though he may answer', async () => {
    const nobody = await world.person([]);
    const [left] = await world.pair();
    expect(await nobody.write(left, '您好')).toMatchObject({
      code: codeOf('FORBIDDEN'),
      msg: '完成身份认证后即可发起私信',
    });
    await left.say(nobody, '您好');
    expect(await nobody.write(left, '您好')).toMatchObject({ code: 0 });
  });

  it('are with those to whom something leads; a user who counts through ids learns nothing of any user', async () => {
    const founder = await world.person(['START_UP']);
    const { db } = world.test.services.database;
    const strangers = await Promise.all(
      [['ORG_INVESTOR'], ['START_UP'], ['FA'], []].map((roles) => world.person(roles, { isStranger: true })),
    );
    const [gone, frozen] = await people(2);
    if (!gone || !frozen) throw new Error('two people');
    await db.updateTable('account').set({ closed_at: world.now() }).where('id', '=', gone.uid).execute();
    await db.updateTable('account').set({ frozen_at: world.now() }).where('id', '=', frozen.uid).execute();
    const unknown = await founder.write({ uid: '999999999' }, '您好');
    expect(unknown).toMatchObject({ code: codeOf('UNKNOWN_RECORD'), msg: '用户不存在或无法接收消息' });
    for (const uid of [...strangers, gone, frozen].map((each) => each.uid))
      expect(await founder.write({ uid }, '您好')).toEqual(unknown);
    expect((await founder.list()).list).toEqual([]);
  });

  it('are with investors who looked at one’s company, and with those who saw one’s contact', async () => {
    const founder = await world.person(['START_UP']);
    const [visitor, viewer] = await Promise.all([1, 2].map(() => world.person(['ORG_INVESTOR'], { isStranger: true })));
    if (!visitor || !viewer) throw new Error('two people');
    const { db } = world.test.services.database;
    const [first_at, last_at] = [world.now(), world.now()];
    await db
      .insertInto('project_interest')
      .values({ id: '1', founder_id: founder.uid, investor_id: visitor.uid, ccids: ['1'], first_at, last_at })
      .execute();
    const seen = { viewer_id: viewer.uid, target_id: founder.uid, day: '2026-11-20', terms: 'free' as const };
    await db
      .insertInto('contact_view')
      .values({ ...seen, kinds: ['phone'], first_at, last_at })
      .execute();
    for (const investor of [visitor, viewer]) expect(await founder.write(investor, '您好')).toMatchObject({ code: 0 });
    const other = await world.person(['START_UP']);
    for (const investor of [visitor, viewer])
      expect(await other.write(investor, '您好')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });

  it('are counted by the day of Shanghai, to the second', async () => {
    const founder = await world.person(['START_UP']);
    const [first, second, third] = await people(3, ['FA']);
    world.setTime('2026-11-21T15:59:59.999Z');
    await openingsLeft(founder, 19);
    if (!first || !second || !third) throw new Error('three people');
    expect(await founder.write(first, '您好')).toMatchObject({ code: 0 });
    expect(await founder.write(second, '您好')).toMatchObject({
      ...LIMITED,
      msg: '您今日新发起的私信已达上限，请明日再试',
    });
    // In a conversation that is there nothing is counted.
    expect(await founder.write(first, '还有')).toMatchObject({ code: 0 });
    world.setTime('2026-11-21T16:00:00.000Z');
    expect(await founder.write(second, '您好')).toMatchObject({ code: 0 });
    expect(await founder.write(third, '您好')).toMatchObject({ code: 0 });
    world.setTime('2026-11-21T04:00:00Z');
  });

  it('at once are never more than the day allows, and a refused one leaves nothing', async () => {
    const founder = await world.person(['START_UP']);
    await openingsLeft(founder, 17);
    const others = await people(8, ['FA']);
    const answers = await Promise.all(others.map((other) => founder.write(other, '您好')));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 105, 105, 105, 105, 105]);
    expect((await founder.list()).list).toHaveLength(3);
    const refused = others.filter((_, index) => answers[index]?.code === 105);
    for (const other of refused) expect((await other.list()).list).toEqual([]);
  });

  it('are many for those who invest', async () => {
    const investor = await world.person(['ORG_INVESTOR']);
    await openingsLeft(investor, 99);
    const [first, second] = await people(2, ['START_UP']);
    if (!first || !second) throw new Error('two people');
    expect(await investor.write(first, '您好')).toMatchObject({ code: 0 });
    expect(await investor.write(second, '您好')).toMatchObject(LIMITED);
  });
});

describe('a founder’s conversations with investors', () => {
  const quota = async (founder: Writer, investor: Writer) =>
    (await founder.send<Record<string, unknown>>('GET', `/api/rong/contactNum?uid=${investor.uid}`)).data;

  it('are five a day together with contacts that he saw, and a user reached both ways counts once', async () => {
    const founder = await world.person(['START_UP']);
    const investors = await people(6, ['ORG_INVESTOR']);
    const [one, two, three, four, five, six] = investors as [Writer, Writer, Writer, Writer, Writer, Writer];
    await founder.say(one, '您好');
    await world.test.services.database.db
      .insertInto('contact_view')
      .values(
        [one, two].map(({ uid }) => ({
          viewer_id: founder.uid,
          target_id: uid,
          day: '2026-11-21',
          terms: 'quota' as const,
          kinds: ['phone' as const],
          first_at: world.now(),
          last_at: world.now(),
        })),
      )
      .execute();
    expect(await quota(founder, three)).toEqual({ popupStatus: 0, popupIdentity: 0, buyOrChatted: false, num: 3 });
    expect(await quota(founder, one)).toMatchObject({ buyOrChatted: true });
    const answers = await Promise.all([three, four, five, six].map((investor) => founder.write(investor, '您好')));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3);
    const refused = answers.findIndex(({ code }) => code !== 0);
    expect(answers[refused]).toMatchObject(QUOTA_USED);
    const last = [three, four, five, six][refused] as Writer;
    expect(await quota(founder, last)).toEqual({ popupStatus: 1, popupIdentity: 0, buyOrChatted: false, num: 0 });
    // Whose contact he saw today, and with whom he talks, he may write to.
    expect(await founder.write(two, '您好')).toMatchObject({ code: 0 });
    expect(await founder.write(one, '还有')).toMatchObject({ code: 0 });
    const [organisation] = await people(1, ['FA']);
    expect(await founder.write(organisation as Writer, '您好')).toMatchObject({ code: 0 });
    world.setTime('2026-11-21T16:00:00Z');
    expect(await quota(founder, last)).toMatchObject({ popupStatus: 0, num: 5 });
    expect(await founder.write(last, '您好')).toMatchObject({ code: 0 });
    world.setTime('2026-11-21T04:00:00Z');
  });

  it('that investors opened are not counted', async () => {
    const founder = await world.person(['START_UP']);
    const investors = await people(6, ['PERSONAL_INVESTOR']);
    for (const investor of investors) await investor.say(founder, '您好');
    for (const investor of investors) expect(await founder.write(investor, '您好')).toMatchObject({ code: 0 });
    expect(await quota(founder, investors[0] as Writer)).toMatchObject({ popupStatus: 0, num: 5, buyOrChatted: true });
  });

  it('are fifteen for an SVIP, and uncounted for one who invests as well', async () => {
    const investors = await people(16, ['LP']);
    const svip = await world.person(['START_UP'], { vip: true });
    const both = await world.person(['START_UP', 'LP']);
    for (const investor of investors.slice(0, 15)) await svip.say(investor, '您好');
    expect(await svip.write(investors[15] as Writer, '您好')).toMatchObject(QUOTA_USED);
    for (const investor of investors) await both.say(investor, '您好');
  });
});
