import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { HostedStorage } from '#server/platform/files/hosted-storage.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const PAGE = '<html><head><meta name="csp-nonce" content="" /><title>x</title></head><body></body></html>';
let test: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-policy-'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  test = await openTestApp();
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

/** What the page's policy says of one kind of source. */
async function allowed(options: AppOptions): Promise<(kind: string) => string | undefined> {
  const app = await createApp(test.services, {
    client: { folder, product: { name: '鲸图', logoText: '鲸' } },
    ...options,
  });
  const { headers } = await app.inject({ method: 'GET', url: '/' });
  await app.close();
  const rules = String(headers['content-security-policy']).split('; ');
  return (kind) => rules.find((rule) => rule.startsWith(`${kind} `));
}

describe('the page', () => {
  it('runs scripts of our own and no others', async () => {
    const policy = await allowed({});
    expect(policy('script-src')).toBe("script-src 'self'");
    expect(policy('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(policy('connect-src')).not.toContain('http');
  });

  it('may ask the hosts of files where they are elsewhere, and no others', async () => {
    expect((await allowed({ uploadServer: 'https://up.example/form' }))('connect-src')).toBe(
      "connect-src 'self' https://up.example",
    );
    const bucket = { name: 'b', formSecret: 's', visitHost: 'https://files.example' };
    const hostedStorage = new HostedStorage({
      server: 'https://up.example',
      buckets: { public: { ...bucket, visitHost: 'https://img.example' }, private: bucket },
      tokenSecret: 't',
    });
    expect((await allowed({ hostedStorage }))('connect-src')).toBe(
      "connect-src 'self' https://up.example https://img.example https://files.example",
    );
  });

  it('lets a hosted captcha in where one is configured, and still no inline script', async () => {
    const policy = await allowed({ isCaptchaHosted: true });
    expect(policy('script-src')).toBe("script-src 'self' https://static.geetest.com https://api.geetest.com");
    expect(policy('style-src')).toContain('https://static.geetest.com');
    for (const kind of ['script-src', 'style-src']) expect(policy(kind)).not.toContain('unsafe');
  });
});
