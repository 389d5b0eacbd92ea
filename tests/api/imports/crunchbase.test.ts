import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportSummary } from '#server/features/imports/run/import-summary.ts';
import { importRates } from '#server/features/imports/run/rates.ts';
import { addsUp } from '#server/features/imports/report/counts.ts';
import {
  dataAbsent,
  type ImportDesk,
  openImportDesk,
  sharedData,
  shippedMapping,
} from '#tests/support/imports/import-desk.ts';

const MINUTES = 60_000;
const absent = dataAbsent('crunchbase-2013');

describe.skipIf(absent)(
  `crunchbase-2013 through the mappings that ship${absent ? ' (skipped: the data is not beside the project)' : ''}`,
  () => {
    let desk: ImportDesk;
    const first: Record<string, ImportSummary> = {};
    const bring = (name: string, reportDir: string) =>
      desk.run(sharedData(`crunchbase-2013/crunchbase-${name}.csv`), shippedMapping(`crunchbase-2013-${name}`), {
        reportDir,
      });

    beforeAll(async () => {
      desk = await openImportDesk();
      await importRates(sharedData('fx/monthly.csv'), desk.store.database);
      for (const name of ['companies', 'rounds', 'acquisitions'])
        first[name] = await bring(name, path.join(desk.folder, name));
    }, 5 * MINUTES);
    afterAll(() => desk?.close());

    const one = async <T>(text: string): Promise<T | undefined> => (await desk.rows<T>(text))[0];

    test('17,727 companies, 344 of them listed', async () => {
      expect(first['companies']?.counts).toMatchObject({
        lines: 17_727,
        rows: 17_727,
        created: 17_727,
        duplicate: 0,
        rejected: 0,
      });
      const found =
        await one(`select count(*)::int as all, count(*) filter (where status = '已上市')::int as listed from "InsightCompany"
      where id in (select record_id from stated_value where field = 'roundsCount')`);
      expect(found).toEqual({ all: 17_727, listed: 344 });
    });

    test('13 companies whose funding total is a date or ####: the value is refused and listed, the company is kept', async () => {
      expect(first['companies']?.counts.rejectedValues).toBe(13);
      const list = desk.rejected(path.join(desk.folder, 'companies')).trimEnd().split('\r\n').slice(1);
      expect(list).toHaveLength(13);
      expect(list[0]).toMatch(/,7714,7714,值,funding_total_usd,fundingTotal,5\/18\/27,不是金额$/);
      expect(list.every((line) => /,funding_total_usd,fundingTotal,(\d+\/\d+\/\d+|#+),不是金额$/.test(line))).toBe(
        true,
      );
      const kept = await one(
        `select name, (select count(*)::int from stated_value where field = 'fundingTotal' and record_id = c.id) as stated
        from "InsightCompany" c where "sourceId" = '/company/involution-studios'`,
      );
      expect(kept).toEqual({ name: 'Involution Studios', stated: 0 });
    });

    test('31,679 rounds, of which 63 are the same row again', () => {
      expect(first['rounds']?.counts).toMatchObject({
        lines: 31_679,
        rows: 31_679,
        created: 31_616,
        duplicate: 63,
        rejected: 0,
        rejectedValues: 0,
      });
      expect(first['rounds']?.counts.linkedCreated).toEqual({});
    });

    test('the amounts of the 31,616 rounds are 279,741,819,101 dollars', async () => {
      const found =
        await one(`select count(*)::int as rounds, count(amount)::int as known, sum(amount)::text as dollars,
      count(distinct amount_currency)::int as currencies, count(company)::int as linked from "InsightTransaction" where round <> '并购'`);
      expect(found).toMatchObject({ rounds: 31_616, dollars: '279741819101', currencies: 1, linked: 31_616 });
      // 29,100 over all rows; the duplicates among them are not kept twice.
      expect((found as { known: number }).known).toBe(29_100 - (await amountsOfDuplicates()).count);
    });

    test('over all rows, duplicates included, 29,100 amounts make 280,026,358,782 dollars', async () => {
      const again = await amountsOfDuplicates();
      const kept = await one<{ known: string; dollars: string }>(
        `select count(amount) as known, sum(amount)::text as dollars from "InsightTransaction" where round <> '并购'`,
      );
      expect(Number(kept?.known) + again.count).toBe(29_100);
      expect(BigInt(kept?.dollars ?? 0) + again.sum).toBe(280_026_358_782n);
    });

    /** Amounts on the rows that were not kept because they are there already, read from the file itself. */
    async function amountsOfDuplicates(): Promise<{ count: number; sum: bigint }> {
      const seen = new Set<string>();
      const result = { count: 0, sum: 0n };
      for (const line of readFileSync(sharedData('crunchbase-2013/crunchbase-rounds.csv'), 'latin1')
        .split('\r')
        .slice(1)) {
        const amount = line.slice(line.lastIndexOf(',') + 1);
        if (seen.has(line) && amount !== '') {
          result.count += 1;
          result.sum += BigInt(amount);
        }
        seen.add(line);
      }
      return result;
    }

    test('amounts have their worth in CNY at the rate of their day', async () => {
      const found =
        await one(`select t.amount::text, t.amount_cny::text as cny, r.cny::text as rate from "InsightTransaction" t
      join exchange_rate r on r.currency = 'USD' and r.day = '2012-06-01' where t."sourceId" = '/company/waywire'`);
      expect(found).toMatchObject({ amount: '1750000' });
      const { cny, rate } = found as { cny: string; rate: string };
      expect(Number(cny)).toBeCloseTo(1_750_000 * Number(rate), 2);
    });

    test('acquisitions: 6,185 lines, 1,534 of them blank; acquirers that were not there are made', async () => {
      expect(first['acquisitions']?.counts).toMatchObject({
        lines: 6185,
        blank: 1534,
        rows: 4651,
        created: 4648,
        duplicate: 3,
        rejected: 0,
        rejectedValues: 0,
      });
      expect(first['acquisitions']?.counts.linkedCreated['InsightCompany']).toBeGreaterThan(1889);
      expect(
        await one(
          `select count(*)::int as n from "InsightTransaction" where round = '并购' and company is not null and acquirer is not null`,
        ),
      ).toEqual({ n: 4648 });
    });

    test('Québec is spelt right, and so are the names beside it', async () => {
      const cities = await desk.rows<{ cityText: string }>(
        `select "cityText" from "InsightCompany" where "cityText" like 'Qu%bec%'`,
      );
      expect(cities.map((row) => row.cityText)).toEqual(expect.arrayContaining([expect.stringMatching(/^Québec/)]));
      const names = await desk.rows<{ name: string }>(
        `select name from "InsightCompany" where name in ('agámi Systems', 'Avocado™', 'InsideAxis™', 'Panève')`,
      );
      expect(names).toHaveLength(4);
    });

    test('#NAME? survives as a name', async () => {
      expect(await one(`select name from "InsightCompany" where "sourceId" = '/company/n-plusn'`)).toEqual({
        name: '#NAME?',
      });
    });

    test(
      'the same files again change nothing',
      async () => {
        for (const name of ['companies', 'rounds', 'acquisitions']) {
          const { counts } = await bring(name, path.join(desk.folder, `${name}-again`));
          const before = first[name]?.counts;
          expect(counts).toMatchObject({
            created: 0,
            updated: 0,
            unchanged: before?.created,
            duplicate: before?.duplicate,
            rejected: 0,
            linkedCreated: {},
          });
          expect(addsUp(counts)).toBe(true);
        }
      },
      3 * MINUTES,
    );
  },
);
