import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { OPERATORS, type Condition } from '#schemas/metadata/condition.ts';
import { DENSITIES, type ListState } from '#client/features/records/list-state.ts';
import { decodeListState, encodeListState } from '#client/features/records/list-url.ts';
import { prng, type Prng } from '#tests/support/prng.ts';

const FIELDS = ['name', 'industry', 'foundedOn', 'fundingTotal', 'tags', 'aB3'];
const ODD = [
  '',
  ' ',
  '中文，检索',
  "it's",
  '"quoted"',
  'a&b=c',
  '#?/%41',
  '50%',
  '[],:|',
  '\\',
  '\n\t',
  '🐋鲸',
  '+',
  '..',
  '\u2028',
  "']",
  '\ud800',
];

function text(random: Prng): string {
  return Array.from({ length: random.int(1, 3) }, () => random.pick(ODD)).join('');
}

function operand(random: Prng): unknown {
  const one = () =>
    random.pick<unknown>([text(random), random.int(-5, 9_999_999), true, '2019-06', { id: '7', name: text(random) }]);
  return random.chance(0.5) ? one() : Array.from({ length: random.int(1, 4) }, one);
}

function condition(random: Prng, depth = 1): Condition {
  const kind = depth < 7 ? random.next() : 1;
  const members = () => Array.from({ length: random.int(1, 3) }, () => condition(random, depth + 1));
  if (kind < 0.15) return { and: members() };
  if (kind < 0.3) return { or: members() };
  if (kind < 0.35) return { not: condition(random, depth + 1) };
  const comparison = { field: random.pick(FIELDS), op: random.pick(OPERATORS) };
  return random.chance(0.2) ? comparison : { ...comparison, value: operand(random) };
}

const some = (random: Prng) => FIELDS.filter(() => random.chance(0.4));

function state(random: Prng): ListState {
  const columns = some(random);
  return {
    filter: random.chance(0.7) ? condition(random) : undefined,
    keyword: random.chance(0.5) ? text(random).toWellFormed() : '',
    sort: random.chance(0.5)
      ? some(random)
          .slice(0, 5)
          .map((field) => ({ field, order: random.pick(['asc', 'desc'] as const) }))
      : undefined,
    columns: random.chance(0.5) && columns.length > 0 ? columns : undefined,
    widths: random.chance(0.5) ? Object.fromEntries(some(random).map((field) => [field, random.int(40, 800)])) : {},
    density: random.pick(DENSITIES),
  };
}

/** What the browser and the router make of an address before a page sees it. */
const throughAddressBar = (search: string) => {
  const hash = new URL(`http://127.0.0.1/#/data/InsightCompany${search}`).hash;
  return hash.includes('?') ? hash.slice(hash.indexOf('?')) : '';
};

describe('the URL of a list', () => {
  test('10,000 generated states come back from the address bar as they were', () => {
    const random = prng(20_261_121);
    const lost: unknown[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      const before = state(random);
      const { state: after, notices } = decodeListState(throughAddressBar(encodeListState(before)));
      if (!isDeepStrictEqual(after, before) || notices.length > 0) lost.push({ before, after, notices });
    }
    expect(lost.slice(0, 3)).toEqual([]);
  });

  test('a list as its layout has it has no query at all', () => {
    expect(encodeListState(decodeListState('').state)).toBe('');
  });

  test('a filter can be read by a person', () => {
    const filter: Condition = {
      and: [
        { field: 'industry', op: 'under', value: ['ai'] },
        { field: 'name', op: 'empty' },
      ],
    };
    expect(encodeListState({ ...decodeListState('').state, filter })).toBe(
      "?f=['AND',['industry','under',['ai']],['name','empty']]",
    );
  });

  test.each([
    ['broken percent signs', '?q=%E4%B8', '链接中有一部分无法识别，已忽略'],
    ['no JSON', '?f=[[', '链接中的筛选条件无法识别，已忽略'],
    ['a shape that is no condition', "?f=['__proto__','eq',1]", '链接中的筛选条件无法识别，已忽略'],
    ['an operator that is none', "?f=['name','drop']", '链接中的筛选条件无法识别，已忽略'],
    ['an empty group', "?f=['AND']", '链接中的筛选条件无法识别，已忽略'],
    [
      'a tree of a thousand levels',
      `?f=${"['NOT',".repeat(1000)}['name','empty']${']'.repeat(1000)}`,
      '链接中的筛选条件无法识别，已忽略',
    ],
  ])('%s is left out with a word', (_, search, word) => {
    const { state: read, notices } = decodeListState(search);
    expect(notices).toEqual([word]);
    expect(read).toEqual(decodeListState('').state);
  });

  test('widths, columns and orders that cannot be are left out', () => {
    const { state: read } = decodeListState(
      '?w=name.9999,tags.120,constructor&c=__proto__,name,name&s=name.up,tags.asc&d=huge',
    );
    expect(read).toMatchObject({
      widths: { tags: 120 },
      columns: ['name'],
      sort: [{ field: 'tags', order: 'asc' }],
      density: 'standard',
    });
  });
});
