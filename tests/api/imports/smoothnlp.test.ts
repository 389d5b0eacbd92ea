import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportSummary } from '#server/features/imports/run/import-summary.ts';
import { addsUp } from '#server/features/imports/report/counts.ts';
import {
  dataAbsent,
  type ImportDesk,
  openImportDesk,
  sharedData,
  shippedMapping,
} from '#tests/support/imports/import-desk.ts';

const absent = dataAbsent('smoothnlp-2019');
const FILES = { companies: 'companies_10k', events: 'events_2k', institutions: 'institutions_1k' } as const;

describe.skipIf(absent)(
  `smoothnlp-2019 through the mappings that ship${absent ? ' (skipped: the data is not beside the project)' : ''}`,
  () => {
    let desk: ImportDesk;
    const first: Record<string, ImportSummary> = {};
    const bring = (name: keyof typeof FILES, ending: string) =>
      desk.run(sharedData(`smoothnlp-2019/${FILES[name]}.${ending}`), shippedMapping(`smoothnlp-2019-${name}`));

    beforeAll(async () => {
      desk = await openImportDesk();
      for (const name of ['companies', 'events', 'institutions'] as const) first[name] = await bring(name, 'csv.gz');
    });
    afterAll(() => desk?.close());

    test('no row is lost', () => {
      const counts = Object.values(first).map((summary) => summary.counts);
      expect(counts.map(({ rows, created, rejected }) => ({ rows, created, rejected }))).toEqual([
        { rows: 10_000, created: 10_000, rejected: 0 },
        { rows: 2000, created: 2000, rejected: 0 },
        { rows: 1000, created: 1000, rejected: 0 },
      ]);
      expect(counts.every(addsUp)).toBe(true);
    });

    test('the workbook is what the packed CSV is: everything unchanged', async () => {
      const { counts } = await bring('institutions', 'xlsx');
      expect(counts).toMatchObject({ rows: 1000, created: 0, updated: 0, unchanged: 1000 });
    });

    test('amounts are exact numbers or bands in their currency, and what was written is kept beside them', async () => {
      const events =
        await desk.rows(`select "amountText" as text, amount::text as num, amount_band as band, amount_currency as currency
      from "InsightTransaction" where "amountText" in ('3.5亿人民币', '数千万人民币', '近亿人民币', '过十亿人民币') group by 1, 2, 3, 4 order by 1`);
      expect(events).toEqual(
        expect.arrayContaining([
          { text: '3.5亿人民币', num: '350000000', band: null, currency: 'CNY' },
          { text: '数千万人民币', num: null, band: '数千万', currency: 'CNY' },
          { text: '近亿人民币', num: null, band: '数千万', currency: 'CNY' },
          { text: '过十亿人民币', num: null, band: '数十亿', currency: 'CNY' },
        ]),
      );
    });

    test('investors are cut at Chinese names and never inside a Latin one', async () => {
      const [round] = await desk.rows<{ others: string[] }>(
        `select "otherInvestors" as others from "InsightTransaction" where title like '邦盛科技C轮%'`,
      );
      expect(round?.others).toEqual(['鼎珮投资集团', '国投创业', '君联资本', '新湖投资']);
      const [latin] = await desk.rows<{ others: string[] }>(
        `select "otherInvestors" as others from "InsightTransaction" where 'Plug and Play' = any("otherInvestors")`,
      );
      expect(latin?.others).toEqual(['Plug and Play', '华岩资本']);
    });

    test('companies of events are linked by name', async () => {
      const [row] = await desk.rows<{ linked: number; named: number }>(
        `select count(company)::int as linked, count("companyText")::int as named from "InsightTransaction"`,
      );
      expect((row?.linked ?? 0) + (row?.named ?? 0)).toBe(2000);
      expect(row?.linked).toBeGreaterThan(1990);
    });
  },
);
