import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillOnFirstStart } from '#server/commands/seed/fill-first.ts';
import { embeddedFolder } from '#server/db/embedded-folder.ts';
import { isPrivateStart } from '#server/platform/installation/private-start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'first-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DONE = 0;

/** How often a start stores the sample data. */
async function starts(options: { isPrivate?: boolean; isEmpty?: boolean; url?: string; ends?: number | null } = {}) {
  const { isPrivate = true, isEmpty = false, url, ends = DONE } = options;
  const fill = vi.fn<() => Promise<number | null>>(async () => {
    mkdirSync(embeddedFolder(folder), { recursive: true });
    return ends;
  });
  const start = { database: { url, dataDir: folder }, isPrivate, isEmpty, say: () => undefined };
  const end = await fillOnFirstStart(start, fill).then(
    () => 'serves',
    (error: Error) => error.message,
  );
  return { fills: fill.mock.calls.length, end };
}

describe('sample data', () => {
  it('is stored by the first start alone', async () => {
    expect(await starts()).toEqual({ fills: 1, end: 'serves' });
    expect(await starts()).toEqual({ fills: 0, end: 'serves' });
  });

  it('is not stored by a start with --empty, nor by one after it', async () => {
    expect(await starts({ isEmpty: true })).toEqual({ fills: 0, end: 'serves' });
    mkdirSync(embeddedFolder(folder));
    expect(await starts()).toEqual({ fills: 0, end: 'serves' });
  });

  it('is not stored on a PostgreSQL', async () => {
    expect(await starts({ url: 'postgres://127.0.0.1/shop' })).toEqual({ fills: 0, end: 'serves' });
    expect(existsSync(path.join(folder, '.sample-unfinished'))).toBe(false);
  });

  it.each([
    ['in production', { NODE_ENV: 'production' }, '127.0.0.1'],
    ['on an address of the network', {}, '0.0.0.0'],
    ['on every address by IPv6', {}, '::'],
    ['under a public address', { PUBLIC_ORIGIN: 'https://data.example' }, '127.0.0.1'],
    ['behind a proxy', { TRUST_PROXY: 'loopback' }, '127.0.0.1'],
  ])('is not stored by a start %s', async (_, env, host) => {
    expect(await starts({ isPrivate: isPrivateStart(env, host) })).toEqual({ fills: 0, end: 'serves' });
  });

  it.each([
    ['failed', 1],
    ['was killed', null],
  ])('is gone on with by the next start when storing it %s', async (_, ends) => {
    expect(await starts({ ends })).toEqual({ fills: 1, end: '示例数据没有写完，再次启动时继续。' });
    expect(await starts()).toEqual({ fills: 1, end: 'serves' });
    expect(await starts()).toEqual({ fills: 0, end: 'serves' });
  });
});
