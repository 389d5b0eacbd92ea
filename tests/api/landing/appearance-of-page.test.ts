import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveClient } from '#server/http/client-files.ts';

let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'appearance-of-page-'));
  writeFileSync(path.join(folder, 'index.html'), readFileSync('src/client/index.html'));
  app = fastify();
  await serveClient(app, folder, { name: '鲸图', logoText: '鲸' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The marks of the page that decide its first colours. */
async function marks(cookie?: string): Promise<(string | undefined)[]> {
  const { body } = await app.inject({ method: 'GET', url: '/', ...(cookie !== undefined && { headers: { cookie } }) });
  return [
    /<html ([^>]*)>/.exec(body)?.[1],
    /<meta name="color-scheme" content="([^"]*)"/.exec(body)?.[1],
    ...[...body.matchAll(/<meta name="theme-color" content="([^"]*)"( media="[^"]*")?/g)].map(
      ([, bar, media = '']) => bar + media,
    ),
  ];
}

describe('the page', () => {
  it('begins in the colours that its reader chose, without a script', async () => {
    expect(await marks('kr_plus_id=x; appearance=dark')).toEqual([
      'data-appearance="dark" lang="zh-CN"',
      'dark',
      '#0c2b35',
    ]);
    expect(await marks('appearance=light')).toEqual(['data-appearance="light" lang="zh-CN"', 'light', '#0e3a47']);
  });

  it('leaves it to the system where nothing was chosen, or nothing that we know', async () => {
    for (const cookie of [
      undefined,
      'appearance=system',
      'appearance=darker',
      'xappearance=dark',
      'appearance="><script>',
    ])
      expect(await marks(cookie)).toEqual([
        'lang="zh-CN"',
        'light dark',
        '#0e3a47 media="(prefers-color-scheme: light)"',
        '#0c2b35 media="(prefers-color-scheme: dark)"',
      ]);
  });
});
