import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LivestreamWorld, openLivestreamWorld } from '#tests/support/livestreams/livestreams.ts';
import { noticeWorld } from '#tests/support/staff/notices.ts';
import { askList } from '#tests/support/staff/staff-list.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

const HELPER = 6;
let world: LivestreamWorld;
let staff: ReturnType<typeof staffRequests>;
beforeAll(async () => {
  world = await openLivestreamWorld();
  staff = staffRequests(world.test);
});
afterAll(() => world.test.close());
beforeEach(() => world.clear());

const FILE = '0'.repeat(32);
const upload = (id: string, bucket: string, mime: string) =>
  world.test.services.database.pool.query(
    `insert into file (id, bucket, mime, bytes, sha256, name, created_at) values ($1, $2, $3, 1, '', '', $4)`,
    [id, bucket, mime, world.minute(0)],
  );

describe('a livestream of staff', () => {
  it('is announced, is in the list of staff and in every user’s, and is in the log', async () => {
    const live = await world.announced({ title: '  医疗路演 ' });
    expect(live).toMatchObject({
      title: '医疗路演',
      host: '林知远 · 青禾创投',
      state: 'coming',
      startsAt: world.minute(60),
      endsAt: world.minute(120),
      followers: 0,
      announcedBy: { name: '示例运营' },
      version: 1,
    });
    expect(await world.titles('member')).toEqual(['医疗路演']);
    expect((await staff.log(`?targetKind=live&targetId=${live.id}`)).list).toMatchObject([
      { action: 'live.announced', reason: '医疗路演', details: { tellAll: false } },
    ]);
  });

  it('is announced to every user by the livestream helper when staff want so, and otherwise to no user', async () => {
    const notices = noticeWorld(world.test);
    await world.announced({ title: '不通知' });
    await world.announced({ title: '通知', tellAll: true });
    for (const who of ['member', 'founder'] as const)
      expect((await notices.page(who, HELPER)).list).toMatchObject([
        {
          title: '直播预告：通知',
          content: '林知远 · 青禾创投将于 2026-11-21 13:00 至 14:00 直播，关注后开播时会通知您。',
          link: '/lives',
        },
      ]);
  });

  it('is announced once for each key, however many presses come at once; the key is good for no other', async () => {
    const key = world.key();
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.announce({ clientKey: key, tellAll: true })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await world.list()).toHaveLength(1);
    expect(await noticeWorld(world.test).titles('member', HELPER)).toHaveLength(1);
    expect((await world.announce({ clientKey: key, title: '另一场' })).code).toBe(codeOf('CONFLICT'));
  });

  const times = (startsAt: number | string, endsAt: number | string) => {
    const text = (value: number | string) =>
      typeof value === 'string' ? value : new Date(Date.parse('2026-11-21T04:00:00Z') + value * 60_000).toISOString();
    return { startsAt: text(startsAt), endsAt: text(endsAt) };
  };
  it.each([
    ['no title', { title: ' ' }, 'title', '长度在 1 到 40 个字符'],
    ['a title of 41 characters', { title: '😀'.repeat(41) }, 'title', '请求体 title 最大长度40'],
    ['no host', { host: '' }, 'host', '长度在 1 到 40 个字符'],
    ['a start that is none', times('2026-02-30T10:00:00Z', 120), 'startsAt', '请填写开始时间'],
    ['an end that is none', times(60, ''), 'endsAt', '请填写结束时间'],
    ['a start in the past', times(0, 60), 'startsAt', '开始时间必须晚于现在'],
    ['a start in two years', times(2 * 366 * 24 * 60, 2 * 366 * 24 * 60 + 1), 'startsAt', '开始时间最多在一年以内'],
    ['an end before the start', times(60, 60), 'endsAt', '结束时间必须晚于开始时间'],
    ['more than a day', times(60, 60 + 24 * 60 + 1), 'endsAt', '直播时长最多 24 小时'],
    [
      'a picture of another place',
      { cover: { url: 'https://evil.example/a.png', name: 'a.png' } },
      'cover',
      '封面必须是上传到本平台的图片',
    ],
    [
      'a private picture',
      { cover: { url: `/files/private/${FILE}`, name: 'a.png' } },
      'cover',
      '封面必须是上传到本平台的图片',
    ],
    [
      'a picture that there is not',
      { cover: { url: `/files/public/${FILE}`, name: 'a.png' } },
      'cover',
      '封面不存在或已失效，请重新上传',
    ],
  ])('with %s is refused at its field', async (_, more, field, message) => {
    expect((await world.announce(more)).problems).toEqual([{ field, message }]);
    expect(await world.list()).toEqual([]);
  });

  it.each([
    'http://live.example.com/',
    'javascript:alert(1)',
    'https://a:b@live.example.com/',
    'https://x y',
    '/lives',
    '',
  ])('at the address “%s” is refused', async (link) => {
    const message = '请填写以 https:// 开头的直播地址，最多 500 个字符';
    expect((await world.announce({ link })).problems).toEqual([{ field: 'link', message }]);
  });

  it('shows an uploaded picture, which is kept from then on; a document is none', async () => {
    const [picture, document] = ['1'.repeat(32), '2'.repeat(32)];
    await upload(picture, 'public', 'image/png');
    await upload(document, 'public', 'application/pdf');
    const fileOf = (id: string) => ({ url: `/files/public/${id}`, name: 'cover.png' });
    expect((await world.announced({ cover: fileOf(picture) })).cover.url).toBe(fileOf(picture).url);
    const { pool } = world.test.services.database;
    const used = await pool.query('select used_at is not null as used from file where id = $1', [picture]);
    expect(used.rows).toEqual([{ used: true }]);
    expect((await world.announce({ cover: fileOf(document) })).problems[0]?.field).toBe('cover');
  });

  it('is changed only by a user who saw its last version; what two change at once only one of them has changed', async () => {
    const live = await world.announced();
    const answers = await Promise.all([1, 2, 3].map((index) => world.change(live, { title: `改${index}` })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      codeOf('CONFLICT'),
      codeOf('CONFLICT'),
    ]);
    expect(await world.list()).toMatchObject([{ version: 2, title: expect.stringMatching(/^改/) }]);
  });

  it('keeps its start when it is changed on air, and is changed no more when it is over', async () => {
    const live = await world.announced();
    world.setMinute(90);
    const changed = await world.changed(live, { title: '正在播', endsAt: world.minute(150) });
    expect(changed).toMatchObject({ state: 'onAir', startsAt: live.startsAt });
    expect((await world.change(changed, { startsAt: world.minute(80) })).problems[0]?.field).toBe('startsAt');
    world.setMinute(150);
    expect(await world.change(changed, {})).toMatchObject({ status: 409, msg: '直播已结束' });
    expect(await world.cancel(live.id)).toMatchObject({ status: 409, msg: '直播已结束' });
  });

  it('is called off once, with a reason that the log keeps', async () => {
    const { id } = await world.announced();
    expect((await world.cancel(id, 'staff', ' ')).problems[0]?.field).toBe('reason');
    const answers = await Promise.all([1, 2, 3].map(() => world.cancel(id)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await world.list())[0]).toMatchObject({ state: 'cancelled', cancelledAt: world.minute(0) });
    expect((await staff.log(`?targetKind=live&targetId=${id}`)).list[0]).toMatchObject({
      action: 'live.cancelled',
      reason: '嘉宾临时有事',
    });
    expect((await world.cancel('999999')).status).toBe(404);
  });

  it('is for staff alone to list, announce, change and call off', async () => {
    const live = await world.announced();
    for (const who of ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip'] as const) {
      const refused = codeOf(who === 'visitor' ? 'SESSION_INVALID' : 'FORBIDDEN');
      expect((await world.announce({}, who)).code).toBe(refused);
      expect((await world.change(live, {}, who)).code).toBe(refused);
      expect((await world.cancel(live.id, who)).code).toBe(refused);
      expect((await askList(world.test, 'Livestream', {}, who)).code).toBe(refused);
    }
    expect(await world.titles('member')).toEqual(['新能源路演']);
  });

  it('is coming, on air and over in the list of staff as its times say, and keeps what a change leaves out', async () => {
    const live = await world.announced({ title: '原标题' });
    const states = async () => (await world.list()).map(({ state }) => state);
    await world.sweepAt(60);
    expect(await states()).toEqual(['onAir']);
    expect(await world.changed(live, { title: '新标题' })).toMatchObject({ host: live.host, endsAt: live.endsAt });
    await world.sweepAt(120);
    expect(await states()).toEqual(['over']);
  });
});
