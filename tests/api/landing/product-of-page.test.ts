import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveClient } from '#server/http/client-files.ts';
import { readProduct } from '#server/http/product.ts';

const METAS = ['application-name', 'customer-service-phone', 'customer-service-url', 'fast-financing-url'];
const PAGE = `<head>${[...METAS, 'csp-nonce'].map((name) => `<meta name="${name}" content="" />`).join('')}<title>x</title></head>`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'product-of-page-'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The page of a product that was started with an environment. */
async function pageOf(env: Record<string, string>): Promise<(name: string) => string | undefined> {
  const app = fastify();
  await serveClient(app, folder, readProduct(env));
  const { body } = await app.inject({ method: 'GET', url: '/' });
  await app.close();
  return (name) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(body)?.[1];
}

describe('the page of a product', () => {
  it('carries how customer service is reached, with what could end an attribute taken out', async () => {
    const meta = await pageOf({
      PRODUCT_NAME: '蓝图',
      CUSTOMER_SERVICE_PHONE: '400-000-0000"><script>',
      CUSTOMER_SERVICE_URL: 'https://service.example/chat?from=$1',
    });
    expect(meta('application-name')).toBe('蓝图');
    expect(meta('customer-service-phone')).toBe('400-000-0000&#34;&#62;&#60;script&#62;');
    expect(meta('customer-service-url')).toBe('https://service.example/chat?from=$1');
  });

  it('leads to the financing service with the channel of the chat, whatever was in the address', async () => {
    const url = async (env: Record<string, string>) => (await pageOf(env))('fast-financing-url');
    expect(await url({ FAST_FINANCING_URL: 'https://money.example/go?a=1&channel=other' })).toBe(
      'https://money.example/go?a=1&#38;channel=jingtu_chat',
    );
    expect(await url({ FAST_FINANCING_URL: 'https://money.example', FAST_FINANCING_CHANNEL: 'partner' })).toBe(
      'https://money.example/?channel=partner',
    );
  });

  it('says nothing of what is not configured', async () => {
    const meta = await pageOf({ CUSTOMER_SERVICE_PHONE: '', FAST_FINANCING_URL: '' });
    expect(METAS.slice(1).map(meta)).toEqual(['', '', '']);
  });

  it('is not served with an address that is none: the operator who starts it is shown which', () => {
    expect(() => readProduct({ FAST_FINANCING_URL: 'javascript:alert(1)' })).toThrow('FAST_FINANCING_URL 应为网址');
    expect(() => readProduct({ CUSTOMER_SERVICE_URL: 'service' })).toThrow('CUSTOMER_SERVICE_URL 应为网址');
  });
});
