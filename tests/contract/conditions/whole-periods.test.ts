import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { parseCondition } from '#generators/filters.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { compileCondition } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createTable, everyField, insertRecords } from '#tests/support/metadata/every-field.ts';

const today = '2026-11-21';
const KEPT = [
  '2023',
  '2023-12',
  '2023-12-31',
  '2024',
  '2024-01',
  '2024-01-01',
  '2024-06',
  '2024-06-15',
  '2024-06-30',
].concat(['2024-07', '2024-07-01', '2024-12', '2024-12-31', '2025', '2025-01', '2025-01-01']);

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
  await createTable(store.database, everyField);
  await insertRecords(
    store.database,
    everyField,
    KEPT.map((dateField) => ({ dateField })),
  );
});
afterAll(() => store.drop());

const matches: readonly (readonly [op: 'before' | 'after' | 'between', value: unknown, found: readonly string[]])[] = [
  ['after', '2024', ['2025', '2025-01', '2025-01-01']],
  ['after', '2024-06', ['2024-07', '2024-07-01', '2024-12', '2024-12-31', '2025', '2025-01', '2025-01-01']],
  ['after', '2024-12-31', ['2025', '2025-01', '2025-01-01']],
  ['before', '2024', ['2023', '2023-12', '2023-12-31']],
  ['before', '2024-06', ['2023', '2023-12', '2023-12-31', '2024-01', '2024-01-01']],
  ['before', '2024-01-01', ['2023', '2023-12', '2023-12-31']],
  ['between', ['2024', null], KEPT.slice(3)],
  ['between', ['2024-06', null], KEPT.slice(6)],
  ['between', ['2024-07-01', null], KEPT.slice(9)],
  ['between', [null, '2024'], KEPT.slice(0, 13)],
  ['between', [null, '2024-06'], KEPT.slice(0, 9).filter((kept) => kept !== '2024')],
  ['between', [null, '2024-06-15'], ['2023', '2023-12', '2023-12-31', '2024-01', '2024-01-01', '2024-06-15']],
];

it.each(matches)(
  'the date filter %s %j finds the dates wholly in that time, on both sides',
  async (op, value, found) => {
    const input: Comparison = { field: 'dateField', op, value };
    const condition = parseCondition(everyField, input);
    const holds = compilePredicate(everyField, condition, { today });
    expect(KEPT.filter((dateField) => holds({ dateField }))).toEqual(found);
    const parameters = new Parameters();
    const test = compileCondition(condition, { fields: everyField.fields, today, parameters });
    const text = `select id from "${everyField.apiName}" where ${test} order by id`;
    const { rows } = await store.database.pool.query<{ id: string }>(text, parameters.values);
    expect(rows.map(({ id }) => KEPT[Number(id) - 1])).toEqual(found);
  },
);
