import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { countedRecords, statedOf } from '#server/core/derived/counted-values.ts';
import { idsAfter } from '#server/core/records/queries.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
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

const absent = dataAbsent('crunchbase-2013');

describe.skipIf(absent)(
  `crunchbase-2013 through the mappings that ship${absent ? ' (skipped: the data is not beside the project)' : ''}`,
  () => {
    let desk: ImportDesk;
    const first: Record<string, ImportSummary> = {};
    const NAMES = ['companies', 'rounds', 'acquisitions'];
    const fileOf = (name: string) => sharedData(`crunchbase-2013/crunchbase-${name}.csv`);
    /** The lines of a file below its heading. */
    const linesOf = (name: string) => readFileSync(fileOf(name), 'latin1').split('\r').slice(1);

    /** What is counted is not kept here: it is compared as it is counted, and other files of tests are about keeping it. */
    const bring = (file: string, name: string, report: string) => {
      const reportDir = path.join(desk.folder, report);
      return runImport({ file, mapping: shippedMapping(`crunchbase-2013-${name}`), reportDir }, desk.services);
    };

    beforeAll(async () => {
      desk = await openImportDesk();
      await importRates(sharedData('fx/monthly.csv'), desk.store.database);
      for (const name of NAMES) first[name] = await bring(fileOf(name), name, name);
    });
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
      expect((found as { known: number }).known).toBe(29_100 - amountsOfDuplicates().count);
    });

    test('over all rows, duplicates included, 29,100 amounts make 280,026,358,782 dollars', async () => {
      const again = amountsOfDuplicates();
      const kept = await one<{ known: string; dollars: string }>(
        `select count(amount) as known, sum(amount)::text as dollars from "InsightTransaction" where round <> '并购'`,
      );
      expect(Number(kept?.known) + again.count).toBe(29_100);
      expect(BigInt(kept?.dollars ?? 0) + again.sum).toBe(280_026_358_782n);
    });

    /** Rows that were not kept because they are there already, by company, read from the file itself. */
    function repeatsByCompany(): Map<string, { count: number; known: number; sum: bigint }> {
      const seen = new Set<string>();
      const repeats = new Map<string, { count: number; known: number; sum: bigint }>();
      for (const line of linesOf('rounds')) {
        const link = line.slice(0, line.indexOf(','));
        const amount = line.slice(line.lastIndexOf(',') + 1);
        const old = repeats.get(link) ?? { count: 0, known: 0, sum: 0n };
        const known = amount === '' ? 0 : 1;
        if (seen.has(line))
          repeats.set(link, { count: old.count + 1, known: old.known + known, sum: old.sum + BigInt(amount || 0) });
        seen.add(line);
      }
      return repeats;
    }

    /** How many amounts those rows hold, and their sum. */
    function amountsOfDuplicates(): { count: number; sum: bigint } {
      const all = [...repeatsByCompany().values()];
      return {
        count: all.reduce((count, { known }) => count + known, 0),
        sum: all.reduce((total, { sum }) => total + sum, 0n),
      };
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

    test('what the file states of its companies agrees with what is counted from their rounds', async () => {
      const { catalog } = desk.services;
      const object = catalog.object('InsightCompany');
      const group = object.groups.find(({ fields }) => fields.some(({ apiName }) => apiName === 'roundsCount'));
      if (!group) throw new Error('Rounds are not counted.');
      // The file counts rounds that it holds twice, and they are kept once.
      const repeats = repeatsByCompany();
      const tally = { companies: 0, counts: 0, dates: 0, dated: 0, totals: 0, bothUnknown: 0, statedMore: 0 };
      const { db } = desk.store.database;
      for (let after = '0'; ;) {
        const ids = await idsAfter(db, object.table, after, 1000);
        if (ids.length === 0) break;
        after = ids.at(-1) ?? after;
        const counted = await countedRecords(db, { group, ids }, 'rows', '2026-11-21');
        const stated = await statedOf(db, object, ids);
        const links = new Map(
          (
            await desk.rows<{ id: string; link: string }>(
              `select id::text as id, "sourceId" as link from "InsightCompany" where id in (${ids.join()})`,
            )
          ).map(({ id, link }) => [id, link]),
        );
        const dollars = new Map(
          (
            await desk.rows<{ id: string; sum: string | null }>(
              `select company::text as id, sum(amount)::text as sum from "InsightTransaction"
               where company in (${ids.join()}) and round <> '并购' group by 1`,
            )
          ).map(({ id, sum }) => [id, sum]),
        );
        for (const [id, said] of stated) {
          const of = (field: string) => said.get(field)?.[0]?.value;
          const values: Readonly<Record<string, FieldValue>> = counted.get(id)?.values ?? {};
          tally.companies += 1;
          const again = repeats.get(links.get(id) ?? '') ?? { count: 0, sum: 0n };
          const rounds = Number(values['roundsCount']) + again.count;
          if (of('roundsCount') === rounds) tally.counts += 1;
          if (Number(of('roundsCount')) > rounds) tally.statedMore += 1;
          if (of('latestRoundOn') !== undefined) tally.dated += 1;
          if (of('latestRoundOn') !== undefined && of('latestRoundOn') === values['latestRoundOn']) tally.dates += 1;
          const total = (of('fundingTotal') as CurrencyValue | undefined)?.num;
          const known = dollars.get(id) ?? undefined;
          const sum = known === undefined ? undefined : String(BigInt(known) + again.sum);
          if (total === undefined && sum === undefined) tally.bothUnknown += 1;
          else if (total === sum) tally.totals += 1;
        }
      }
      const percent = (part: number, all = tally.companies) => Math.round((part * 1000) / all) / 10;
      expect(tally.companies).toBe(17_727);
      expect({
        counts: percent(tally.counts),
        dates: percent(tally.dates, tally.dated),
        totals: percent(tally.totals),
        bothUnknown: percent(tally.bothUnknown),
        statedMore: percent(tally.statedMore),
      }).toEqual({ counts: 99.3, dates: 100, totals: 91.1, bothUnknown: 8.5, statedMore: 0.7 });
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

    test.each(NAMES)('the same file again changes nothing: %s', async (name) => {
      const { counts } = await bring(fileOf(name), name, `${name}-again`);
      const before = first[name]?.counts;
      expect(counts).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: before?.created,
        duplicate: before?.duplicate,
        rejected: 0,
        rejectedValues: before?.rejectedValues,
        linkedCreated: {},
      });
      expect(addsUp(counts)).toBe(true);
    });
  },
);
