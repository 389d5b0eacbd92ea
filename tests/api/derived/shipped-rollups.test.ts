import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartReply } from '#schemas/api/details.ts';
import type { CurrencyValue, RecordValues } from '#schemas/metadata/value.ts';
import { isFromOthers } from '#generators/field-types/registry.ts';
import { Exact, exactText } from '#shared/money/exact.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import type { OpenList } from '#server/core/lists/opened-list.ts';
import { idsAfter, plainRecords } from '#server/core/records/queries.ts';
import { openServices, type Services } from '#server/services.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openSampleDatabase, TEST_NOW } from '#tests/support/databases/kept-databases.ts';
import { everything } from '#tests/support/records/readable-sample.ts';

const TODAY = '2026-11-21';
const STAFF = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };

let store: TestDatabase;
let services: Services;
beforeAll(async () => {
  store = await openSampleDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  services = await openServices(store.database, shipped, () => TEST_NOW);
});
afterAll(() => store.drop());

const open: OpenList = (apiName) => ({
  object: services.catalog.object(apiName),
  scope: everything,
  owner: undefined,
});

async function allRecords(apiName: string) {
  const object = services.catalog.object(apiName);
  const ids = await idsAfter(store.database.db, object.table, '0', 10_000);
  return plainRecords(store.database.db, object, ids);
}

const placeOf = (list: readonly { readonly label: string }[] = [], label: string): number =>
  list.findIndex((one) => one.label === label);

async function chart(apiName: string, id: string, label: string): Promise<ChartReply> {
  const object = services.catalog.object(apiName);
  const place = placeOf(object.definition.layouts.detail.charts, label);
  const reply = await services.charts.read(object, { id, chart: place }, TODAY, open);
  if (!reply) throw new Error(`No chart ${label}`);
  return reply;
}

async function listed(apiName: string, id: string, label: string): Promise<number> {
  const object = services.catalog.object(apiName);
  const related = placeOf(object.definition.layouts.detail.related, label);
  const home = { object, scope: everything };
  let rows = 0;
  for (let after: string | undefined; ;) {
    const page = await services.related.page(home, { id, related, after, pageSize: 100 }, open);
    rows += page.list.length;
    if (page.after === null) return rows;
    after = page.after;
  }
}

const sumOf = ({ series }: ChartReply): string =>
  exactText(series.flatMap(({ values }) => values).reduce((total, value) => total.plus(value ?? 0), new Exact(0)));
const amountOf = (values: RecordValues, apiName: string) => values[apiName] as CurrencyValue | undefined;

describe('What ships as counted', () => {
  it('is right for every record of the sample as soon as that is stored', async () => {
    const wrong: WrongValue[] = [];
    const { catalog } = services;
    const compared = await checkDerived(
      { database: store.database, catalog, now: () => TEST_NOW },
      { onWrong: (one) => wrong.push(one) },
    );
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(4500);
  });

  it('is empty in no field of every record', async () => {
    for (const { apiName, fields } of services.catalog.storedObjects.filter(({ groups }) => groups.length > 0)) {
      const records = await allRecords(apiName);
      const filled = (field: string) =>
        records.some(({ values }) => values[field] !== undefined && values[field] !== 0);
      expect(
        fields.filter((field) => isFromOthers(field) && !filled(field.apiName)).map((field) => field.apiName),
      ).toEqual([]);
    }
  });

  it('agrees with the charts and the list of rounds on the page of every company', async () => {
    const wrong: unknown[] = [];
    for (const { id, values } of await allRecords('InsightCompany')) {
      const [amounts, counts] = [
        await chart('InsightCompany', id, '历年融资金额'),
        await chart('InsightCompany', id, '历年融资次数'),
      ];
      const total = amountOf(values, 'fundingTotal')?.num ?? '0';
      const found = [values['roundsCount'], values['roundsCount'], total];
      const shown = [counts.sampleSize, await listed('InsightCompany', id, '融资历程'), sumOf(amounts)];
      if (JSON.stringify(found) !== JSON.stringify(shown)) wrong.push({ id, found, shown });
    }
    expect(wrong).toEqual([]);
  });

  it('agrees with the charts and the lists of every track and institution', async () => {
    const wrong: unknown[] = [];
    for (const { id, values } of await allRecords('InsightIndustryLabel')) {
      const found = [values['roundsCount'], values['companyCount']];
      const shown = [
        (await chart('InsightIndustryLabel', id, '融资阶段分布')).sampleSize,
        await listed('InsightIndustryLabel', id, '赛道企业'),
      ];
      if (JSON.stringify(found) !== JSON.stringify(shown)) wrong.push({ id, found, shown });
    }
    for (const { id, values } of await allRecords('InsightOrg')) {
      const found = [values['dealsCount'], values['portfolioCount'], values['fundsCount']];
      const shown = [
        (await chart('InsightOrg', id, '历年投资次数')).sampleSize,
        await listed('InsightOrg', id, '投资组合'),
        await listed('InsightOrg', id, '管理基金'),
      ];
      if (JSON.stringify(found) !== JSON.stringify(shown)) wrong.push({ id, found, shown });
    }
    expect(wrong).toEqual([]);
  });

  it('follows a new round of a company to its institution and its track', async () => {
    const [company] = (await allRecords('InsightCompany')).filter(({ values }) => Number(values['roundsCount']) > 3);
    const [org] = await allRecords('InsightOrg');
    if (!company || !org) throw new Error('The sample has no such company.');
    const [track] = company.values['tracks'] as { id: string }[];
    const read = async (apiName: string, id = '') =>
      (await plainRecords(store.database.db, services.catalog.object(apiName), [id]))[0]?.values ?? {};
    const before = { org: org.values, track: await read('InsightIndustryLabel', track?.id) };
    const deal = {
      title: `${String(company.values['name'])} · D轮`,
      company: { id: company.id },
      tracks: company.values['tracks'],
      round: 'D轮',
      fundedOn: TODAY,
      amount: { num: '500000000', currency: 'CNY' },
      postMoney: { num: '9000000000', currency: 'CNY' },
      leadInvestors: [{ id: org.id }],
    };
    await services.writer.create('InsightTransaction', 'shipped-rollups-1', deal, STAFF);
    const after = await read('InsightCompany', company.id);
    expect(after).toMatchObject({
      latestRound: 'D轮',
      latestRoundOn: TODAY,
      latestAmount: { num: '500000000', currency: 'CNY' },
      latestRoundInvestors: [{ id: org.id }],
      roundsCount: Number(company.values['roundsCount']) + 1,
      valuation: { num: '9000000000' },
      hasFunding: true,
    });
    const total = new Exact(amountOf(company.values, 'fundingTotal')?.num ?? 0).plus(500_000_000);
    expect(amountOf(after, 'fundingTotal')?.num).toBe(exactText(total));
    expect(await read('InsightOrg', org.id)).toMatchObject({
      dealsCount: Number(before.org['dealsCount']) + 1,
      leadCount: Number(before.org['leadCount']) + 1,
      dealsLastYear: Number(before.org['dealsLastYear']) + 1,
      latestDealOn: TODAY,
    });
    const trackNow = await read('InsightIndustryLabel', track?.id);
    expect(trackNow['roundsLastYear']).toBe(Number(before.track['roundsLastYear']) + 1);
    const [recent, both] = [Number(trackNow['roundsLastYear']), Number(trackNow['roundsLastTwoYears'])];
    expect(Number(trackNow['growthRate'])).toBeCloseTo(((2 * recent - both) / (both - recent)) * 100, 1);
  });
});
