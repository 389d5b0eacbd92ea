import { autorun } from 'mobx';
import { expect, test } from 'vitest';
import { cellText } from '#client/ui/field-types/registry.ts';
import type { Api } from '#client/lib/api.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { findOptions } from '#schemas/api/metadata.ts';
import type { Call } from '#schemas/api/route.ts';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';

const field = (type: FieldTypeName): FieldDefinition => ({
  apiName: 'region',
  type,
  label: '地区',
  config: type === 'currency' ? { bandOptionSet: 'region' } : { optionSet: 'region' },
});

/** A server that answers when the test lets it. */
function slowServer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const options = [{ value: '4403', label: '深圳' }];
  const api = { call: (route: Call) => promise.then(() => (route.path === findOptions.path ? options : { options })) };
  return { lookups: new LookupStore(api as unknown as Api), answer: () => resolve() };
}

const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};

test.each<[FieldTypeName, unknown, string]>([
  ['select', '4403', '深圳'],
  ['multiSelect', ['4403'], '深圳'],
  ['treeSelect', '4403', '深圳'],
  ['currency', { band: '4403' }, '深圳'],
])(
  'A cell of a %s field shows no code while its options are on their way, then the label',
  async (type, value, label) => {
    const { lookups, answer } = slowServer();
    const seen: string[] = [];
    const stop = autorun(() => seen.push(cellText(value as never, field(type), lookups)));
    expect(seen).toEqual(['']);
    answer();
    await settled();
    expect(seen.at(-1)).toBe(label);
    expect(seen).not.toContain('4403');
    stop();
  },
);

test('A value that its option set does not know stays readable as it is', async () => {
  const { lookups, answer } = slowServer();
  lookups.label('region', '9999', field('select'));
  answer();
  await settled();
  expect(lookups.label('region', '9999', field('select'))).toBe('9999');
});
