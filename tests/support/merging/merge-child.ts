import { flushCompileCache } from 'node:module';
import type { MergeProgress } from '#schemas/api/merging.ts';
import { openDatabase } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { createApp } from '#server/app.ts';
import { openServices } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { TEST_NOW, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { killAtStatement } from '#tests/support/processes/killed-statements.ts';

/** What the process receives, as JSON in its one argument. It kills itself before the statement of that number. */
export interface MergeChildOrder {
  readonly address: { readonly url?: string; readonly dataDir?: string };
  /** What is asked for: a merge, or to go on with one or undo it, by its id. */
  readonly ask: { readonly merge: object } | { readonly goOn: string } | { readonly undo: string };
  readonly killBefore?: number;
}

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { address, ask, killBefore } = JSON.parse(process.argv[2] ?? '{}') as MergeChildOrder;
const database = await openDatabase(address);
const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
const services = await openServices(database, shipped, () => TEST_NOW);
const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/p/passport/sign_in',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }).toString(),
});
const headers = { cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '' };
const MERGES = '/api/staff/merge';

async function send(method: 'GET' | 'POST', path: string, payload?: object): Promise<MergeProgress> {
  const answer = await app.inject({ method, url: `${MERGES}${path}`, headers, ...(payload && { payload }) });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: MergeProgress }>().data;
}

async function begun(): Promise<MergeProgress> {
  if ('merge' in ask) return send('POST', '', ask.merge);
  return 'undo' in ask ? send('POST', `/${ask.undo}/undo`, { reason: '两家' }) : send('GET', `/${ask.goOn}`);
}

killAtStatement({ killAt: killBefore, sent: false });
let merge = await begun();
while (merge.state === 'moving' || merge.state === 'undoing') merge = await send('GET', `/${merge.id}`);
await services.derived.drain();
await app.close();
await database.close();
console.log(JSON.stringify(merge));
