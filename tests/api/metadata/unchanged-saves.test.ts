import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  made(await saveDefinition(test, newObject('Same', [{ apiName: 'name', type: 'text', label: '名称' }])));
});
afterAll(() => test.close());

const versions = async (path: string) =>
  made(await test.get<{ list: { version: number }[] }>('staff', path)).list.length;

it('an object saved as it is stays at its version, whatever the order of keys', async () => {
  const saved = savedDefinition(test, 'Same');
  const turned = Object.fromEntries(Object.entries(saved).reverse()) as typeof saved;
  const { definition, steps } = made(await saveDefinition(test, turned));
  expect([definition, steps]).toEqual([saved, []]);
  expect(test.services.catalog.object('Same').version).toBe(1);
  expect(await versions('/api/metadata/object/Same/versions')).toBe(1);
  const next = made(await saveDefinition(test, { ...saved, label: '改了' })).definition;
  expect(next).toMatchObject({ version: 2, label: '改了' });
  const body = { baseVersion: 1, definition: saved };
  expect(await test.post('staff', '/api/metadata/object/save', body)).toMatchObject({ status: 409 });
});

it('an option set saved as it is stays at its version', async () => {
  const optionSet: OptionSet = { name: 'sameSet', label: '一样', kind: 'list', options: [{ value: 'a', label: '甲' }] };
  const save = async (baseVersion: number, label = optionSet.label) => {
    const body = { baseVersion, optionSet: { ...optionSet, label } };
    return made(await test.post<VersionedOptionSet>('staff', '/api/metadata/selectOption/save', body)).version;
  };
  expect([await save(0), await save(1), await save(1, '改了'), await save(2, '改了')]).toEqual([1, 1, 2, 2]);
});
