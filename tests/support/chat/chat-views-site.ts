import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page, Route } from 'playwright-core';
import { build } from 'vite';

const ORIGIN = 'http://chat.test';
/** As strict as the product's own page is. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-n'; img-src 'self' blob:; connect-src 'self'";
const PAGE = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>chat</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="csp-nonce" content="n">
<link rel="stylesheet" href="/page.css"></head>
<body><div id="root"></div><script type="module" src="/page.js"></script></body></html>`;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#2f6fed"/></svg>';

export interface ChatViewsPage {
  readonly page: Page;
  /** What the policy of the page refused so far. */
  readonly refused: readonly string[];
  /** Pictures wait from the first call on, until `release`. */
  readonly hold: () => void;
  readonly release: () => Promise<void>;
}

/** The views of the chat alone, over a conversation that the test holds, built for production; the caller closes it. */
export async function openChatViews(browser: Browser) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jingtu-chat-views-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      target: 'esnext',
      minify: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { page: path.join(import.meta.dirname, 'chat-views-probe.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: 'page[extname]' },
      },
    },
  });

  async function open(width: number, query = ''): Promise<ChatViewsPage> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, locale: 'zh-CN' });
    const refused: string[] = [];
    let held: Route[] | undefined;
    const give = async (route: Route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text());
    });
    page.on('pageerror', (error) => refused.push(error.message));
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/')
        return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': POLICY }, body: PAGE });
      if (pathname.startsWith('/files/')) return held ? void held.push(route) : give(route);
      if (!/^\/[\w.-]+\.(?:js|css)$/.test(pathname)) return route.fulfill({ status: 404 });
      const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
      return route.fulfill({ contentType, body: await readFile(path.join(folder, pathname)) });
    });
    await page.goto(`${ORIGIN}/${query}`);
    await page.locator('[data-message]').first().waitFor();
    return {
      page,
      refused,
      hold: () => (held ??= []),
      release: async () => {
        const waiting = held ?? [];
        held = undefined;
        await Promise.all(waiting.map(give));
      },
    };
  }
  return { open, close: async () => rm(folder, { recursive: true, force: true }) };
}
