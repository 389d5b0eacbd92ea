import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { dataAbsent, sharedData, shippedMapping } from '#tests/support/imports/import-desk.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

let web: WebImports;
beforeEach(async () => {
  web = await openWebImports();
});
afterEach(() => web.close());

async function suggested(file: string, object: string) {
  const { data: job } = await web.upload(path.basename(file), readFileSync(sharedData(file)), object);
  const { data } = await web.preview(job.id);
  const { fields, key } = data.mapping as ImportMapping;
  const columns = Object.fromEntries(fields.map((mapped) => [String(mapped.column), mapped.field]));
  return { id: job.id, reading: data.reading, columns, key, mapping: data.mapping as ImportMapping };
}

// The data is beside the project and may be absent; its tests are then skipped by name.
describe.skipIf(dataAbsent('crunchbase-2013'))('crunchbase-2013 (skipped where the data is absent)', () => {
  test('its files are read as MacRoman, and their headings find their fields', async () => {
    const companies = await suggested('crunchbase-2013/crunchbase-companies.csv', 'InsightCompany');
    expect(companies.reading).toEqual({ encoding: 'macintosh', delimiter: ',', quote: '"', header: 1 });
    expect(companies.key).toEqual(['permalink']);
    expect(companies.columns).toMatchObject({
      permalink: 'sourceId',
      name: 'name',
      category_code: 'industry',
      funding_total_usd: 'fundingTotal',
      status: 'status',
      country_code: 'region',
      city: 'cityText',
      funding_rounds: 'roundsCount',
      founded_at: 'foundedOn',
      last_funding_at: 'latestRoundOn',
    });
    const rounds = await suggested('crunchbase-2013/crunchbase-rounds.csv', 'InsightTransaction');
    expect(rounds.columns).toMatchObject({
      company_name: 'company',
      funding_round_type: 'round',
      funded_at: 'fundedOn',
      raised_amount_usd: 'amount',
      company_country_code: 'region',
    });
    expect(rounds.key[0]).toBe('company_permalink');
    const amount = rounds.mapping.fields.find(({ field }) => field === 'amount');
    expect(amount?.amount).toEqual({ currency: 'USD' });
  });

  test('its companies are tried, brought in with the shipped mapping, and taken back whole', async () => {
    const file = 'crunchbase-2013/crunchbase-companies.csv';
    const { data: job } = await web.upload('companies.csv', readFileSync(sharedData(file)), 'InsightCompany');
    expect(await web.map(job.id, shippedMapping('crunchbase-2013-companies'))).toMatchObject({ code: 0 });
    const checked = await web.run(job.id, 'check');
    expect(await web.rows('select 1 from "InsightCompany" limit 1')).toEqual([]);
    const done = await web.run(job.id, 'run');
    expect(done.result?.counts).toEqual(checked.check?.counts);
    const { rows, created, updated, unchanged, duplicate, skipped, rejected } = done.result?.counts ?? { rows: -1 };
    expect(
      (created ?? 0) + (updated ?? 0) + (unchanged ?? 0) + (duplicate ?? 0) + (skipped ?? 0) + (rejected ?? 0),
    ).toBe(rows);
    expect(created).toBeGreaterThan(17_000);
    const undone = await web.run(job.id, 'undo');
    expect(undone.job.undone).toMatchObject({ removed: created, kept: 0 });
    expect(await web.rows('select 1 from "InsightCompany" union all select 1 from record_key limit 1')).toEqual([]);
  });
});

describe.skipIf(dataAbsent('smoothnlp-2019'))('smoothnlp-2019 (skipped where the data is absent)', () => {
  test('Chinese headings find their fields, packed files are read', async () => {
    const companies = await suggested('smoothnlp-2019/companies_10k.csv.gz', 'InsightCompany');
    expect(companies.columns).toEqual({
      名称: 'name',
      公司名称: 'legalName',
      公司介绍: 'introduction',
      地址: 'address',
      成立时间: 'foundedOn',
      法人代表: 'legalRepresentative',
      注册资金: 'registeredCapital',
      统一信用代码: 'creditCode',
      网址: 'website',
    });
    const events = await suggested('smoothnlp-2019/events_2k.csv.gz', 'InsightTransaction');
    expect(events.columns).toEqual({
      事件资讯: 'title',
      投资方: 'otherInvestors',
      融资方: 'company',
      融资时间: 'fundedOn',
      轮次: 'round',
      金额: 'amount',
    });
    await web.map(events.id, { ...events.mapping, source: 'events' });
    const done = await web.run(events.id, 'run');
    expect(done.result?.counts.created).toBeGreaterThan(1500);
  });
});
