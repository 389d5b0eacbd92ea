import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { findOption } from '#generators/field-types/select.ts';
import { shippedOptionSets } from '#tests/support/metadata/shipped-metadata.ts';

const sets = shippedOptionSets();

describe.each([...sets.values()].map((set) => [set.name, set] as const))('option set %s', (_, set) => {
  test('is written in the metadata language', () => {
    expect([...Value.Errors(OptionSet, set)]).toEqual([]);
  });

  test('means one option by every word', () => {
    const owners = new Map<string, string>();
    const doubtful: string[] = [];
    for (const { value, label, aliases = [] } of set.options) {
      for (const word of new Set([value, label, ...aliases].map((text) => text.toLowerCase()))) {
        if (owners.has(word)) doubtful.push(`${word}: ${owners.get(word)}, ${value}`);
        owners.set(word, value);
      }
    }
    expect(doubtful).toEqual([]);
  });

  test('has branches above its leaves, each of which exists, and none in a plain list', () => {
    const values = new Set(set.options.map(({ value }) => value));
    const parents = set.options.flatMap(({ parent }) => (parent === undefined ? [] : [parent]));
    expect(parents.filter((parent) => !values.has(parent))).toEqual([]);
    expect(parents.length > 0).toBe(set.kind === 'tree');
  });
});

test('rounds are known by the names that other sources give them', () => {
  const options = sets.get('round')?.options ?? [];
  const meant = (word: string) => findOption(word, options)?.value;
  expect(
    ['series-a', 'Series B', 'angel', 'seed', '战略融资', '已上市', 'F轮-上市前', 'crowdfunding'].map(meant),
  ).toEqual(['A轮', 'B轮', '天使轮', '种子轮', '战略投资', 'IPO上市', 'Pre-IPO', '股权众筹']);
});

test('industries are 36 branches with leaves below them', () => {
  const options = sets.get('industry')?.options ?? [];
  expect(options.filter(({ parent }) => parent === undefined)).toHaveLength(36);
  expect(options.length).toBeGreaterThan(200);
});
