import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordRow } from '#schemas/api/records.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const QUERY = {
  objectApiName: 'InsightNews',
  pageSize: 2,
  sort: [{ field: 'title', order: 'asc' }],
};
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  for (let at = 0; at < 5; at += 1) {
    const values = { title: `资讯标题${at}`, publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
    await test.post('staff', '/api/metadata/data/InsightNews', { clientKey: `record-of-cursor-${at}`, values });
  }
});
afterAll(() => test.close());

const page = (who: 'founder' | 'investor', after?: string) =>
  test.post<{ list: RecordRow[]; after: string | null }>(who, LIST, {
    ...QUERY,
    ...(after !== undefined && { after }),
  });
const MESSAGE = '翻页游标无效，或属于另一个查询，请从第一页重新查询';
const REFUSED = { status: 400, msg: MESSAGE, problems: [{ field: 'after', message: MESSAGE }] };
const answer = async (who: 'founder' | 'investor', after: string) => {
  const { status, msg, problems } = await page(who, after);
  return { status, msg, problems };
};

describe('a cursor', () => {
  it('leads through all rows, each once', async () => {
    const titles: unknown[] = [];
    for (let after: string | undefined | null; after !== null;) {
      const { data } = await page('founder', after);
      titles.push(...data.list.map(({ title }) => title));
      ({ after } = data);
    }
    expect(titles).toEqual([0, 1, 2, 3, 4].map((at) => `资讯标题${at}`));
  });

  it('is the same for the same page', async () => {
    expect((await page('founder')).data.after).toBe((await page('founder')).data.after);
  });

  it('reveals nothing of the values at which its page ended', async () => {
    const { after } = (await page('founder')).data;
    const bytes = Buffer.from(after ?? '', 'base64url');
    expect(bytes.toString()).not.toMatch(/资讯|标题|\[2,/);
    expect(Buffer.from((after ?? '').slice(16), 'base64url').toString()).not.toMatch(/资讯|标题|\[2,/);
  });

  it('is good for the person alone that it was given to', async () => {
    const { after } = (await page('founder')).data;
    expect(await page('founder', after ?? '')).toMatchObject({ code: 0 });
    expect(await answer('investor', after ?? '')).toEqual(REFUSED);
  });

  it('opens nothing that the server did not write, wherever it is put', async () => {
    const { after } = (await page('founder')).data;
    const good = Buffer.from(after ?? '', 'base64url');
    for (let at = 0; at < good.length; at += 1) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await answer('founder', changed.toString('base64url'))).toEqual(REFUSED);
    }
    // A checksum that any client can work out, over a place that any client can name.
    for (const content of ['[2,"1"]', '[2,"1","资讯标题9"]', '[]', 'null', '']) {
      const query = JSON.stringify(['InsightNews', null, '', null, QUERY.sort]);
      const check = hash('sha256', `${query}\n${content}`, 'base64url').slice(0, 16);
      const forged = check + Buffer.from(content).toString('base64url');
      expect(await answer('founder', forged)).toEqual(REFUSED);
    }
  });
});
