import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { createApp } from '#server/app.ts';
import { FIRST, impactSlice } from '#server/core/impact/impact.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { listen, signIn, startLoad } from './load.ts';
import { withCompanies } from './million-companies.ts';
import { failingByHand } from './queries.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const MOST_SECONDS = 600;
/** Four users who each open a list every 50 ms. */
const READERS = { connections: 4, pauseMs: 50 };
const ALONE_SECONDS = 10;
/** The readers are at work by then. */
const BEGINNING_MS = 2000;

/** Rules that staff may try: on two fields, on a text, and what SQL can count. */
const CHANGES: Readonly<Record<string, (object: ObjectDefinition) => ObjectDefinition>> = {
  'a rule over two fields': (object) => ({
    ...object,
    rules: [
      ...object.rules,
      {
        id: 'bench-two-fields',
        kind: 'assert',
        target: 'creditCode',
        rule: '!has(self.creditCode) || has(self.legalName)',
        message: '有统一社会信用代码时须有企业全称',
      },
    ],
  }),
  'a field that is required': (object) => ({
    ...object,
    fields: object.fields.map((field) => (field.apiName === 'address' ? { ...field, required: true } : field)),
  }),
};

interface Found {
  readonly seconds: number;
  readonly checked: number;
  readonly failing: number;
  /** Longest time of one answer, after which the screen shows how far it is. */
  readonly longest: number;
}

/** Asks as the screen does: answer after answer, until there is nothing behind the last one. */
async function impactOf(services: Services, to: ObjectDefinition): Promise<Found> {
  const { database, catalog, writer } = services;
  const deps = { database, catalog, rates: writer.rates, now: () => new Date() };
  const began = performance.now();
  let [checked, failing, longest, after]: [number, number, number, string | null] = [0, 0, 0, FIRST];
  while (after !== null) {
    const from = performance.now();
    const slice = await impactSlice(deps, to, after);
    longest = Math.max(longest, performance.now() - from);
    checked += slice.checked;
    failing += slice.failing.reduce((sum, { count }) => sum + count, 0);
    after = slice.after;
  }
  return { seconds: (performance.now() - began) / 1000, checked, failing, longest };
}

async function measure(services: Services): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const [port, cookie] = [await listen(app), await signIn(app, services)];
  const bodies = ['asc', 'desc'].map((order) =>
    JSON.stringify({ objectApiName: OBJECT, pageSize: 20, sort: [{ field: 'name', order }] }),
  );
  const readers = (seconds: number) =>
    startLoad({ port, cookie, path: '/api/metadata/data/getLayoutAndDataList', bodies, seconds, ...READERS });
  await readers(2).ended;
  const alone = await readers(ALONE_SECONDS).ended;
  const rows: Row[] = [];
  const { saved } = services.catalog.object(OBJECT);
  for (const [name, change] of Object.entries(CHANGES)) {
    const load = readers(MOST_SECONDS);
    await wait(BEGINNING_MS);
    const found = await impactOf(services, change(saved));
    load.stop();
    const { p95 } = await load.ended;
    const hand = await failingByHand(services.database.pool);
    rows.push({
      name: `impact of ${name} on ${found.checked.toLocaleString('en')} companies, beside 4 readers of lists`,
      ours: `${found.seconds.toFixed(1)} s, ${found.failing.toLocaleString('en')} fail, an answer within ${(found.longest / 1000).toFixed(1)} s`,
      limit: `${hand.toFixed(1)} s one statement by hand`,
      ratio: `lists’ p95 ${p95.toFixed(1)} ms, ${alone.p95.toFixed(1)} without`,
      target: '≤ 10 s',
      met: found.seconds <= 10,
    });
  }
  await app.close();
  return rows;
}

/** Measures what staff wait for before they save a stricter definition, on PostgreSQL; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));
