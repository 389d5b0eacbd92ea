import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChartReply, RelatedReply } from '#schemas/api/details.ts';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { membersOf, ownersOf } from '#client/features/metadata/wizard/sample-query.ts';
import {
  namedSources,
  pointingSources,
  reachedSources,
  type Source,
} from '#client/features/metadata/wizard/sources.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';

const DATA = '/api/metadata/data';
const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const link = (apiName: string, label: string, targetApiName: string, isList = false): FieldDefinition => ({
  apiName,
  type: isList ? 'multiReference' : 'reference',
  label,
  targetApiName,
});

let test: TestApp;
let fund: string;
beforeAll(async () => {
  test = await openTestApp();
  const objects = [
    newObject('Place', [NAME]),
    newObject('Fund', [NAME, link('seat', '所在地', 'Place')]),
    newObject('Firm', [NAME, { apiName: 'isOld', type: 'boolean', label: '成熟' }]),
    newObject('Deal', [
      NAME,
      link('firm', '企业', 'Firm'),
      link('lead', '领投', 'Fund'),
      link('others', '跟投', 'Fund', true),
    ]),
  ];
  for (const object of objects) made(await saveDefinition(test, object));
  const place = await create('Place', { name: '杭州' });
  fund = await create('Fund', { name: '甲基金', seat: { id: place } });
  await create('Fund', { name: '乙基金' });
  const [first, second] = [
    await create('Firm', { name: '一号企业', isOld: true }),
    await create('Firm', { name: '二号企业', isOld: false }),
  ];
  await create('Firm', { name: '三号企业', isOld: true });
  await create('Deal', { name: '首轮', firm: { id: first }, lead: { id: fund } });
  await create('Deal', { name: '次轮', firm: { id: second }, others: [{ id: fund }] });
  await create('Deal', { name: '旁轮', firm: { id: second }, others: [] });
});
afterAll(() => test.close());

let keys = 0;
async function create(objectApiName: string, values: object): Promise<string> {
  const body = { clientKey: `wizard-sample-${String((keys += 1))}`, values };
  return made(await test.post<RecordReply>('staff', `${DATA}/${objectApiName}`, body)).record.id;
}

const list = async (body: object) =>
  made(await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { pageSize: 5, ...body })).list;
const labelOf = (apiName: string) => test.services.catalog.find(apiName)?.definition.label;

/** The sources of one kind of a fund, as its wizard offers them. */
async function sources(): Promise<Record<'direct' | 'named' | 'reached', Source>> {
  const { layout } = made(
    await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName: 'Fund', pageSize: 1 }),
  );
  const [direct] = pointingSources(layout?.pointing ?? []);
  const [named] = namedSources(savedDefinition(test, 'Fund'), labelOf);
  const reached = direct && reachedSources(direct, savedDefinition(test, 'Deal'), labelOf);
  const [firms] = reached ?? [];
  if (!direct || !named || !firms) throw new Error('A source is missing.');
  return { direct, named, reached: firms };
}

it('Records that have something to show are found, and what the wizard shows is what the saved page shows', async () => {
  const { direct, named, reached } = await sources();
  expect([direct.link.fields, reached.link.through?.to]).toEqual([['lead', 'others'], ['firm']]);
  const home = savedDefinition(test, 'Fund');
  const related = [direct, named, reached].map(({ link: by, objectApiName, key }) => ({
    label: key,
    objectApiName,
    ...by,
  }));
  const detail = { ...home.layouts.detail, related };
  made(await saveDefinition(test, { ...home, layouts: { ...home.layouts, detail } }));
  for (const [at, source] of [direct, named, reached].entries()) {
    const owners = await list({ objectApiName: 'Fund', filter: ownersOf(source), fields: ['name', 'seat'] });
    expect(owners.map(({ name }) => name)).toEqual(['甲基金']);
    const [owner] = owners;
    if (!owner) throw new Error('No fund has any.');
    const members = membersOf(source, savedDefinition(test, 'Deal'), owner);
    const sample = await list({ objectApiName: source.objectApiName, ...members });
    const page = made(
      await test.post<RelatedReply>('staff', `${DATA}/getRelatedList`, {
        objectApiName: 'Fund',
        id: fund,
        related: at,
      }),
    );
    const names = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row['name'])).toSorted();
    expect([source.key, names(sample)]).toEqual([source.key, names(page.list)]);
    expect(sample.length).toBeGreaterThan(0);
  }
});

it('The groups of a chart two links away are counted over each record once', async () => {
  const { reached } = await sources();
  const [owner] = await list({ objectApiName: 'Fund', filter: ownersOf(reached), fields: ['name'] });
  if (!owner) throw new Error('No fund has any.');
  const home = savedDefinition(test, 'Fund');
  const { through, objectApiName } = { ...reached.link, ...reached };
  const charts = [{ label: '成熟与否', kind: 'bar', objectApiName, through, groupBy: { field: 'isOld' } }];
  const detail = { ...home.layouts.detail, charts } as ObjectDefinition['layouts']['detail'];
  made(await saveDefinition(test, { ...home, layouts: { ...home.layouts, detail } }));
  const { filter } = membersOf(reached, savedDefinition(test, 'Deal'), owner);
  const { groups } = made(
    await test.post<ListGroups>('staff', `${DATA}/groups`, { objectApiName, filter, by: 'isOld' }),
  );
  const chart = made(
    await test.post<ChartReply>('staff', `${DATA}/getChart`, { objectApiName: 'Fund', id: fund, chart: 0 }),
  );
  const drawn = chart.categories.map(({ key }, at) => [key, Number(chart.series[0]?.values[at])]);
  const shown = groups.map(({ key, count }) => [key, count]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(drawn));
  expect(shown).toHaveLength(2);
});
