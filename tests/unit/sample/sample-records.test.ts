import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CurrencyValue, RecordValues } from '#schemas/metadata/value.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { compileWithAjv } from '#server/core/catalog/ajv.ts';
import { seededRandom } from '#sample/draw/random.ts';
import type { SampleRecord, SampleReference } from '#sample/records/sample-record.ts';
import { sampleRecords } from '#sample/sample-records.ts';
import { sampleRateTable } from '#sample/sample-rates.ts';
import { shippedObjects } from '#tests/support/metadata/shipped-metadata.ts';

const TODAY = '2026-11-21';
const records = [...sampleRecords(seededRandom(1), TODAY)];
const objects = shippedObjects();
const byKey = new Map(records.map((record) => [record.key, record]));
const of = (object: string) => records.filter((record) => record.object === object);
const deals = of('InsightTransaction');

const isLink = (value: unknown): value is SampleReference =>
  typeof value === 'object' && value !== null && 'key' in value;
const linksOf = (value: unknown): SampleReference[] => (Array.isArray(value) ? value : [value]).filter(isLink);
const money = (value: unknown) => value as CurrencyValue | undefined;
const text = (value: unknown) => value as string;
const number = (value: unknown) => value as number;
const linked = (record: SampleRecord, field: string) => linksOf(record.values[field]).map(({ key }) => key);
const share = (count: number, all: readonly unknown[]) => count / all.length;

const ids = new Map(records.map(({ key }, index) => [key, String(index + 1)]));

/** A record as it is once its links have ids. */
function stored({ values }: SampleRecord, idOf = (key: string) => ids.get(key)): RecordValues {
  const withId = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withId);
    return isLink(value) ? { id: idOf(value.key) } : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withId(value)])) as RecordValues;
}

test('what is worked out of other records is never given', () => {
  const given = records.flatMap(({ object, key, values }) =>
    (objects.get(object)?.fields ?? [])
      .filter((field) => isComputed(field) && field.apiName in values)
      .map(({ apiName }) => `${key}.${apiName}`),
  );
  expect(given).toEqual([]);
});

test('the same seed and day give the same records, another seed gives others', () => {
  const again = JSON.stringify([...sampleRecords(seededRandom(1), TODAY)]);
  expect(again).toBe(JSON.stringify(records));
  expect(JSON.stringify([...sampleRecords(seededRandom(2), TODAY)])).not.toBe(again);
});

test('the data of a first start is the same on every machine, byte for byte', () => {
  const text = JSON.stringify([...sampleRecords(seededRandom(20261121), TODAY)]);
  const digest = createHash('sha256').update(text).digest('hex');
  expect(digest).toBe('a80d7226bfd4fcfbd7ad1f4698b6be96a12a10f141ca451ecf5e3c4e9d8c651d');
});

test('there is enough of everything to look at', () => {
  const counts = Object.fromEntries([...objects.keys()].map((name) => [name, of(name).length]));
  expect(counts).toMatchObject({
    InsightCompany: 1200,
    InsightOrg: 180,
    InsightFund: 400,
    InsightFundManager: 150,
    InsightInvestor: 300,
    InsightNews: 600,
    InsightIndustryLabel: 60,
    InsightIndustrial: 80,
    InsightProject: 200,
  });
  expect(deals.length).toBeGreaterThan(2200);
  expect(deals.length).toBeLessThan(2900);
});

test('keys are unique and every link leads to an earlier record of the object it should', () => {
  const seen = new Map<string, string>();
  const lost: string[] = [];
  for (const { object, key, values } of records) {
    for (const field of objects.get(object)?.fields ?? []) {
      for (const link of linksOf(values[field.apiName])) {
        if (seen.get(link.key) !== field.targetApiName) lost.push(`${key}.${field.apiName} → ${link.key}`);
      }
    }
    expect(seen.has(key)).toBe(false);
    seen.set(key, object);
  }
  expect(lost).toEqual([]);
});

describe.each([...new Set(records.map(({ object }) => object))])('every %s', (name) => {
  const object = objects.get(name);
  if (!object) throw new Error(`no object ${name}`);
  const own = of(name).map((record) => ({ key: record.key, values: stored(record) }));

  test('fits its JSON Schema', () => {
    const errorsOf = compileWithAjv(recordSchema(object));
    expect(own.flatMap(({ key, values }) => errorsOf(values).map((error) => ({ key, ...error })))).toEqual([]);
  });

  test('meets the rules of its object, and no rule takes back what it says', () => {
    const compiled = compileObject(object);
    const context = { user: { id: '1', roles: ['staff'] }, today: TODAY, rates: sampleRateTable() };
    const wrong = own.flatMap(({ key, values }) => {
      const result = compiled.check(values, context);
      const taken = Object.keys(values).filter(
        (field) => JSON.stringify(result.values[field]) !== JSON.stringify(values[field]),
      );
      return [...result.problems.map((problem) => ({ key, ...problem })), ...taken.map((field) => ({ key, field }))];
    });
    expect(wrong).toEqual([]);
  });
});

test('records made on another day from another seed fit as well', () => {
  const day = '2028-02-29';
  const checks = new Map([...objects].map(([name, object]) => [name, compileObject(object)]));
  const context = { user: { id: '1', roles: ['staff'] }, today: day, rates: sampleRateTable() };
  const others = [...sampleRecords(seededRandom(42), day)];
  const otherIds = new Map(others.map(({ key }, index) => [key, String(index + 1)]));
  const problems = others.flatMap((record) => {
    const values = stored(record, (key) => otherIds.get(key));
    const found = checks.get(record.object)?.check(values, context).problems ?? [];
    return found.map((problem) => ({ key: record.key, ...problem }));
  });
  expect(problems).toEqual([]);
});

test('rounds are in order of their dates and none before its company was founded', () => {
  for (const deal of deals) {
    const founded = text(byKey.get(linked(deal, 'company')[0] ?? '')?.values['foundedOn']);
    const funded = text(deal.values['fundedOn']);
    expect(funded >= founded || founded.startsWith(funded)).toBe(true);
    expect(funded <= TODAY).toBe(true);
  }
});

test('no user leads and follows in one deal, and some investors have no record', () => {
  for (const deal of deals) {
    const leads = linked(deal, 'leadInvestors');
    expect(linked(deal, 'followInvestors').filter((key) => leads.includes(key))).toEqual([]);
  }
  expect(share(deals.filter(({ values }) => values['otherInvestors'] !== undefined).length, deals)).toBeGreaterThan(
    0.1,
  );
});

test('amounts are known exactly, as a band or not at all, mostly in yuan and then in dollars', () => {
  const exact = deals.filter(({ values }) => money(values['amount'])?.num !== undefined);
  const hidden = deals.filter(({ values }) => money(values['amount'])?.band === '未透露');
  const inCurrency = (code: string) => exact.filter(({ values }) => money(values['amount'])?.currency === code).length;
  expect(share(exact.length, deals)).toBeCloseTo(0.48, 1);
  expect(share(hidden.length, deals)).toBeCloseTo(0.2, 1);
  expect(share(inCurrency('CNY'), exact)).toBeGreaterThan(0.7);
  expect(inCurrency('USD')).toBeGreaterThan(inCurrency('GBP') + inCurrency('EUR') + inCurrency('JPY'));
});

test('later rounds are larger and rarer', () => {
  const rounds = (name: string) => deals.filter(({ values }) => values['round'] === name);
  const median = (name: string) => {
    const known = rounds(name).flatMap(({ values }) => {
      const { num, currency } = money(values['amount']) ?? {};
      return num !== undefined && currency === 'CNY' ? [Number(num)] : [];
    });
    return known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)] ?? 0;
  };
  const ladder = ['天使轮', 'A轮', 'B轮', 'C轮'];
  expect(ladder.map(median)).toEqual(ladder.map(median).toSorted((a, b) => a - b));
  expect(rounds('A轮').length).toBeGreaterThan(rounds('B轮').length);
  expect(rounds('B轮').length).toBeGreaterThan(rounds('D轮').length);
});

test('dates reach over the last ten years and some are known only in part', () => {
  const days = deals.map(({ values }) => text(values['fundedOn']));
  expect(days.filter((day) => day.length < 10).length).toBeGreaterThan(100);
  expect(new Set(days.map((day) => day.slice(0, 4))).size).toBeGreaterThanOrEqual(9);
  expect(days.filter((day) => day < '2016')).toEqual([]);
});

test('companies gather in the large cities, some are abroad', () => {
  const companies = of('InsightCompany');
  const inBeijing = companies.filter(({ values }) => values['region'] === '110000');
  const abroad = companies.filter(({ values }) => values['cityText'] !== undefined);
  expect(share(inBeijing.length, companies)).toBeCloseTo(0.2, 1);
  expect(share(abroad.length, companies)).toBeGreaterThan(0.02);
});

test('everything is marked as a sample and leads nowhere real', () => {
  for (const { values } of records) expect(values['source']).toBe('示例数据');
  for (const { values } of of('InsightCompany')) expect(values['tags']).toContain('示例');
  const registered = records.flatMap(({ values }) =>
    values['legalName'] === undefined ? [] : [text(values['legalName'])],
  );
  expect(registered.filter((name) => !name.endsWith('（示例）'))).toEqual([]);
  const hosts = [...JSON.stringify(records).matchAll(/https?:\/\/([^/"]+)/g)].map((match) => match[1] ?? '');
  expect(hosts.filter((host) => !host.endsWith('example.com'))).toEqual([]);
  const phones = records.flatMap(({ values }) => (values['phone'] === undefined ? [] : [text(values['phone'])]));
  expect(phones.filter((phone) => !phone.startsWith('400-000-'))).toEqual([]);
});

test('no two companies and no two institutions share a name', () => {
  for (const name of ['InsightCompany', 'InsightOrg', 'InsightFund', 'InsightFundManager']) {
    const names = of(name).map(({ values }) => values['name']);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('each news item was published before today and reports something that is there', () => {
  for (const { values } of of('InsightNews')) {
    expect(text(values['publishedOn']) < TODAY).toBe(true);
    expect(['companies', 'tracks', 'funds'].some((field) => linksOf(values[field]).length > 0)).toBe(true);
  }
});

test('tracks differ in heat and the hottest are marked', () => {
  const heats = of('InsightIndustryLabel').map(({ values }) => number(values['heat']));
  expect(new Set(heats).size).toBeGreaterThan(15);
  for (const { values } of of('InsightIndustryLabel')) expect(values['isHot']).toBe(number(values['heat']) >= 80);
});
