import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Landing } from '#schemas/api/landing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { createApp } from '#server/app.ts';
import { made } from '#tests/support/editing.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const OPEN = ['title', 'round', 'industry', 'amount', 'fundedOn'];
let test: TestApp;
let clock = TEST_NOW.getTime();
let keys = 0;
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  test = await openTestApp();
  app = await createApp({ ...test.services, now: () => new Date(clock) });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const landing = async (): Promise<Landing> =>
  (await app.inject({ method: 'GET', url: '/api/landing' })).json<{ data: Landing }>().data;
/** The landing page a minute on: nothing from a cache is used again. */
const later = async (): Promise<Landing> => {
  clock += 60_000;
  return landing();
};

async function deal(values: object): Promise<string> {
  keys += 1;
  const body = { clientKey: `landing-${keys}`, values: { title: `示例交易${keys}`, ...values } };
  return made(await test.post<RecordReply>('staff', `${DATA}/InsightTransaction`, body)).record.id;
}

async function change(of: (before: ObjectDefinition) => ObjectDefinition) {
  const before = made(await test.get<ObjectDefinition>('staff', '/api/metadata/object/InsightTransaction/saved'));
  return test.post<{ definition: ObjectDefinition }>('staff', '/api/metadata/object/save', {
    definition: of(before),
    baseVersion: before.version,
  });
}
const withTeaser = (teaser: string[]) => change((before) => ({ ...before, access: { ...before.access, teaser } }));

describe('what a visitor sees of the data', () => {
  it('is how many records there are of each kind that has a list, in the order of the navigation', async () => {
    await deal({ fundedOn: '2026-11-01' });
    const { counts } = await later();
    expect(counts.map(({ label }) => label)).toEqual([
      '企业',
      '机构',
      '交易事件',
      '资讯',
      '研究报告',
      '基金',
      '基金管理人',
      '行业赛道',
      '产业名录',
      '融资项目',
      '投资人',
    ]);
    expect(counts.find(({ objectApiName }) => objectApiName === 'InsightTransaction')).toMatchObject({
      total: 1,
      totalIsExact: true,
      totalIsEstimate: false,
    });
  });

  it('is the latest deals, newest first, with the fields that metadata opens and no others', async () => {
    const closed = {
      postMoney: { num: '987654321', currency: 'CNY' },
      otherInvestors: ['绝密资本'],
      description: '内部说明',
    };
    for (let month = 1; month <= 9; month += 1)
      await deal({
        fundedOn: `2026-0${month}-15`,
        round: 'A轮',
        amount: { num: '30000000', currency: 'CNY' },
        companyText: '保密公司',
        ...closed,
      });
    const reply = await later();
    const [teaser] = reply.teasers;
    expect(reply.teasers).toHaveLength(1);
    expect(teaser?.label).toBe('交易事件');
    expect(teaser?.fields.map(({ apiName }) => apiName)).toEqual(OPEN);
    expect(teaser?.list).toHaveLength(8);
    expect(teaser?.list[0]?.['fundedOn']).toBe('2026-11-01');
    expect(teaser?.list[1]).toMatchObject({ fundedOn: '2026-09-15', round: 'A轮', amount: { num: '30000000' } });
    for (const row of teaser?.list ?? []) for (const key of Object.keys(row)) expect(['id', ...OPEN]).toContain(key);
    for (const secret of ['987654321', '绝密资本', '内部说明', '保密公司'])
      expect(JSON.stringify(reply)).not.toContain(secret);
  });

  it('brings the options that the rows use, with the branches above them, and not whole option sets', async () => {
    await deal({ fundedOn: '2026-11-02', round: 'Pre-A轮', industry: '计算机视觉' });
    const { teasers } = await later();
    const fields = teasers[0]?.fields ?? [];
    const options = (apiName: string) => fields.find((field) => field.apiName === apiName)?.selectOptions ?? [];
    expect(
      options('round')
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual(['A轮', 'Pre-A轮']);
    expect(
      options('industry')
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual(['人工智能', '计算机视觉']);
  });

  it('is the same for every user and needs no session', async () => {
    const visitor = await test.get('visitor', '/api/landing');
    expect(visitor).toMatchObject({ status: 200, code: 0 });
    expect(await test.get('staff', '/api/landing')).toEqual(visitor);
  });

  it('is read once a minute, however many ask', async () => {
    await later();
    await deal({ fundedOn: '2026-11-03' });
    const replies = await Promise.all(Array.from({ length: 20 }, landing));
    expect(new Set(replies.map((reply) => reply.asOf)).size).toBe(1);
    const total = ({ counts }: Landing) =>
      counts.find(({ objectApiName }) => objectApiName === 'InsightTransaction')?.total ?? 0;
    const [before] = replies;
    expect(total(await later())).toBe(total(before as Landing) + 1);
  });
});

describe('what metadata says of it', () => {
  it('holds at once: a field that staff close is closed for the next who asks', async () => {
    expect((await landing()).teasers[0]?.fields.map(({ apiName }) => apiName)).toContain('amount');
    made(await withTeaser(['title', 'fundedOn']));
    const [teaser] = (await landing()).teasers;
    expect(teaser?.fields.map(({ apiName }) => apiName)).toEqual(['title', 'fundedOn']);
    expect(JSON.stringify(teaser)).not.toContain('30000000');
    made(await withTeaser(OPEN));
  });

  it('may be that nothing is shown', async () => {
    made(await withTeaser([]));
    expect((await landing()).teasers).toEqual([]);
    made(await withTeaser(OPEN));
  });

  it('cannot open what is closed to some roles, nor a field that is not there', async () => {
    const roles = await change((before) => ({
      ...before,
      fields: before.fields.map((field) =>
        field.apiName === 'amount' ? { ...field, config: { ...field.config, visibleTo: ['svip' as const] } } : field,
      ),
    }));
    expect(roles).toMatchObject({ status: 422, code: codeOf('INVALID_METADATA') });
    expect(roles.problems[0]?.message).toBe('字段“融资金额”限定了可见角色，不能公开给访客');
    const unknown = await withTeaser(['title', 'nothing']);
    expect(unknown).toMatchObject({ status: 422 });
    expect(unknown.msg).toContain('nothing');
  });

  it('follows a field that is taken out of use', async () => {
    made(await withTeaser(['title', 'amountText']));
    const { version } = made(
      await test.get<ObjectDefinition>('staff', '/api/metadata/object/InsightTransaction/saved'),
    );
    const removal = { objectApiName: 'InsightTransaction', apiName: 'amountText', baseVersion: version };
    made(await test.post('staff', '/api/metadata/field/remove', removal));
    expect((await landing()).teasers[0]?.fields.map(({ apiName }) => apiName)).toEqual(['title']);
  });
});

describe('how large an object is', () => {
  it('is an estimate where counting would mean reading it', async () => {
    const { pool } = test.services.database;
    await pool.query(
      `insert into "InsightNews" (id, version, title) select n, 1, 'x' || n from generate_series(1, 60000) n`,
    );
    await pool.query('analyze "InsightNews"');
    const news = (await later()).counts.find(({ objectApiName }) => objectApiName === 'InsightNews');
    expect(news).toMatchObject({ totalIsExact: false, totalIsEstimate: true });
    expect(Math.abs((news?.total ?? 0) - 60000)).toBeLessThan(3000);
  });
});
