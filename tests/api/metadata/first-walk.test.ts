import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { FIELD_TYPES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import { tableColumns } from '#server/core/catalog/queries.ts';
import { writeRates } from '#server/core/records/rate-queries.ts';
import { made, saveField } from '#tests/support/editing.ts';
import { fileValueOf, storedFile } from '#tests/support/files/stored-file.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

interface Case {
  readonly field: Omit<FieldDefinition, 'apiName' | 'type' | 'label'>;
  /** As the form sends it; none for what is worked out. */
  readonly value?: unknown;
  /** As it comes back, where that differs. */
  readonly back?: unknown;
  readonly filter: Omit<Comparison, 'field'>;
  readonly bad?: unknown;
  /** Other values of the record, which the value follows from. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const OPTIONS = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙', parent: 'a' },
];
const LINK = { id: '1', name: '第一条' };
/** Files that were uploaded by accounts that are gone: staff may refer to public ones. */
const FILE = { name: 'a.pdf', mime: 'application/pdf', ownerId: null };
const IMAGE = { name: 'a.png', mime: 'image/png', ownerId: null };

const CASES: Readonly<Record<FieldDefinition['type'], Case>> = {
  text: { field: { minLength: 2, maxLength: 5 }, value: '鲸图', filter: { op: 'contains', value: '鲸' }, bad: 'x' },
  longText: { field: { maxLength: 9 }, value: '一\n二', filter: { op: 'contains', value: '二' }, bad: 'x'.repeat(10) },
  url: {
    field: { maxLength: 40 },
    value: 'https://example.com',
    filter: { op: 'notEmpty' },
    bad: 'javascript:alert(1)',
  },
  phone: { field: { maxLength: 20 }, value: '13800000000', filter: { op: 'eq', value: '13800000000' }, bad: 'abc' },
  email: { field: {}, value: 'a@example.com', filter: { op: 'eq', value: 'a@example.com' }, bad: 'not-an-address' },
  integer: { field: { config: { min: '0', sortable: true } }, value: 7, filter: { op: 'gte', value: 7 }, bad: -1 },
  decimal: { field: { decimalPlaces: 2 }, value: '0.07', filter: { op: 'eq', value: '0.07' }, bad: '0.075' },
  percent: { field: { config: { max: '100' } }, value: '12.5', filter: { op: 'lt', value: '13' }, bad: '101' },
  currency: {
    field: { decimalPlaces: 2 },
    value: { num: '100', currency: 'USD', equivalentMoney: '1' },
    back: { num: '100', currency: 'USD', equivalentMoney: '712' },
    filter: { op: 'gte', value: '712' },
    bad: { num: '1', currency: 'XXX' },
  },
  date: {
    field: { config: { partial: true } },
    value: '2019-06',
    filter: { op: 'before', value: '2020-01-01' },
    bad: '2019-13',
  },
  dateTime: {
    field: {},
    value: '2026-11-20T08:00:00Z',
    back: '2026-11-20T08:00:00.000Z',
    filter: { op: 'on', value: '2026-11-20' },
    bad: 'soon',
  },
  select: { field: { selectOptions: [OPTIONS[0] as never] }, value: 'a', filter: { op: 'in', value: ['a'] }, bad: 'c' },
  multiSelect: {
    field: { selectOptions: OPTIONS },
    value: ['a', 'b'],
    filter: { op: 'containsAll', value: ['b'] },
    bad: ['c'],
  },
  treeSelect: { field: { selectOptions: OPTIONS }, value: 'b', filter: { op: 'under', value: ['a'] }, bad: 'c' },
  boolean: { field: {}, value: true, filter: { op: 'eq', value: true }, bad: 'yes' },
  reference: {
    field: { targetApiName: 'InsightNews' },
    value: { id: '1' },
    back: LINK,
    filter: { op: 'in', value: ['1'] },
    bad: { id: '999' },
  },
  multiReference: {
    field: { targetApiName: 'InsightNews' },
    value: [{ id: '1' }],
    back: [LINK],
    filter: { op: 'containsAny', value: ['1'] },
    bad: [{ id: '999' }],
  },
  textList: {
    field: { config: { maxItems: 2 } },
    value: ['红杉', '高瓴'],
    filter: { op: 'containsAny', value: ['红杉'] },
    bad: ['a', 'b', 'c'],
  },
  image: { field: {}, value: fileValueOf(IMAGE), filter: { op: 'notEmpty' }, bad: 'a.png' },
  file: { field: {}, value: fileValueOf(FILE), filter: { op: 'notEmpty' }, bad: { name: 'x' } },
  formula: {
    field: { config: { resultType: 'text', expression: "self.title + '！'" } },
    back: '第二条！',
    filter: { op: 'eq', value: '第二条！' },
  },
  rollup: {
    field: { config: { rollup: { objectApiName: 'InsightNews', fields: ['walkReference'], function: 'count' } } },
    back: 0,
    filter: { op: 'eq', value: 0 },
  },
  lookup: {
    field: { config: { lookup: { reference: 'walkReference', field: 'title' } } },
    beside: { walkReference: { id: '1' } },
    back: '第一条',
    filter: { op: 'eq', value: '第一条' },
  },
};

const LIST = '/api/metadata/data/getLayoutAndDataList';
const NEWS = '/api/metadata/data/InsightNews';
const nameOf = (type: string): string => `walk${type[0]?.toUpperCase()}${type.slice(1)}`;
const BASE = { publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  for (const file of [FILE, IMAGE]) await storedFile(test.services.database.db, file);
  await writeRates(test.services.database.db, [{ currency: 'USD', day: '2020-01-01', cny: '7.12' }]);
  made(await test.post('staff', NEWS, { clientKey: 'first-record', values: { ...BASE, title: '第一条' } }));
});
afterAll(() => test.close());

describe('staff add a field and every user has it at once, without a restart', () => {
  it.each(FIELD_TYPES)('of type %s', async (type) => {
    const { field: more, value, back = value, filter, beside = {} } = CASES[type];
    const apiName = nameOf(type);
    const field: FieldDefinition = { apiName, type, label: `新增 ${type}`, ...more };
    const hints: unknown[] = [];
    const stop = test.services.bus.subscribe((event) => hints.push(event));

    const answer = await saveField(test, 'InsightNews', field);
    expect(answer).toMatchObject({ status: 200, code: 0 });
    const { definition, steps } = answer.data;
    await expect
      .poll(() => hints)
      .toContainEqual({ type: 'metadata.changed', objectApiName: 'InsightNews', version: definition.version });
    stop();

    // What is worked out of other records is shown when all of them have been gone through.
    await test.services.formulas.jobs.fill();
    const columns = await tableColumns(test.services.database.db, 'InsightNews');
    const saved = definition.fields.find((one) => one.apiName === apiName) ?? field;
    const names = fieldType(saved)
      .columns(saved)
      .map((column) => column.name);
    expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining(names));
    expect(steps.filter((step) => step.kind === 'addColumn').map((step) => step.target)).toEqual(names);

    const { data: object } = await test.get<ObjectDefinition>('founder', '/api/metadata/object/InsightNews');
    const inForm = object.layouts.form.sections.flatMap((section) => section.fields);
    expect(inForm.includes(apiName)).toBe(!isComputed(field));
    expect(recordSchema(object)['properties']).toHaveProperty(apiName);
    expect(object.layouts.detail.sections.flatMap((section) => section.fields)).toContain(apiName);

    const values = { ...BASE, ...beside, title: '第二条', ...(value !== undefined && { [apiName]: value }) };
    const created = await test.post<RecordReply>('staff', NEWS, { clientKey: `walk-${type}`, values });
    expect(created).toMatchObject({ code: 0, data: { record: { [apiName]: back } } });
    const read = await test.get<RecordReply>('visitor', `${NEWS}/${created.data.record.id}`);
    expect(read.data.record[apiName]).toEqual(back);

    const query = { objectApiName: 'InsightNews', filter: { field: apiName, ...filter } };
    const found = await test.post<ListReply>('founder', LIST, query);
    expect(found).toMatchObject({ code: 0 });
    expect(found.data.layout?.columns).toContain(apiName);
    expect(found.data.layout?.filters.includes(apiName)).toBe(fieldType(field).rarelyFiltered !== true);
    expect(found.data.list.map((row) => row.id)).toContain(created.data.record.id);
    expect(found.data.list.find((row) => row.id === created.data.record.id)?.[apiName]).toEqual(back);
  });

  // What the server works out is not taken from what was sent.
  it.each(FIELD_TYPES.filter((type) => !isComputed({ type })))('and its rules refuse what is no %s', async (type) => {
    const apiName = nameOf(type);
    const values = { ...BASE, title: '第三条', [apiName]: CASES[type].bad };
    const refused = await test.post('staff', NEWS, { clientKey: `walk-bad-${type}`, values });
    expect(refused).toMatchObject({ status: 422, code: 42200, problems: [{ field: apiName }] });
  });
});
