import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { ChartPlan } from '#server/core/charts/plan.ts';
import { chartTable } from '#server/core/charts/table.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { exportedRows } from '#tests/support/files/export-bytes.ts';
import { createTable, insertRecords } from '#tests/support/metadata/every-field.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';
import { options, sampleObject } from '#tests/support/metadata/sample-object.ts';

const ROUNDS = ['天使轮', 'Pre-A轮', 'A轮', 'A+轮', 'B轮'];
/** A tree as an option set keeps it: branches of one level need not be together. */
const PLACES: SelectOption[] = [
  { value: 'gd', label: '广东' },
  { value: 'bj', label: '北京' },
  { value: 'sz', label: '深圳', parent: 'gd' },
  { value: 'hd', label: '海淀', parent: 'bj' },
  { value: 'gz', label: '广州', parent: 'gd' },
];

const withOptions = (rounds: readonly string[], sortable = true): ObjectDefinition =>
  sampleObject([
    { apiName: 'round', type: 'select', label: '轮次', selectOptions: options(...rounds), config: { sortable } },
    { apiName: 'place', type: 'treeSelect', label: '地区', selectOptions: PLACES, config: { sortable } },
    { apiName: 'size', type: 'integer', label: '规模', config: { sortable } },
  ]);

/** Rounds and places in turn, each of them often, and records without. */
const RECORDS = Array.from({ length: 120 }, (_, at) => ({
  ...(at % 7 > 0 && { round: ROUNDS[at % 5] }),
  ...(at % 11 > 0 && { place: PLACES[at % 5]?.value }),
  size: at % 3,
}));

let store: TestDatabase;
let reader: RecordReader;
beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, withOptions(ROUNDS));
  await insertRecords(store.database, withOptions(ROUNDS), RECORDS);
  reader = new RecordReader(store.database, { find: () => undefined });
});
afterAll(() => store.drop());

const order = (field: string, direction: 'asc' | 'desc'): Sort => ({ field, order: direction });

/** What a list shows of a field from the first page to the last, each run of equal values once. */
async function shown(object: ObjectDefinition, field: string, sort: Sort[], filter?: unknown): Promise<unknown[]> {
  const values: unknown[] = [];
  const ids = new Set<string>();
  for (let after: string | null | undefined; after !== null;) {
    const query = { sort, filter, pageSize: 9, fields: [field], ...(after !== undefined && { after }) };
    const page = await reader.list(readable(object), query, everything);
    for (const row of page.list) {
      ids.add(row.id);
      if (values.length === 0 || values.at(-1) !== row[field]) values.push(row[field]);
    }
    after = page.after;
  }
  expect(ids.size).toBe(filter === undefined ? RECORDS.length : RECORDS.filter(({ size }) => size === 1).length);
  return values;
}

describe.each([
  ['with an index', true],
  ['without one', false],
])('a list that is ordered by a choice, %s', (_words, sortable) => {
  const object = withOptions(ROUNDS, sortable);

  it('shows the records in the order of the options, and those without a choice last', async () => {
    expect(await shown(object, 'round', [order('round', 'asc')])).toEqual([...ROUNDS, undefined]);
    expect(await shown(object, 'round', [order('round', 'desc')])).toEqual([...ROUNDS.toReversed(), undefined]);
    expect(await shown(object, 'round', [order('round', 'asc')], { field: 'size', op: 'eq', value: 1 })).toEqual([
      ...ROUNDS,
      undefined,
    ]);
  });

  it('shows a tree as it is read, each branch with what is below it', async () => {
    expect(await shown(object, 'place', [order('place', 'asc')])).toEqual(['gd', 'sz', 'gz', 'bj', 'hd', undefined]);
  });

  it('goes by the options in a second key too', async () => {
    const rounds = await shown(object, 'round', [order('size', 'asc'), order('round', 'desc')]);
    expect(rounds).toEqual(Array.from({ length: 3 }, () => [...ROUNDS.toReversed(), undefined]).flat());
  });

  it('shows values that are no option behind the options', async () => {
    const fewer = withOptions(['B轮', 'A轮', 'A+轮'], sortable);
    const found = await shown(fewer, 'round', [order('round', 'asc')]);
    expect(found.slice(0, 3)).toEqual(['B轮', 'A轮', 'A+轮']);
    expect(found.slice(3, -1).every((round) => round === '天使轮' || round === 'Pre-A轮')).toBe(true);
    expect(found.at(-1)).toBeUndefined();
    expect((await shown(fewer, 'round', [order('round', 'desc')])).slice(0, 3)).toEqual(['A+轮', 'A轮', 'B轮']);
  });

  it('follows an order of options that was just changed, and refuses to go on in the old one', async () => {
    const moved = withOptions(['B轮', ...ROUNDS.slice(0, 4)], sortable);
    expect(await shown(moved, 'round', [order('round', 'asc')])).toEqual(['B轮', ...ROUNDS.slice(0, 4), undefined]);
    const query = { sort: [order('round', 'asc')], pageSize: 9, fields: ['round'] };
    const { after } = await reader.list(readable(object), query, everything);
    const next = reader.list(readable(moved), { ...query, after: after ?? '' }, everything);
    await expect(next).rejects.toThrow('请从第一页重新查询');
  });
});

describe('what is made of choices elsewhere', () => {
  const object = readable(withOptions(ROUNDS));

  it.each(['csv', 'xlsx'] as const)(
    'a file of the list, as %s, has them in the order of their options',
    async (format) => {
      const sort = [order('round', 'asc'), order('place', 'asc')];
      const { rows } = await exportedRows(store.database, object, format, { sort, fields: ['round', 'place'] });
      const rounds = rows.map((row) => row.at(-2) ?? '');
      expect(rounds.filter((round, at) => round !== rounds[at - 1])).toEqual([...ROUNDS, '']);
    },
  );

  it('a chart shows its groups and its series in the order of their options, the greatest first in no place', () => {
    const [round] = object.fields;
    const size = { ...round, apiName: 'band', selectOptions: options('1-49人', '50-99人', '100-499人') };
    const plan = { group: round, split: size, byRoot: false } as unknown as ChartPlan;
    const parts = ['B轮', 'A+轮', '天使轮'].flatMap((group, at) =>
      ['100-499人', '1-49人'].map((series, step) => ({
        group,
        series,
        rows: 9 - at,
        known: 9 - at,
        sum: String(100 - at * 10 - step),
      })),
    );
    const chart = chartTable(plan, { rows: 48, drawn: 48, asOf: null }, parts, new Map(), '2026-11-24');
    expect(chart.categories.map(({ label }) => label)).toEqual(['天使轮', 'A+轮', 'B轮']);
    expect(chart.series.map(({ label }) => label)).toEqual(['1-49人', '100-499人']);
  });

  it('rounds, bands of staff and places in a chain are such choices in what ships', () => {
    const ordered = (apiName: string, name: string) => {
      const found = shippedObjects().find((shipped) => shipped.apiName === apiName);
      const field = found?.fields.find((one) => one.apiName === name);
      return field?.config?.optionSet !== undefined && fieldType(field).optionOrder !== undefined;
    };
    expect(ordered('InsightTransaction', 'round')).toBe(true);
    expect(ordered('InsightCompany', 'employeeBand')).toBe(true);
    expect(ordered('InsightIndustrial', 'chainPosition')).toBe(true);
  });
});
