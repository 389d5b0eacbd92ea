import { runInAction } from 'mobx';
import { expect, test } from 'vitest';
import { readObject, readOptionSet } from '#schemas/api/metadata.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const A: SelectOption = { value: 'a', label: '甲' };
const field = (options: readonly SelectOption[]): FieldDefinition => ({
  apiName: 'mood',
  type: 'select',
  label: '心情',
  config: { optionSet: 'mood' },
  selectOptions: [...options],
});

/** A server whose option set and object change together, without a new version of the object. */
function server(options: SelectOption[]): FakeApi {
  return new FakeApi()
    .on(readOptionSet, () => ({ name: 'mood', label: '心情', kind: 'list' as const, options, version: 2 }))
    .on(readObject, () => sampleObject([{ apiName: 'name', type: 'text', label: '名称' }, field(options)]));
}

test('a renamed option is renamed on open screens, although their fields brought the old name along', async () => {
  const lookups = new LookupStore(server([{ value: 'a', label: '甲甲' }]));
  const old = field([A]);
  expect(lookups.label('mood', 'a', old)).toBe('甲');
  lookups.receive({ type: 'options.changed', name: 'mood' });
  lookups.label('mood', 'a', old);
  await expect.poll(() => lookups.label('mood', 'a', old)).toBe('甲甲');
  expect(lookups.options(old)).toEqual([{ value: 'a', label: '甲甲' }]);
});

test('an open form takes a new option and keeps what was typed', async () => {
  const options = [A];
  const catalog = new CatalogStore(server(options));
  const definition = await catalog.load('Sample');
  const form = new FormStore({ definition, ...context });
  runInAction(() => {
    form.set('name', '写了一半');
    form.set('mood', 'b');
  });
  expect(form.slot('mood').fault).toBeDefined();
  options.push({ value: 'b', label: '乙' });
  catalog.receive({ type: 'options.changed', name: 'mood' });
  await expect.poll(() => catalog.definition('Sample')?.fields[1]?.selectOptions?.length).toBe(2);
  form.adopt(catalog.definition('Sample') ?? definition);
  expect(form.slot('mood').fault).toBeUndefined();
  expect(form.valueOf('name')).toBe('写了一半');
});
