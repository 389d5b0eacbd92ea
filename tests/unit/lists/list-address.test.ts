import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import { decodeListState, encodeListState, narrowedAddress } from '#shared/lists/list-address.ts';
import { anyListState, throughAddressBar } from '#tests/support/records/list-states.ts';
import { prng } from '#tests/support/prng.ts';

describe('the URL of a list', () => {
  test('10,000 generated states come back from the address bar as they were', () => {
    const random = prng(20_261_121);
    const lost: unknown[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      const before = anyListState(random);
      const { state: after, notices } = decodeListState(throughAddressBar(encodeListState(before)));
      if (!isDeepStrictEqual(after, before) || notices.length > 0) lost.push({ before, after, notices });
    }
    expect(lost.slice(0, 3)).toEqual([]);
  });

  test('a list as its layout has it has no query at all', () => {
    expect(encodeListState(decodeListState('').state)).toBe('');
  });

  test('a list of records is named by its id, and what is no id is left out with a notice', () => {
    const filter: Condition = { and: [{ not: { inList: '42' } }, { field: 'name', op: 'notEmpty' }] };
    const search = encodeListState({ ...decodeListState('').state, filter });
    expect(decodeListState(throughAddressBar(search))).toMatchObject({ state: { filter }, notices: [] });
    expect(decodeListState("?f=['LIST','x']").notices).toEqual(['链接中的筛选条件无法识别，已忽略']);
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
    const exists: Condition = {
      exists: {
        objectApiName: 'Deal',
        fields: ['firm'],
        filter: { field: 'round', op: 'in', value: ['A'] },
        atLeast: 2,
      },
    };
    expect(encodeListState({ ...decodeListState('').state, filter: exists })).toBe(
      "?f=['EXISTS','Deal',['firm'],['round','in',['A']],2]",
    );
  });

  test.each([
    ['broken percent signs', '?q=%E4%B8', '链接中有一部分无法识别，已忽略'],
    ['no JSON', '?f=[[', '链接中的筛选条件无法识别，已忽略'],
    ['a shape that is no condition', "?f=['__proto__','eq',1]", '链接中的筛选条件无法识别，已忽略'],
    ['an operator that is none', "?f=['name','drop']", '链接中的筛选条件无法识别，已忽略'],
    ['records of no object', "?f=['EXISTS','deal',['firm']]", '链接中的筛选条件无法识别，已忽略'],
    ['records that point by no field', "?f=['EXISTS','Deal',[]]", '链接中的筛选条件无法识别，已忽略'],
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

test('An address that names a field and a value leads to the list that is narrowed to it, and keeps its own filter', () => {
  const filter = { field: 'price', op: 'gte', value: '5' } as const;
  const own = encodeListState({ ...decodeListState('').state, filter, keyword: '鲸' });
  const led = narrowedAddress(`${own}&state=PAID`);
  expect(decodeListState(led ?? '').state).toMatchObject({
    keyword: '鲸',
    filter: { and: [{ field: 'state', op: 'in', value: ['PAID'] }, filter] },
  });
  expect(narrowedAddress(led ?? '')).toBeUndefined();
  expect(narrowedAddress('')).toBeUndefined();
});

test('an address with days narrows the list to what happened between them', () => {
  const filterOf = (search: string) => decodeListState(narrowedAddress(search) ?? '').state.filter;
  const between = (...value: string[]) => ({ field: 'at', op: 'between', value });
  expect(filterOf('?from=2026-11-20&to=2026-11-21')).toEqual(between('2026-11-20', '2026-11-21'));
  expect(filterOf('?to=2026-11-21')).toEqual(between('1600-01-01', '2026-11-21'));
  expect(filterOf('?from=2026-11-20&action=user.frozen')).toEqual({
    and: [between('2026-11-20', '2199-12-31'), { field: 'action', op: 'in', value: ['user.frozen'] }],
  });
});
