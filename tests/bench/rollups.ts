import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { checkDerived } from '#server/core/derived/check.ts';
import type { Services } from '#server/services.ts';
import { newObject } from '#tests/support/editing.ts';
import { withBenchDatabase } from './million-companies.ts';
import { type Row, table } from './row.ts';

const DEALS = Number(process.env['BENCH_DEALS'] ?? 50_000);
const FIRMS = DEALS / 20;
const FUNDS = DEALS / 100;
/** Every so many deals name the first fund, so that it is a hot one. */
const HOT_EVERY = 10;
const SAVES = 60;
const WRITERS = 8;
const WRITING_MS = 9000;
const ROUNDS = 3;
const IMPORTED = 30_000;
const SLICE = 500;
const HOT_FUND = '1';

const CONTEXT = { actor: '1', roles: ['staff'], origin: 'form', now: new Date('2026-11-22T00:00:00Z') };

const plain = (apiName: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}) =>
  ({ apiName, type, label: apiName, ...more }) satisfies FieldDefinition;

const rounds = ['A', 'B', 'C', 'D'].map((value) => ({ value, label: value }));

type Kind = 'With' | 'Bare';
type Hot = Awaited<ReturnType<typeof hotRate>>;

/** The same objects twice: `With` has roll-ups, `Bare` has none. */
function objects(kind: Kind): {
  parents: ObjectDefinition[];
  deal: ObjectDefinition;
  counted: ObjectDefinition[];
} {
  const [firm, fund, deal] = [`${kind}Firm`, `${kind}Fund`, `${kind}Deal`];
  const rollup = (apiName: string, fields: string[], more: object): FieldDefinition =>
    plain(apiName, 'rollup', { config: { rollup: { objectApiName: deal, fields, ...more } as never, sortable: true } });
  const newest = { orderBy: [{ field: 'fundedOn', order: 'desc' }] };
  const name = plain('name', 'text');
  const ofFirm = [
    rollup('deals', ['firm'], { function: 'count' }),
    rollup('total', ['firm'], { function: 'sum', of: ['amount'] }),
    rollup('latestRound', ['firm'], { function: 'first', of: ['round'], ...newest }),
    rollup('latestOn', ['firm'], { function: 'first', of: ['fundedOn'], ...newest }),
  ];
  const ofFund = [
    rollup('deals', ['leads', 'follows'], { function: 'count' }),
    rollup('ledDeals', ['leads'], { function: 'count' }),
    rollup('firms', ['leads', 'follows'], { function: 'countDistinct', of: ['firm'] }),
    rollup('latestOn', ['leads', 'follows'], { function: 'max', of: ['fundedOn'] }),
  ];
  return {
    parents: [newObject(firm, [name]), newObject(fund, [name])],
    deal: newObject(deal, [
      plain('title', 'text'),
      plain('firm', 'reference', { targetApiName: firm }),
      plain('leads', 'multiReference', { targetApiName: fund }),
      plain('follows', 'multiReference', { targetApiName: fund }),
      plain('round', 'select', { selectOptions: rounds }),
      plain('fundedOn', 'date', { config: { partial: true } }),
      plain('amount', 'currency'),
    ]),
    counted: kind === 'With' ? [newObject(firm, [name, ...ofFirm]), newObject(fund, [name, ...ofFund])] : [],
  };
}

const fill = (kind: string): string => `
  insert into "${kind}Firm" (name) select 'firm ' || g from generate_series(1, ${FIRMS}) g;
  insert into "${kind}Fund" (name) select 'fund ' || g from generate_series(1, ${FUNDS}) g;
  insert into "${kind}Deal" (title, firm, leads, follows, round, "fundedOn", "fundedOn_precision", amount, amount_currency, amount_cny)
  select 'deal ' || g, 1 + (g * 7919) % ${FIRMS}, array[case when g % ${HOT_EVERY} = 0 then ${HOT_FUND} else 2 + (g * 31) % ${FUNDS - 1} end]::bigint[],
    array[2 + (g * 17) % ${FUNDS - 1}]::bigint[], (array['A','B','C','D'])[1 + g % 4], date '2010-01-01' + (g % 5000), 10,
    (g % 1000) * 1000, 'CNY', (g % 1000) * 1000
  from generate_series(1, ${DEALS}) g;
  analyze "${kind}Firm"; analyze "${kind}Fund"; analyze "${kind}Deal";`;

async function make({ metadata, catalog, database, formulas }: Services): Promise<string> {
  const save = (definition: ObjectDefinition) =>
    metadata.save(definition, catalog.find(definition.apiName)?.version ?? 0, 'bench');
  for (const kind of ['With', 'Bare'] as const) {
    const { parents, deal, counted } = objects(kind);
    for (const object of [...parents, deal]) await save(object);
    await database.pool.query(fill(kind));
    for (const object of counted) await save(object);
  }
  await metadata.runIndexJobs();
  await formulas.jobs.fill();
  return `twice ${DEALS.toLocaleString('en')} deals`;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN;
const ms = (time: number): string => `${time.toFixed(1)} ms`;

const anyDeal = (at: number, lead = String(2 + (at % (FUNDS - 1)))) => ({
  title: `new ${at}`,
  firm: { id: String(1 + ((at * 13) % FIRMS)) },
  leads: [{ id: lead }],
  round: 'D',
  fundedOn: '2026-11',
  amount: { num: '500000000', currency: 'CNY' },
});

async function saveTimes({ writer }: Services): Promise<Record<Kind, number[]>> {
  const times = { With: [] as number[], Bare: [] as number[] };
  for (let at = 0; at < SAVES; at += 1)
    for (const kind of ['With', 'Bare'] as const) {
      const started = performance.now();
      await writer.create(`${kind}Deal`, randomUUID(), anyDeal(at), CONTEXT);
      if (at >= 10) times[kind].push(performance.now() - started);
    }
  return times;
}

/** Deals of one hot fund that so many writers save in a time, and how long the fund is behind when they stop. */
async function hotRate({ writer, derived }: Services, kind: Kind): Promise<{ rate: number; behind: number }> {
  let [written, over] = [0, false];
  const write = async (who: number) => {
    while (!over) {
      await writer.create(`${kind}Deal`, randomUUID(), anyDeal(who + written, HOT_FUND), CONTEXT);
      written += 1;
    }
  };
  const started = performance.now();
  const writers = Array.from({ length: WRITERS }, (_, who) => write(who));
  await wait(WRITING_MS / ROUNDS);
  over = true;
  await Promise.all(writers);
  const rate = written / ((performance.now() - started) / 1000);
  const stopped = performance.now();
  await derived.drain();
  return { rate, behind: performance.now() - stopped };
}

/** One round after the other, with and without in turn: what else the machine does meets both alike. */
async function inTurn<T>(ofKind: (kind: Kind, round: number) => Promise<T>): Promise<Record<Kind, T[]>> {
  const results: Record<Kind, T[]> = { With: [], Bare: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['With', 'Bare'] as const) results[kind].push(await ofKind(kind, round));
  return results;
}

/** Time of a part of the import, and how long its parents are behind when it is done. */
async function importTime(
  { writer, derived }: Services,
  kind: Kind,
  round: number,
): Promise<{ imported: number; behind: number }> {
  const part = IMPORTED / ROUNDS;
  const started = performance.now();
  for (let from = round * part; from < (round + 1) * part; from += SLICE) {
    const rows = Array.from({ length: SLICE }, (_, at) => ({ key: `${from + at}`, values: anyDeal(from + at) }));
    await writer.writeMany(`${kind}Deal`, 'bench', rows, { ...CONTEXT, origin: 'import:bench' });
  }
  const done = performance.now();
  await derived.drain();
  return { imported: done - started, behind: performance.now() - done };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

async function measure(services: Services): Promise<Row[]> {
  const times = await saveTimes(services);
  const rates = await inTurn((kind) => hotRate(services, kind));
  const [alone, hot] = [rates.Bare, rates.With].map((rounds) => ({
    rate: median(rounds.map(({ rate }) => rate)),
    behind: Math.max(...rounds.map(({ behind }) => behind)),
  })) as [Hot, Hot];
  const parts = await inTurn((kind, round) => importTime(services, kind, round));
  const [bare, counted] = [parts.Bare, parts.With].map((rounds) => sum(rounds.map(({ imported }) => imported))) as [
    number,
    number,
  ];
  const behind = sum(parts.With.map((part) => part.behind));
  let wrong = 0;
  const compared = await checkDerived(services, { onWrong: () => (wrong += 1) });
  const ratio = median(times.With) / median(times.Bare);
  const share = hot.rate / alone.rate;
  const longer = counted / bare;
  return [
    {
      name: 'one deal saved, its firm and funds right in the answer',
      ours: `p95 ${ms(p95(times.With))}, median ${ms(median(times.With))}`,
      limit: `median ${ms(median(times.Bare))} without roll-ups`,
      ratio: `${ratio.toFixed(1)} ×`,
      target: 'p95 ≤ 60 ms, ≤ 3 ×',
      met: p95(times.With) <= 60 && ratio <= 3,
    },
    {
      name: `${WRITERS} writers of deals of one hot fund`,
      ours: `${hot.rate.toFixed(0)}/s, right ${ms(hot.behind)} after`,
      limit: `${alone.rate.toFixed(0)}/s without roll-ups`,
      ratio: `${Math.round(share * 100)} %`,
      target: '≥ 90 %',
      met: share >= 0.9,
    },
    {
      name: `import of ${IMPORTED.toLocaleString('en')} deals`,
      ours: `${(counted / 1000).toFixed(1)} s, all right ${(behind / 1000).toFixed(1)} s after`,
      limit: `${(bare / 1000).toFixed(1)} s without roll-ups`,
      ratio: `${longer.toFixed(2)} ×`,
      target: '≤ 1.5 ×, ≤ 30 s after',
      met: longer <= 1.5 && behind <= 30_000,
    },
    {
      name: 'records whose roll-ups differ from a fresh count, after all of it',
      ours: String(wrong),
      ratio: `of ${compared.toLocaleString('en')}`,
      target: '0',
      met: wrong === 0,
    },
  ];
}

/** Rows of the bench table about roll-ups, on PostgreSQL. */
export const run = (): Promise<Row[]> => withBenchDatabase(process.env['BENCH_DATABASE'], make, measure);

if (process.argv[1] === import.meta.filename) console.log(table(await run()));
