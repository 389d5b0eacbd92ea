import path from 'node:path';
import type { Browser } from 'playwright-core';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { buildClientIfStale } from '#server/commands/build-client.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import type { Providers } from '#server/platform/providers/providers.ts';
import { openServices } from '#server/services.ts';
import { appBrowsers, type AppBrowsers } from '#tests/support/browser/app-browsers.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { openSampleDatabase } from '#tests/support/databases/kept-databases.ts';
import { TEST_NOW } from './test-app.ts';

const CLIENT_DIR = path.resolve(import.meta.dirname, '../../../dist/client');

/** The whole product at an address, with its sample data and a browser. */
export interface RunningApp extends AppBrowsers {
  readonly address: string;
  /** For what no screen brings about, e.g. very many rows. */
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/**
 * Starts the product on a database of its own, with the client built from the sources as they are; `providers` as AppOptions
 * has them, `now` where the clock of the server goes on, `outbound` where webhooks are sent, and
 * `isFactorRequired` as AppOptions has it.
 */
export async function startRunningApp(
  providers: Partial<Providers> = {},
  now: () => Date = () => TEST_NOW,
  outbound?: Outbound,
  isFactorRequired = false,
): Promise<RunningApp> {
  const built = buildClientIfStale();
  const store = await openSampleDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, now);
  await built;
  const app = await createApp(services, {
    client: { folder: CLIENT_DIR, product: { name: '鲸图', logoText: '鲸' } },
    signInLimit: 1000,
    providers,
    outbound,
    isFactorRequired,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const browser: Browser = await launchChromium();

  return {
    address,
    database: store.database,
    ...appBrowsers(browser, address),
    async close() {
      await browser.close();
      await app.close();
      await store.drop();
    },
  };
}
