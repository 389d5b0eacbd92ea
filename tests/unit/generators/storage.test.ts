import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { plan, storageColumns } from '#generators/storage.ts';
import { StorageFault } from '#generators/storage-fault.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const name: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const field = (type: FieldTypeName, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName: 'extra',
  type,
  label: '新字段',
  ...more,
});
const withFields = (...fields: FieldDefinition[]): ObjectDefinition => sampleObject([name, ...fields]);
const kinds = (from: ObjectDefinition | undefined, to: ObjectDefinition) => plan(from, to).map((step) => step.kind);

describe('the storage plan', () => {
  it('creates the table of a new object with every column and leaves indexes for later', () => {
    const [create, ...later] = plan(undefined, withFields(field('date', { config: { sortable: true } })));
    expect(create).toMatchObject({ kind: 'createTable', table: 'Sample', deferred: false });
    expect(create?.sql).toContain('"extra" date');
    expect(create?.sql).toContain('"extra_precision" smallint');
    expect(later).toEqual([expect.objectContaining({ kind: 'createIndex', deferred: true })]);
  });

  it.each(FIELD_TYPES)('adds the columns of a new %s field and touches nothing else', (type) => {
    const extra = field(type, type === 'formula' ? { config: { expression: '"x"' } } : {});
    const added = plan(withFields(), withFields(extra)).filter((step) => step.kind === 'addColumn');
    expect(added.map((step) => step.target)).toEqual(
      storageColumns(withFields(extra))
        .map((column) => column.name)
        .slice(1),
    );
    expect(added.every((step) => !step.deferred)).toBe(true);
  });

  it('costs nothing to change a label, an order, lengths, options, rules or a layout', () => {
    const from = withFields(field('select', { selectOptions: [{ value: 'a', label: 'A' }] }));
    const to = {
      ...from,
      label: '别的名字',
      fields: [...from.fields]
        .reverse()
        .map((entry) => ({ ...entry, label: `${entry.label}！`, maxLength: 9, required: true })),
    };
    expect(plan(from, to)).toEqual([]);
  });

  it('keeps the column of a removed field and finds it again when the field returns', () => {
    const present = withFields(field('text'));
    const removed = withFields(field('text', { removed: true }));
    expect([kinds(present, removed), kinds(removed, present)]).toEqual([[], []]);
  });

  it('refuses to drop a field and says to disable it instead', () => {
    expect(() => plan(withFields(field('text')), withFields())).toThrow(/不能删除，只能停用/);
  });

  it('lets a text widen into a longer text and refuses every change that could lose values', () => {
    const change = (from: FieldTypeName, to: FieldTypeName) => () =>
      plan(withFields(field(from)), withFields(field(to)));
    expect(change('url', 'longText')()).toEqual([]);
    for (const [from, to] of [
      ['text', 'integer'],
      ['longText', 'select'],
      ['date', 'dateTime'],
      ['currency', 'decimal'],
      ['multiSelect', 'select'],
    ] as const) {
      expect(change(from, to)).toThrow(StorageFault);
    }
  });

  it('builds and drops an index when sorting is switched on and off', () => {
    const plain = withFields(field('decimal'));
    const sorted = withFields(field('decimal', { config: { sortable: true } }));
    expect([kinds(plain, sorted), kinds(sorted, plain)]).toEqual([['createIndex'], ['dropIndex']]);
  });

  it('adds a column that kept records have a value in, and takes the default off again', () => {
    const level = field('text', { required: true, config: { default: "A'级\\" } });
    const steps = plan(withFields(), withFields(level), [{ field: level, value: "A'级\\" }]);
    expect(steps.map(({ kind, sql }) => [kind, sql])).toEqual([
      ['addFilledColumn', `alter table "Sample" add column "extra" text collate "C" default E'A''级\\\\'::text`],
      ['dropDefault', 'alter table "Sample" alter column "extra" drop default'],
    ]);
  });

  it('fills every column of a field that is there where all of them are empty', () => {
    const price = field('currency', { required: true });
    const value = { num: '5', currency: 'CNY', equivalentMoney: '5' };
    const [fill, ...others] = plan(withFields(field('currency')), withFields(price), [{ field: price, value }]);
    expect(others).toEqual([]);
    expect(fill).toMatchObject({ kind: 'fillColumn', target: 'extra', deferred: false });
    expect(fill?.sql).toBe(
      `update "Sample" set "extra" = '5'::numeric, "extra_currency" = 'CNY'::text, "extra_cny" = '5'::numeric ` +
        'where "extra" is null and "extra_currency" is null and "extra_cny" is null and "extra_band" is null',
    );
  });

  it('refuses a reference that would point its kept ids at another object', () => {
    const from = withFields(field('reference', { targetApiName: 'InsightOrg' }));
    const to = withFields(field('reference', { targetApiName: 'InsightFund' }));
    expect(() => plan(from, to)).toThrow(StorageFault);
  });
});
