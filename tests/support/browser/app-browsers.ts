import type { Browser, BrowserContext, Page } from 'playwright-core';
import { TestRunner } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import type { Who } from '#tests/support/app/test-app.ts';

/** A wait in a page ends when what it names is there; time ends only what hangs. */
const PATIENCE_MS = 120_000;

/** Times that pages are slowed down, to find tests that pass on a quick machine alone: BROWSER_SLOWDOWN=6 npm run test:e2e. */
const SLOWDOWN = Number(process.env['BROWSER_SLOWDOWN'] ?? 1);

/**
 * Closes with the test that opened it what a test leaves open: a page works on although no user looks at it, and slowed
 * down it takes all that the tests after it need. What is opened before all tests stays.
 */
function closeAfterTest(opened: { readonly close: () => Promise<void> }): void {
  TestRunner.getCurrentTest()?.context.onTestFinished(() => opened.close());
}

/** How people come to the product at an address. */
export interface AppBrowsers {
  /** A browser of one person, signed in by cookie unless a visitor; `width` in pixels. */
  readonly openBrowser: (who: Who, width?: number) => Promise<BrowserContext>;
  /** Opens a path of the product in a page. */
  readonly open: (context: BrowserContext, path: string) => Promise<Page>;
}

/** Browsers of the people of the sample, for the product at an address. */
export function appBrowsers(browser: Browser, address: string): AppBrowsers {
  async function signIn(context: BrowserContext, who: Who): Promise<void> {
    const form = { username: who, password: SAMPLE_PASSWORD };
    const reply = await context.request.post(`${address}/api/p/passport/sign_in`, {
      form,
      headers: { origin: address },
    });
    if (!reply.ok()) throw new Error(`${who} could not sign in: ${await reply.text()}`);
  }

  return {
    async openBrowser(who, width = 1440) {
      // Nothing is to be seen of a movement here, only to be waited for.
      const context = await browser.newContext({
        locale: 'zh-CN',
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(PATIENCE_MS);
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
  };
}
