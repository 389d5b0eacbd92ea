import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isComputed, isFromOthers, isList, valueType } from '#generators/field-types/registry.ts';
import { answerField } from '#generators/field-types/results.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { checkDerived } from '#server/core/derived/check.ts';
import { plainRecords } from '#server/core/records/queries.ts';
import { openServices, type Services } from '#server/services.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

const NOW: Shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };

/** Fields of the release before: what is counted today was filled, and lists of institutions were names. */
function filled(field: FieldDefinition): FieldDefinition[] {
  const isNew = ['companyTags', 'companyStatus', 'roundsLastTwoYears'].includes(field.apiName);
  if (isNew) return [];
  if (isFromOthers(field) && isList({ ...field, type: valueType(field).type }))
    return [{ apiName: 'latestInvestors', type: 'textList', label: field.label }];
  if (field.apiName === 'growthRate')
    return [{ apiName: 'growthRate', type: 'percent', label: field.label, decimalPlaces: 2 }];
  if (field.apiName === 'companyCount') return [{ apiName: 'companyCount', type: 'integer', label: field.label }];
  return [isFromOthers(field) ? answerField(field) : field];
}

const asLaidOut = <T>(layouts: T): T =>
  JSON.parse(
    JSON.stringify(layouts)
      .replaceAll('"latestRoundInvestors"', '"latestInvestors"')
      .replaceAll(/,"(?:roundsLastTwoYears|companyTags|companyStatus)"/g, ''),
  ) as T;

/** Without the lists and charts of what a field counts, since nothing was counted, and the tabs that name them. */
const listsOfBefore = ({ detail, ...layouts }: ObjectDefinition['layouts']): ObjectDefinition['layouts'] => {
  const { tabs: _tabs, charts = [], related, ...rest } = detail;
  const isPlain = ({ rollup }: { readonly rollup?: string }) => rollup === undefined;
  return { ...layouts, detail: { ...rest, related: related.filter(isPlain), charts: charts.filter(isPlain) } };
};

const before = (object: ObjectDefinition): ObjectDefinition => ({
  ...object,
  fields: object.fields.flatMap(filled),
  layouts: asLaidOut(listsOfBefore(object.layouts)),
});

const BEFORE: Shipped = { ...NOW, objects: NOW.objects.map(before) };

let store: TestDatabase;
let services: Services;
const ids: Record<string, string> = {};
let keys = 0;

async function write(apiName: string, values: object, origin = 'form'): Promise<string> {
  const context = { actor: '7', roles: ['staff'], origin, now: TEST_NOW };
  const rows = [{ key: `key-${(keys += 1)}`, values: values as RecordValues }];
  const [outcome] = await services.writer.writeMany(apiName, 'test', rows, context);
  if (outcome?.status !== 'created') throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

beforeAll(async () => {
  store = await openMigratedDatabase();
  services = await openServices(store.database, BEFORE, () => TEST_NOW);
  ids['typed'] = await write('InsightCompany', {
    name: '旧录入',
    latestRound: 'B轮',
    latestRoundOn: '2025-03',
    latestAmount: { num: '3000000', currency: 'USD' },
    latestInvestors: ['某资本'],
    fundingTotal: { num: '90000000', currency: 'CNY' },
    roundsCount: 4,
    investorsCount: 7,
    valuation: { band: '数亿', currency: 'CNY' },
    isRaising: true,
  });
  ids['imported'] = await write(
    'InsightCompany',
    { name: '导入的', source: '某数据商', roundsCount: 2, latestRound: '未融资' },
    'import:companies',
  );
  ids['track'] = await write('InsightIndustryLabel', { name: '机器人', growthRate: '12.5', roundsCount: 9 });
  const deal = { company: { id: ids['typed'] }, tracks: [{ id: ids['track'] }], amount: { num: '5', currency: 'CNY' } };
  await write('InsightTransaction', { ...deal, title: '首轮', round: 'A轮', fundedOn: '2024-01-02' });
  const raising = { name: '正在融资的项目', company: { id: ids['imported'] }, status: '融资中' };
  await write('InsightProject', raising);
  // The newer release starts on the same database.
  services = await openServices(store.database, NOW, () => TEST_NOW);
  await services.formulas.jobs.fill();
  await services.derived.drain();
});
afterAll(() => store.drop());

const read = async (apiName: string, id = ''): Promise<RecordValues> =>
  (await plainRecords(store.database.db, services.catalog.object(apiName), [id]))[0]?.values ?? {};

describe('what users filled before it is counted', () => {
  it('says nothing of who raises now: that is whose project does, and what was typed is kept beside it', async () => {
    expect([
      (await read('InsightCompany', ids['typed']))['isRaising'] ?? false,
      (await read('InsightCompany', ids['imported']))['isRaising'],
    ]).toEqual([false, true]);
    const stated = await store.database.db
      .selectFrom('stated_value')
      .select('value')
      .where('field', '=', 'isRaising')
      .where('record_id', '=', ids['typed'] ?? '')
      .execute();
    expect(stated).toMatchObject([{ value: true }]);
  });

  it('is a field that is worked out in every object that ships', () => {
    const was = new Map(
      BEFORE.objects.flatMap(({ apiName, fields }) => fields.map((field) => [`${apiName}.${field.apiName}`, field])),
    );
    const turned = services.catalog.storedObjects.flatMap(({ apiName, fields }) =>
      fields.filter((field) => {
        const old = was.get(`${apiName}.${field.apiName}`);
        return old !== undefined && !isComputed(old) && isComputed(field);
      }),
    );
    // The newest investors were names and are links now: that is another field, and the names stay in the old one. Who raises
    // was filled longer than the others. How often a help article was useful was counted from the beginning, both ways.
    expect(turned).toHaveLength(31 - 1 + 2 + 2);
    expect(
      services.catalog.object('InsightCompany').saved.fields.find(({ apiName }) => apiName === 'latestInvestors'),
    ).toMatchObject({ removed: true });
  });

  it('is shown where it is newer or more than what is counted, and not elsewhere', async () => {
    expect(await read('InsightCompany', ids['typed'])).toMatchObject({
      latestRound: 'B轮',
      latestRoundOn: '2025-03',
      latestAmount: { num: '3000000', currency: 'USD' },
      fundingTotal: { num: '90000000', currency: 'CNY' },
      roundsCount: 1,
      investorsCount: 0,
      valuation: { band: '数亿', currency: 'CNY' },
    });
    expect(await read('InsightCompany', ids['imported'])).toMatchObject({ roundsCount: 2, latestRound: '未融资' });
    expect(await read('InsightIndustryLabel', ids['track'])).toMatchObject({ roundsCount: 1, roundsLastYear: 0 });
  });

  it('is kept with the source, the day and the user that history has', async () => {
    const { rows } = await sql<object>`
      select record_id::text as id, field, source, as_of as on, actor, value from stated_value
      where object_api_name = 'InsightCompany' order by record_id, field`.execute(store.database.db);
    const own = { id: ids['typed'], source: '历史录入', actor: '7' };
    expect(rows).toEqual([
      { ...own, field: 'fundingTotal', on: '2026-11-21', value: { num: '90000000', currency: 'CNY' } },
      { ...own, field: 'investorsCount', on: '2026-11-21', value: 7 },
      { ...own, field: 'isRaising', on: '2026-11-21', value: true },
      { ...own, field: 'latestAmount', on: '2025-03', value: { num: '3000000', currency: 'USD' } },
      { ...own, field: 'latestRound', on: '2025-03', value: 'B轮' },
      { ...own, field: 'latestRoundOn', on: '2025-03', value: '2025-03' },
      { ...own, field: 'roundsCount', on: '2026-11-21', value: 4 },
      { ...own, field: 'valuation', on: '2025-03', value: { band: '数亿', currency: 'CNY' } },
      { id: ids['imported'], source: '某数据商', actor: '7', field: 'latestRound', on: null, value: '未融资' },
      { id: ids['imported'], source: '某数据商', actor: '7', field: 'roundsCount', on: '2026-11-21', value: 2 },
    ]);
  });

  it('is in the history of the record where a formula took its place', async () => {
    const { rows } = await sql<object>`
      select changes from derived_history where object_api_name = 'InsightIndustryLabel'`.execute(store.database.db);
    expect(rows).toEqual([{ changes: { growthRate: { before: '12.5', after: null } } }]);
  });

  it('leaves nothing wrong, and the next start has nothing more to do', async () => {
    const wrong: unknown[] = [];
    const { catalog } = services;
    await checkDerived(
      { database: store.database, catalog, now: () => TEST_NOW },
      { onWrong: (one) => wrong.push(one) },
    );
    expect(wrong).toEqual([]);
    const versions = catalog.objects.map(({ version }) => version);
    services = await openServices(store.database, NOW, () => TEST_NOW);
    expect(services.catalog.objects.map(({ version }) => version)).toEqual(versions);
  });
});
