import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import { insertRecords } from '#tests/support/metadata/every-field.ts';
import { codeOf, openTestApp, TEST_PASSWORD, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const EXPORT = '/api/metadata/export';
/** Enough bytes that no connection takes them all before the client reads. */
const [RECORDS, TEXT] = [4000, '长'.repeat(3000)];

let test: TestApp;
let port = 0;
const open = new Set<IncomingMessage>();

beforeAll(async () => {
  test = await openTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = (test.app.server.address() as { port: number }).port;
  const { definition } = test.services.catalog.object('InsightNews');
  await insertRecords(
    test.services.database,
    definition,
    Array.from({ length: RECORDS }, (_, index) => ({ title: `资讯${index}`, summary: TEXT })),
  );
});
afterEach(async () => {
  for (const response of open) response.destroy();
  open.clear();
  for (const who of ['founder', 'investor'] as const) {
    const { data } = await test.get<ExportState[]>(who, EXPORT);
    for (const { id } of data) await test.post(who, `${EXPORT}/${id}/cancel`, {});
  }
  // Another day: what one test began is nothing to the next.
  await test.services.database.pool.query('delete from export_day');
});
afterAll(() => test.close());

const start = async (who: Who, more: object = {}): Promise<ExportState> =>
  (
    await test.post<ExportState>(who, EXPORT, {
      objectApiName: 'InsightNews',
      format: 'csv',
      fields: ['title', 'summary'],
      ...more,
    })
  ).data;
const state = async (who: Who, id: string): Promise<ExportState> =>
  (await test.get<ExportState>(who, `${EXPORT}/${id}`)).data;

async function cookieOf(username: string): Promise<string> {
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: TEST_PASSWORD }).toString(),
  });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

/** Asks for a file over a connection of its own and reads nothing of it yet. */
async function download(who: Who, id: string): Promise<IncomingMessage> {
  const cookie = await cookieOf(who);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: `${EXPORT}/${id}/file`, headers: { cookie }, agent: false }, resolve).once('error', reject);
  });
  open.add(response);
  return response;
}

async function untilEnded(who: Who, id: string) {
  await expect.poll(async () => (await state(who, id)).status).not.toBe('running');
  return state(who, id);
}

describe('an export', () => {
  it('waits for its file to be asked for, then counts its rows and says that it is done', async () => {
    const made = await start('founder');
    expect(made).toMatchObject({
      status: 'ready',
      rows: 0,
      total: null,
      fileName: '资讯列表-20261121.csv',
      message: '',
    });
    const response = await download('founder', made.id);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="export-20261121.csv"; filename*=UTF-8''${encodeURIComponent('资讯列表-20261121.csv')}`,
      'cache-control': 'no-store',
    });
    expect((await state('founder', made.id)).status).toBe('running');
    const lines = (await buffer(response)).toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(RECORDS + 1);
    expect(await state('founder', made.id)).toMatchObject({
      status: 'done',
      rows: RECORDS,
      total: RECORDS,
      totalIsExact: true,
    });
  });

  it('may have its file asked for again, but not twice at a time', async () => {
    const { id } = await start('founder', { filter: { field: 'title', op: 'eq', value: '资讯7' } });
    const read = async () => (await buffer(await download('founder', id))).toString();
    const first = await read();
    expect(first).toContain('资讯7');
    expect(await read()).toBe(first);
    const long = await start('founder');
    await download('founder', long.id);
    expect(await test.get('founder', `${EXPORT}/${long.id}/file`)).toMatchObject({ status: 409 });
  });

  it('answers with its headers without making the file', async () => {
    const { id } = await start('founder', { format: 'xlsx' });
    const reply = await test.app.inject({
      method: 'HEAD',
      url: `${EXPORT}/${id}/file`,
      headers: { cookie: await cookieOf('founder') },
    });
    expect(reply.headers['content-type']).toContain('spreadsheetml');
    expect((await state('founder', id)).status).toBe('ready');
  });

  it('that is cancelled breaks off, so that no part passes for the whole', async () => {
    const { id } = await start('founder');
    const response = await download('founder', id);
    const cancelled = await test.post<ExportState>('founder', `${EXPORT}/${id}/cancel`, {});
    expect(cancelled.data).toMatchObject({ status: 'cancelled', message: '已取消' });
    await expect(buffer(response)).rejects.toThrow('aborted');
    expect(await state('founder', id)).toMatchObject({ status: 'cancelled' });
  });

  it('that is cancelled by another process breaks off within a second or two', async () => {
    const { id } = await start('founder');
    const response = await download('founder', id);
    await test.services.database.pool.query(`update export_run set status = 'cancelled' where id = $1`, [id]);
    const connections = () =>
      new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    await expect(buffer(response)).rejects.toThrow('aborted');
  });

  it('whose reader goes away is cancelled', async () => {
    const { id } = await start('founder');
    (await download('founder', id)).destroy();
    expect(await untilEnded('founder', id)).toMatchObject({ status: 'cancelled', message: '下载被中断' });
  });

  it('that meets a fault breaks off and says so', async () => {
    const { id } = await start('founder');
    const response = await download('founder', id);
    const { pool } = test.services.database;
    await pool.query('alter table "InsightNews" rename column summary to mislaid');
    try {
      await expect(buffer(response)).rejects.toThrow('aborted');
      expect(await state('founder', id)).toMatchObject({ status: 'failed', message: '导出中断，请重新下载' });
    } finally {
      await pool.query('alter table "InsightNews" rename column mislaid to summary');
    }
  });

  it('left behind by a process that was killed is reported as failed and can be fetched again', async () => {
    const { id } = await start('founder', { ids: ['1', '2'] });
    await test.services.database.pool.query(
      `update export_run set status = 'running', beat_at = now() - interval '1 minute' where id = $1`,
      [id],
    );
    expect(await state('founder', id)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('中断') as string,
    });
    expect((await buffer(await download('founder', id))).toString()).toContain('资讯0');
    expect((await state('founder', id)).status).toBe('done');
  });

  it('is one of two at once for each account', async () => {
    const [first, second, third] = [await start('founder'), await start('founder'), await start('founder')];
    await download('founder', first.id);
    await download('founder', second.id);
    expect(await test.get('founder', `${EXPORT}/${third.id}/file`)).toMatchObject({
      status: 429,
      msg: '同时最多进行 2 个导出，请等其中一个完成后再试',
    });
    const other = await start('investor');
    await download('investor', other.id);
    expect((await state('investor', other.id)).status).toBe('running');
  });

  it('is kept among the latest twenty of its account', async () => {
    const made: string[] = [];
    for (let count = 0; count < 23; count += 1) made.push((await start('staff', { ids: [] })).id);
    const { data } = await test.get<ExportState[]>('staff', EXPORT);
    expect(data.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 20));
  });
});

describe('an export of another user', () => {
  it('is as if it were not there, whatever is asked of it', async () => {
    const { id } = await start('founder');
    for (const who of ['investor', 'staff'] as const) {
      for (const path of ['', '/file']) {
        const missing = await test.get(who, `${EXPORT}/999999${path}`);
        expect(missing).toMatchObject({ status: 404, code: codeOf('UNKNOWN_RECORD') });
        expect(await test.get(who, `${EXPORT}/${id}${path}`)).toEqual(missing);
      }
      expect(await test.post(who, `${EXPORT}/${id}/cancel`, {})).toEqual(
        await test.post(who, `${EXPORT}/999999/cancel`, {}),
      );
      expect((await test.get<ExportState[]>(who, EXPORT)).data.map((own) => own.id)).not.toContain(id);
    }
    expect((await state('founder', id)).status).toBe('ready');
    expect(await test.get('visitor', `${EXPORT}/${id}`)).toMatchObject({ status: 401 });
  });
});
