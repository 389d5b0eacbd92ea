import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Help } from '#schemas/api/help.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { shippedArticles } from '#server/platform/help/shipped.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await storeHelp(app.services.database, app.services.writer, TEST_NOW);
});
afterAll(() => app.close());

const read = async (who: Who): Promise<Help> => (await app.get<Help>(who, '/api/help')).data;
const article = async (slug: string, who: Who = 'visitor') =>
  (await read(who)).articles.find((one) => one.slug === slug);
const judge = (who: Who, id: string, isUseful: boolean) => app.post(who, `/api/help/${id}/feedback`, { isUseful });

interface Counted {
  readonly id: string;
  readonly slug: string;

  readonly usefulCount: number;
  readonly uselessCount: number;
}
async function counts(slug: string): Promise<Counted | undefined> {
  const body = { objectApiName: 'HelpArticle', fields: ['slug', 'usefulCount', 'uselessCount'], pageSize: 100 };
  const { data } = await app.post<ListReply>('staff', '/api/metadata/data/getLayoutAndDataList', body);
  return (data.list as unknown as Counted[]).find((one) => one.slug === slug);
}

describe('the help center', () => {
  it('is read without an account, and has at least 25 articles and 40 terms', async () => {
    const { articles, terms, categories } = await read('visitor');
    expect(articles.length).toBeGreaterThanOrEqual(25);
    expect(terms.length).toBeGreaterThanOrEqual(40);
    const places = articles.map(({ category }) => categories.findIndex(({ value }) => value === category));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('shows articles for staff to staff alone', async () => {
    expect(await article('staff-import')).toBeUndefined();
    expect(await article('staff-import', 'svip')).toBeUndefined();
    expect(await article('staff-import', 'staff')).toBeDefined();
  });

  it('shows an article to the readers that staff chose, and not before it is published', async () => {
    const form = { title: '给创业者的话', category: 'financing', body: '仅创业者可读。', audience: ['founder'] };
    const made = await app.post<RecordReply>('staff', '/api/metadata/data/HelpArticle', {
      clientKey: 'for-founders',
      values: { ...form, published: false },
    });
    expect(made.code).toBe(0);
    const { id } = made.data.record;
    expect(await article(id, 'founder')).toBeUndefined();
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await app.services.writer.update('HelpArticle', id, 1, { published: true }, context);
    expect(await article(id, 'founder')).toMatchObject({ title: '给创业者的话' });
    expect(await article(id, 'investor')).toBeUndefined();
    expect(await article(id, 'visitor')).toBeUndefined();
  });
});

describe('whether an article was useful', () => {
  it('is counted once for each account and once for visitors of one network, by the last answer', async () => {
    const { id = '' } = (await article('publish-financing')) ?? {};
    for (const who of ['founder', 'founder', 'investor', 'visitor', 'visitor'] as const)
      expect((await judge(who, id, true)).code).toBe(0);
    expect(await counts('publish-financing')).toMatchObject({ usefulCount: 3, uselessCount: 0 });
    await judge('investor', id, false);
    expect(await counts('publish-financing')).toMatchObject({ usefulCount: 2, uselessCount: 1 });
  });

  it('names no reader', async () => {
    const body = { objectApiName: 'HelpFeedback', pageSize: 100 };
    const { data } = await app.post<ListReply>('staff', '/api/metadata/data/getLayoutAndDataList', body);
    expect(data.list.length).toBeGreaterThan(0);
    expect(JSON.stringify(data.list)).not.toMatch(/founder|investor|127\.0\.0\.1/);
  });

  it('is refused for an article that the reader does not see', async () => {
    const { id = '' } = (await article('staff-help', 'staff')) ?? {};
    expect((await judge('visitor', id, true)).status).toBe(404);
    expect((await judge('visitor', '999999', true)).status).toBe(404);
  });
});

describe('an upgrade', () => {
  const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
  const next = () => shippedArticles().map(({ key, values }) => ({ key, values: { ...values, title: `新版 ${key}` } }));

  it('renews what is as it was shipped, and never what staff changed or archived', async () => {
    const { writer, database } = app.services;
    const edited = await counts('export');
    await writer.update('HelpArticle', edited?.id ?? '', 1, { title: '我们的导出说明' }, context);
    const gone = await counts('search');
    await writer.remove('HelpArticle', gone?.id ?? '', context);
    await storeHelp(database, writer, TEST_NOW, next());
    expect(await article('export')).toMatchObject({ title: '我们的导出说明' });
    expect(await article('search')).toBeUndefined();
    expect(await article('svip')).toMatchObject({ title: '新版 svip' });
    await storeHelp(database, writer, TEST_NOW);
    expect(await article('export')).toMatchObject({ title: '我们的导出说明' });
    expect(await article('svip')).toMatchObject({ title: 'SVIP 有哪些权益，怎样开通' });
  });
});
