import { setTimeout as wait } from 'node:timers/promises';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Services } from '#server/services.ts';
import { withCompanies } from './million-companies.ts';
import { holdOpen } from './queries.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const READERS = 8;
const ADDITIONS = 7;
const QUERY = { sort: [{ field: 'latestRoundOn', order: 'desc' as const }], pageSize: 20 };
const SCOPE = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };

interface Reading {
  /** Longest answer in milliseconds between the start and the end of the watch. */
  readonly longest: number;
  readonly answers: number;
}

/** Reads lists without a pause while something happens. */
async function readDuring(services: Services, happen: () => Promise<unknown>): Promise<Reading> {
  let [longest, answers, over] = [0, 0, false];
  const reader = async () => {
    while (!over) {
      const started = performance.now();
      await services.reader.listJson(services.catalog.object(OBJECT), QUERY, SCOPE);
      longest = Math.max(longest, performance.now() - started);
      answers += 1;
    }
  };
  const readers = Array.from({ length: READERS }, reader);
  await happen();
  over = true;
  await Promise.all(readers);
  return { longest, answers };
}

/** Adds a field with any name that is free, and gives the milliseconds that took. */
async function addField(services: Services): Promise<number> {
  const { saved } = services.catalog.object(OBJECT);
  const field: FieldDefinition = {
    apiName: `bench${saved.version}`,
    type: 'decimal',
    label: `测试字段${saved.version}`,
  };
  const started = performance.now();
  await services.metadata.save({ ...saved, fields: [...saved.fields, field] }, saved.version, 'bench');
  return performance.now() - started;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const ms = (time: number): string => `${time.toFixed(1)} ms`;

async function measure(services: Services): Promise<Row[]> {
  // Connections are opened and statements planned before anything is timed.
  await readDuring(services, () => wait(500));
  const before = await readDuring(services, () => wait(2000));
  const alone: number[] = [];
  for (let turn = 0; turn < ADDITIONS; turn += 1) alone.push(await addField(services));
  const times: number[] = [];
  const blocked: number[] = [];
  for (let turn = 0; turn < ADDITIONS; turn += 1) {
    const reading = await readDuring(services, async () => {
      await wait(200);
      times.push(await addField(services));
      await wait(200);
    });
    blocked.push(reading.longest);
  }
  // A report that holds the table open for a second: the change must wait for it, the readers must not wait for the change.
  const release = await holdOpen(services.database.pool, OBJECT);
  const busy = await readDuring(services, async () => {
    const adding = addField(services);
    await wait(1000);
    await release();
    await adding;
  });
  return [
    {
      name: 'add a field at 1,000,000 rows, without readers',
      ours: `${ms(median(alone))}, longest ${ms(Math.max(...alone))}`,
      ratio: '–',
      target: '≤ 200 ms',
      met: Math.max(...alone) <= 200,
    },
    {
      name: `add a field at 1,000,000 rows under ${READERS} readers`,
      ours: `${ms(median(times))}, longest ${ms(Math.max(...times))}`,
      ratio: '–',
      target: '≤ 200 ms',
      met: median(times) <= 200,
    },
    {
      name: `longest answer of ${READERS} readers meanwhile`,
      ours: `${ms(median(blocked))}, longest ${ms(Math.max(...blocked))}`,
      rival: `${ms(before.longest)} without a change`,
      ratio: '–',
      target: '≤ 50 ms',
      met: median(blocked) <= 50,
    },
    {
      name: 'the same while a transaction holds the table for a second',
      ours: ms(busy.longest),
      rival: `${ms(before.longest)} without a change`,
      ratio: '–',
      target: '≤ 50 ms more',
      met: busy.longest <= before.longest + 50,
    },
  ];
}

/** Measures a change of metadata on PostgreSQL with a million records; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));
