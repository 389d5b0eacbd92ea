import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestRunner } from 'vitest';
import { createApp } from '#server/app.ts';
import { buildClientIfStale } from '#server/commands/build-client.ts';
import { SAMPLE_PASSWORD } from '#server/commands/sample/store-sample.ts';
import { shippedObjects, shippedOptionSets } from '#server/lib/shipped.ts';
import type { Providers } from '#server/lib/providers/providers.ts';
import { openServices } from '#server/services.ts';
import { launchChromium } from './chromium.ts';
import { openSampleDatabase } from './kept-databases.ts';
import { TEST_NOW, type Who } from './test-app.ts';

/** Times that pages are slowed down, to find tests that pass on a quick machine alone: BROWSER_SLOWDOWN=6 npm run test:e2e. */
const SLOWDOWN = Number(process.env['BROWSER_SLOWDOWN'] ?? 1);
const CLIENT_DIR = path.resolve(import.meta.dirname, '../../dist/client');

/**
 * Closes with the test that opened it what a test leaves open: a page works on although nobody looks at it, and slowed
 * down it takes all that the tests after it need. What is opened before all tests stays.
 */
function closeAfterTest(opened: { readonly close: () => Promise<void> }): void {
  TestRunner.getCurrentTest()?.context.onTestFinished(() => opened.close());
}

/** The whole product at an address, with its sample data and a browser. */
export interface RunningApp {
  readonly address: string;
  /** A browser of one person, signed in by cookie unless a visitor; `width` in pixels. */
  readonly openBrowser: (who: Who, width?: number) => Promise<BrowserContext>;
  /** Opens a path of the product in a page. */
  readonly open: (context: BrowserContext, path: string) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Starts the product on a database of its own, with the client built from the sources as they are; `providers` as AppOptions has them. */
export async function startRunningApp(providers: Partial<Providers> = {}): Promise<RunningApp> {
  const built = buildClientIfStale();
  const store = await openSampleDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => TEST_NOW);
  await built;
  const app = await createApp(services, {
    client: { folder: CLIENT_DIR, product: { name: '鲸图', logoText: '鲸' } },
    signInLimit: 1000,
    providers,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const browser: Browser = await launchChromium();

  async function signIn(context: BrowserContext, who: Who): Promise<void> {
    const form = { username: who, password: SAMPLE_PASSWORD };
    const reply = await context.request.post(`${address}/api/p/passport/sign_in`, {
      form,
      headers: { origin: address },
    });
    if (!reply.ok()) throw new Error(`${who} could not sign in: ${await reply.text()}`);
  }

  return {
    address,
    async openBrowser(who, width = 1440) {
      // Nothing is to be seen of a movement here, only to be waited for.
      const context = await browser.newContext({
        locale: 'zh-CN',
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      closeAfterTest(context);
      if (who !== 'visitor') await signIn(context, who);
      return context;
    },
    async open(context, to) {
      const page = await context.newPage();
      closeAfterTest(page);
      if (SLOWDOWN > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      }
      await page.goto(`${address}/#${to}`);
      return page;
    },
    async close() {
      await browser.close();
      await app.close();
      await store.drop();
    },
  };
}
