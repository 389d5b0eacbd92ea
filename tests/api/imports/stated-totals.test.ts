import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { COMPANIES, importDeskOfFile } from '#tests/support/imports/import-desk.ts';
import { undoStated } from '#server/features/imports/stated/undo-stated.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const desk = importDeskOfFile();

const TOTALS: ImportMapping = {
  ...COMPANIES,
  fields: [
    { field: 'name', column: 'name' },
    { field: 'source', column: 'source' },
    { field: 'verifiedOn', column: 'seen' },
    { field: 'fundingTotal', column: 'total', amount: { currency: 'CNY' } },
    { field: 'roundsCount', column: 'rounds' },
    { field: 'latestRound', column: 'round' },
    { field: 'latestRoundOn', column: 'on' },
  ],
};
const file = (...lines: string[]) =>
  desk.file('totals.csv', ['id,name,source,seen,total,rounds,round,on', ...lines].join('\n'));

interface Kept {
  name: string;
  total: string | null;
  rounds: string;
  round: string | null;
}
const companies = () =>
  desk.rows<Kept>(
    `select name, "fundingTotal"::text as total, "roundsCount"::text as rounds, "latestRound" as round from "InsightCompany" order by id`,
  );
const stated = () =>
  desk.rows<{ field: string; source: string; as_of: string; value: unknown }>(
    'select field, source, as_of, value from stated_value order by record_id, field, source',
  );

async function deal(name: string, round: string, fundedOn: string, num: string): Promise<void> {
  const [company] = await desk.rows<{ id: string }>(`select id::text from "InsightCompany" where name = '${name}'`);
  const values = { title: round, company: { id: company?.id }, round, fundedOn, amount: { num, currency: 'CNY' } };
  const staff = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
  await desk.services.writer.create('InsightTransaction', `stated-${round}-${fundedOn}`, values, staff);
}

describe('a column of a file that goes into a counted field', () => {
  it('is stated with its source and its day, and shown until rounds say otherwise', async () => {
    const summary = await desk.run(file('1,甲,某数据商,2026-06-01,5000000,3,B轮,2025-03'), TOTALS);
    expect(summary.counts).toMatchObject({ created: 1, rejected: 0, rejectedValues: 0 });
    expect(await companies()).toEqual([{ name: '甲', total: '5000000', rounds: '3', round: 'B轮' }]);
    expect(await stated()).toEqual([
      { field: 'fundingTotal', source: '某数据商', as_of: '2026-06-01', value: { num: '5000000', currency: 'CNY' } },
      { field: 'latestRound', source: '某数据商', as_of: '2025-03', value: 'B轮' },
      { field: 'latestRoundOn', source: '某数据商', as_of: '2025-03', value: '2025-03' },
      { field: 'roundsCount', source: '某数据商', as_of: '2026-06-01', value: 3 },
    ]);
    await deal('甲', 'A轮', '2024-01-02', '1000000');
    expect(await companies()).toEqual([{ name: '甲', total: '5000000', rounds: '1', round: 'B轮' }]);
    await deal('甲', 'C轮', '2026-01-02', '9000000');
    expect(await companies()).toEqual([{ name: '甲', total: '10000000', rounds: '2', round: 'C轮' }]);
  });

  it('is not stated again by the same file, and stated by one that says something else', async () => {
    await desk.run(file('1,甲,,,100,1,,'), TOTALS);
    expect((await desk.run(file('1,甲,,,100,1,,'), TOTALS, { restart: true })).counts).toMatchObject({ unchanged: 1 });
    expect((await desk.run(file('1,甲,,,200,1,,'), TOTALS)).counts).toMatchObject({ updated: 1 });
    expect(await companies()).toEqual([{ name: '甲', total: '200', rounds: '1', round: null }]);
    expect((await stated()).map(({ source }) => source)).toEqual(['test', 'test']);
  });

  it('costs itself alone where it cannot be read', async () => {
    const { counts } = await desk.run(file('1,甲,,,很多,三,Z轮,2025-13'), TOTALS);
    expect(counts).toMatchObject({ created: 1, rejected: 0, rejectedValues: 4 });
    expect(await stated()).toEqual([]);
  });

  it('is taken back with the import, and what was stated before is shown again', async () => {
    const [first, second] = ['a', 'b'].map((letter) => letter.repeat(32));
    await desk.run(file('1,甲,,,100,1,,'), TOTALS, { origin: `import:totals.csv#${first ?? ''}` });
    await desk.run(file('1,甲,,,200,1,,', '2,乙,,,300,2,,'), TOTALS, { origin: `import:totals.csv#${second ?? ''}` });
    expect((await companies()).map(({ total }) => total)).toEqual(['200', '300']);
    await undoStated({ ...desk.services, database: desk.store.database }, second ?? '', async () => true);
    await desk.services.derived.drain();
    expect(await companies()).toEqual([
      { name: '甲', total: '100', rounds: '1', round: null },
      { name: '乙', total: null, rounds: '0', round: null },
    ]);
  });
});
