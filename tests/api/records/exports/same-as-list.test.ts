import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sort } from '#schemas/metadata/sort.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import {
  anyCondition,
  createTable,
  everyField,
  insertRecords,
  storedRecord,
} from '#tests/support/metadata/every-field.ts';
import { exportedRows } from '#tests/support/files/export-bytes.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

// A field that distinguishes every record from the others is first, so that rows of a file can be distinguished.
const definition = {
  ...everyField,
  fields: [{ apiName: 'tag', type: 'text' as const, label: '编号' }, ...everyField.fields],
  nameField: 'tag',
};
const object = readable(definition);
const SORTABLE = everyField.fields.filter((field) => fieldType(field).sortColumn(field) !== null);
const RECORDS = 600;

let store: TestDatabase;
let reader: RecordReader;
let ids: readonly string[] = [];

beforeAll(async () => {
  store = await openMigratedDatabase();
  await createTable(store.database, definition);
  reader = new RecordReader(store.database, { find: () => undefined });
  const random = prng(91);
  ids = await insertRecords(
    store.database,
    definition,
    Array.from({ length: RECORDS }, (_, index) => ({ ...storedRecord(everyField, random), tag: `t${index}` })),
  );
});
afterAll(() => store.drop());

interface Query {
  readonly filter?: unknown;
  readonly sort: Sort[];
  readonly ids?: string[];
  readonly except?: string[];
}

async function listed(query: Query): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const more = after === undefined ? {} : { after };
    const page = await reader.list(object, { ...query, ...more, pageSize: 100, fields: ['tag'] }, everything);
    found.push(...page.list.map((row) => row['tag']));
    after = page.after;
  }
  return found;
}

const some = (random: Prng) => ids.filter(() => random.chance(0.3));

describe('the file of an export', () => {
  it('has the records of the list with the same filter and order, in its order', async () => {
    const random = prng(92);
    for (let round = 0; round < 60; round += 1) {
      const query: Query = {
        ...(random.chance(0.7) && { filter: anyCondition(everyField, random, 3) }),
        sort: Array.from({ length: random.int(0, 3) }, () => ({
          field: random.pick(SORTABLE).apiName,
          order: random.chance(0.5) ? ('asc' as const) : ('desc' as const),
        })),
        ...(random.chance(0.2) && { ids: some(random) }),
        ...(random.chance(0.2) && { except: some(random) }),
      };
      const { rows } = await exportedRows(store.database, object, random.pick(['csv', 'xlsx']), {
        ...query,
        fields: ['tag'],
      });
      expect({ query, tags: rows.map(([tag]) => tag) }).toEqual({ query, tags: await listed(query) });
    }
  });

  it('of chosen records has those, and of all but some has all the others', async () => {
    const [first = '', second = ''] = ids;
    const tags = async (query: Partial<Query>) =>
      (await exportedRows(store.database, object, 'csv', { ...query, fields: ['tag'] })).rows.map(([tag]) => tag);
    expect(await tags({ ids: [first, second] })).toEqual(['t1', 't0']);
    expect(await tags({ ids: [] })).toEqual([]);
    expect(await tags({ except: [first] })).toHaveLength(RECORDS - 1);
    expect(await tags({ ids: [first, second], except: [first] })).toEqual(['t1']);
  });
});
