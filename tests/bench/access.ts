import { createApp } from '#server/app.ts';
import { SAMPLE_PASSWORD, storeSample } from '#server/commands/seed/store-sample.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { relatedRecords } from '#schemas/api/details.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { openTestDatabase } from '#tests/support/databases/database.ts';
import type { Row } from './row.ts';

const OBJECT = 'InsightCompany';
const ROUNDS = 400;
const NOW = new Date('2026-11-21T04:00:00Z');

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/**
 * What deciding costs: the requests of a company's detail page, by turns for staff, whom nothing is closed to, and for an
 * investor with rights of his own. By turns, so that whatever else the machine does falls on both.
 */
export async function run(): Promise<Row[]> {
  const store = await openTestDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => NOW);
  await storeSample(services, NOW, () => undefined);
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));

  const signIn = async (username: string): Promise<string> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password: SAMPLE_PASSWORD }).toString(),
    });
    return String(reply.headers['set-cookie']).split(';')[0] ?? '';
  };
  const cookies = { staff: await signIn('staff'), investor: await signIn('investor') };

  const page = async (cookie: string, id: string): Promise<number> => {
    const started = performance.now();
    const replies = await Promise.all([
      app.inject({ method: 'GET', url: '/api/rong/user/profile/v2', headers: { cookie } }),
      app.inject({ method: 'GET', url: `/api/metadata/data/${OBJECT}/${id}`, headers: { cookie } }),
      app.inject({
        method: 'POST',
        url: relatedRecords.path,
        headers: { cookie },
        payload: { objectApiName: OBJECT, id, related: 0, pageSize: 10 },
      }),
    ]);
    const refused = replies.find((reply) => reply.statusCode !== 200);
    if (refused) throw new Error(`the page was refused: ${refused.body}`);
    return performance.now() - started;
  };

  const times: Record<keyof typeof cookies, number[]> = { staff: [], investor: [] };
  for (let round = -20; round < ROUNDS; round += 1) {
    const id = String((Math.abs(round) % 100) + 1);
    const order = round % 2 === 0 ? (['staff', 'investor'] as const) : (['investor', 'staff'] as const);
    for (const who of order) {
      const time = await page(cookies[who], id);
      if (round >= 0) times[who].push(time);
    }
  }
  await app.close();
  await store.drop();
  const ratio = median(times.investor) / median(times.staff);
  return [
    {
      name: 'the requests of a detail page, for an investor beside staff',
      ours: `${median(times.investor).toFixed(2)} ms`,
      limit: `${median(times.staff).toFixed(2)} ms for staff`,
      ratio: `${ratio.toFixed(2)} ×`,
      target: '≤ 1.2 ×',
      met: ratio <= 1.2,
    },
  ];
}
