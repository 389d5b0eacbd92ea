import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Binding, BINDINGS, type BoundField } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { optionSetName } from '#generators/options.ts';
import { Failure } from '#shared/errors.ts';
import { bindingProblems } from '#server/core/bindings/binding-check.ts';
import { savedDefinition } from '#tests/support/editing.ts';
import { shippedObjects, shippedOptionSets } from '#tests/support/metadata/shipped-metadata.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const bindings: readonly Binding[] = Object.values(BINDINGS);
const bound = bindings.flatMap((binding) =>
  Object.values(binding.fields).map(
    (field) => [`${binding.purpose}: ${binding.object}.${field.apiName}`, binding, field] as const,
  ),
);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

type Change = (object: ObjectDefinition, field: BoundField) => ObjectDefinition | undefined;

const changed = (object: ObjectDefinition, { apiName }: BoundField, more: Partial<FieldDefinition>) => ({
  ...object,
  fields: object.fields.map((field) => (field.apiName === apiName ? { ...field, ...more } : field)),
});

/** Every way to take a field away from the code that needs it; undefined where a field has no such way. */
const WAYS: Readonly<Record<string, Change>> = {
  removed: (object, { apiName }) => ({
    ...object,
    fields: object.fields.filter((field) => field.apiName !== apiName),
  }),
  hidden: (object, field) => changed(object, field, { removed: true }),
  'of another type': (object, field) =>
    changed(object, field, { type: field.types.includes('boolean') ? 'integer' : 'boolean' }),
  'a link to another object': (object, field) =>
    field.target === undefined ? undefined : changed(object, field, { targetApiName: 'InsightFund' }),
  sealed: (object, field) => (field.maySeal ? undefined : changed(object, field, { config: { sealed: true } })),
  'without its options': (object, field) =>
    field.options && changed(object, field, { config: {}, selectOptions: [{ value: 'x', label: '其他' }] }),
};

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'saved',
    (thrown: unknown) => (thrown instanceof Failure ? thrown.problems.map(({ message }) => message).join() : 'failed'),
  );

describe.each(Object.entries(WAYS))('a field that code needs and that would be %s', (_way, change) => {
  it.each(bound.filter(([, { object }, field]) => change(shippedObjects().get(object) as ObjectDefinition, field)))(
    'is refused with its purpose: %s',
    async (_title, { object, purpose }, field) => {
      const saved = savedDefinition(test, object);
      const broken = change(saved, field);
      expect(await refusal(test.services.metadata.plan(broken, saved.version))).toContain(`用于“${purpose}”`);
      expect(await refusal(test.services.metadata.save(broken, saved.version, 'staff'))).toContain(`用于“${purpose}”`);
      expect(savedDefinition(test, object)).toEqual(saved);
    },
  );
});

describe('an option that code needs', () => {
  it.each(
    bound.flatMap(([title, binding, field]) => field.options?.map((o) => [title, o, binding, field] as const) ?? []),
  )('is not retired in its option set: %s %s', async (_title, value, { object, purpose }, { apiName }) => {
    const field = savedDefinition(test, object).fields.find((each) => each.apiName === apiName);
    const { version, ...set } = test.services.catalog.optionSet(optionSetName(field as FieldDefinition) ?? '');
    const options = set.options.map((option) => (option.value === value ? { ...option, retired: true } : option));
    const saving = test.services.metadata.saveOptionSet({ ...set, options }, version, 'staff');
    expect(await refusal(saving)).toContain(`用于“${purpose}”`);
  });
});

it('is all there in what ships', () => {
  const objects = shippedObjects();
  expect(bindings.filter(({ object }) => !objects.has(object))).toEqual([]);
  for (const object of objects.values()) expect(bindingProblems(object, shippedOptionSets())).toEqual([]);
});

it('does not stop an object that lacks a bound field already from being saved', async () => {
  const saved = savedDefinition(test, 'AwardRecord');
  const { definition } = await test.services.metadata.save({ ...saved, label: '奖项' }, saved.version, 'staff');
  expect(definition.label).toBe('奖项');
});
