import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { Failure } from '#shared/errors.ts';
import type { PageQuery } from '#server/core/lists/list-plan.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, everyField, insertRecords, storedRecord } from '#tests/support/metadata/every-field.ts';
import { prng } from '#tests/support/prng.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';

const object = readable(everyField);
let store: TestDatabase;
let reader: RecordReader;

beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  await insertRecords(
    store.database,
    everyField,
    Array.from({ length: 30 }, () => storedRecord(everyField, prng(3))),
  );
  reader = new RecordReader(store.database, { find: () => undefined });
});
afterAll(() => store.drop());

async function refusal(query: unknown): Promise<{ failure: string; place: string | undefined; words: string }> {
  try {
    await reader.list(object, query as PageQuery, everything);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: error.failure, place: error.problems[0]?.field, words: error.message };
  }
  return { failure: 'none', place: undefined, words: '' };
}

const nested = (depth: number): unknown =>
  depth === 0 ? { field: 'textField', op: 'notEmpty' } : { not: nested(depth - 1) };
const cursorOf = async (query: PageQuery) =>
  (await reader.list(object, { pageSize: 5, ...query }, everything)).after ?? '';

describe('a list query that makes no sense is refused with the place named', () => {
  it.each([
    ['a page size of a billion', { pageSize: 1e9 }, 'pageSize'],
    ['a page size of nothing', { pageSize: 0 }, 'pageSize'],
    ['a page beyond the millionth row', { page: 50_001, pageSize: 20 }, 'page'],
    ['half a page', { page: 1.5 }, 'page'],
    ['a page and a cursor', { page: 2, after: 'x' }, 'page'],
    ['an unknown sort field', { sort: [{ field: 'nope', order: 'asc' }] }, 'sort[0].field'],
    ['a sort field of an object’s own', { sort: [{ field: 'constructor', order: 'asc' }] }, 'sort[0].field'],
    [
      'a type without order',
      {
        sort: [
          { field: 'integerField', order: 'asc' },
          { field: 'textListField', order: 'asc' },
        ],
      },
      'sort[1].field',
    ],
    ['a direction that is none', { sort: [{ field: 'integerField', order: 'up; drop table x' }] }, 'sort[0].order'],
    [
      'six sort keys',
      { sort: everyField.fields.slice(0, 6).map(({ apiName: field }) => ({ field, order: 'asc' })) },
      'sort',
    ],
    ['an unknown column', { fields: ['textField', '__proto__'] }, 'fields[1]'],
    ['a filter a thousand deep', { filter: nested(1000) }, `filter${'.not'.repeat(8)}`],
    ['a filter that is a text', { filter: 'x'.repeat(1e6) }, 'filter'],
    [
      'a value of a million characters',
      { filter: { field: 'textField', op: 'contains', value: 'x'.repeat(1e6) } },
      'filter.value',
    ],
    ['a field of a million characters', { filter: { field: 'x'.repeat(1e6), op: 'eq', value: 'x' } }, 'filter.field'],
    ['an operator of another type', { filter: { field: 'textField', op: 'thisWeek' } }, 'filter.op'],
    ['a NUL in a value', { filter: { field: 'textField', op: 'eq', value: 'a\0b' } }, 'filter.value'],
    ['a NUL in the keyword', { keyword: 'a\0b' }, 'keyword'],
    ['a keyword of a million characters', { keyword: 'x'.repeat(1e6) }, 'keyword'],
    ['a cursor that is none', { after: 'x' }, 'after'],
    ['an empty cursor', { after: '' }, 'after'],
    ['a cursor of a million characters', { after: 'A'.repeat(1e6) }, 'after'],
  ])('%s', async (_, query, place) => {
    const { failure, place: said, words } = await refusal(query);
    expect({ failure, said }).toEqual({ failure: 'INVALID_QUERY', said: place });
    expect(words.length).toBeLessThan(200);
  });

  it('a cursor of another filter, sort, keyword or object, or one that was changed', async () => {
    const sort = [{ field: 'integerField', order: 'asc' as const }];
    const after = await cursorOf({ sort });
    const foreign = { failure: 'INVALID_QUERY', place: 'after' };
    expect(await refusal({ after, sort })).toMatchObject({ failure: 'none' });
    expect(await refusal({ after })).toMatchObject(foreign);
    expect(await refusal({ after, sort: [{ field: 'integerField', order: 'desc' }] })).toMatchObject(foreign);
    expect(await refusal({ after, sort, keyword: 'a' })).toMatchObject(foreign);
    expect(await refusal({ after, sort, filter: { field: 'booleanField', op: 'eq', value: true } })).toMatchObject(
      foreign,
    );
    expect(await refusal({ after: `${after.slice(0, -1)}${after.endsWith('A') ? 'Q' : 'A'}`, sort })).toMatchObject(
      foreign,
    );
    const other = readable({ ...everyField, apiName: 'Other' });
    await expect(reader.list(other, { after, sort }, everything)).rejects.toMatchObject({ failure: 'INVALID_QUERY' });
  });
});

describe('what is closed to a person', () => {
  const closed = (field: FieldDefinition) => field.apiName !== 'integerField';
  const scope = { ...everything, readable: closed };

  it('is in no row, whatever is asked for', async () => {
    const { list } = await reader.list(object, { fields: ['integerField', 'textField'], pageSize: 100 }, scope);
    expect(list.some((row) => 'integerField' in row)).toBe(false);
    const found = await reader.read(object, list[0]?.id ?? '', scope);
    expect(found && 'integerField' in found.record).toBe(false);
  });

  it('can neither be filtered nor sorted by, which would reveal it', async () => {
    await expect(
      reader.list(object, { filter: { field: 'integerField', op: 'gt', value: 1 } }, scope),
    ).rejects.toMatchObject({
      failure: 'INVALID_QUERY',
    });
    await expect(reader.list(object, { sort: [{ field: 'integerField', order: 'asc' }] }, scope)).rejects.toMatchObject(
      {
        failure: 'INVALID_QUERY',
      },
    );
  });
});
