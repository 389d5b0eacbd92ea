import { describe, expect, test } from 'vitest';
import { headingMoved, type Listed, listGroups, movedTo, newPlaces } from '#shared/metadata/navigation-order.ts';

const list = (apiName: string, position: number | undefined, more: Partial<Listed> = {}): Listed => ({
  apiName,
  label: apiName,
  route: `/data/${apiName}`,
  position,
  ...more,
});
const LISTS = [
  list('Deal', 30),
  list('Company', 10),
  list('Fund', 20),
  list('Project', 110, { route: '/InvestmentFinancing/project' }),
  list('Product', 2310, { heading: '商品' }),
  list('Own', 5, { route: '/pipeline' }),
];
const namesOf = (lists: readonly Listed[]) =>
  listGroups(lists).map(({ heading, lists: of }) => [heading, of.map(({ apiName }) => apiName)]);

/** The lists as they are once the places have been saved. */
const saved = (places: ReturnType<typeof newPlaces>): Listed[] =>
  LISTS.map((one) => {
    const place = places.find(({ apiName }) => apiName === one.apiName);
    return place ? { ...one, heading: place.heading, position: place.position } : one;
  });

describe('The order of the navigation', () => {
  test('is that of headings and places, and has what it leads to', () => {
    expect(namesOf(LISTS)).toEqual([
      ['数据洞察', ['Company', 'Fund', 'Deal']],
      ['投融资对接', ['Project']],
      ['商品', ['Product']],
    ]);
  });

  test('of headings is changed by moving one before or behind another', () => {
    const groups = listGroups(LISTS);
    const places = newPlaces(headingMoved(groups, '投融资对接', -1));
    expect(namesOf(saved(places))).toEqual([
      ['投融资对接', ['Project']],
      ['数据洞察', ['Company', 'Fund', 'Deal']],
      ['商品', ['Product']],
    ]);
    expect(newPlaces(headingMoved(groups, '商品', 1))).toEqual([]);
    expect(newPlaces(headingMoved(headingMoved(groups, '商品', -1), '商品', 1))).toEqual([]);
  });

  test('needs nothing saved while nothing is moved', () => {
    expect(newPlaces(listGroups(LISTS))).toEqual([]);
  });

  test('changes two objects where a list is moved by one', () => {
    const places = newPlaces(movedTo(listGroups(LISTS), 'Deal', '数据洞察', 1));
    expect(places).toEqual([
      { apiName: 'Deal', position: 20 },
      { apiName: 'Fund', position: 30 },
    ]);
    expect(namesOf(saved(places))[0]).toEqual(['数据洞察', ['Company', 'Deal', 'Fund']]);
  });

  test('gives a list the heading that it is moved under, and takes it away where its address has it', () => {
    const there = newPlaces(movedTo(listGroups(LISTS), 'Fund', '商品', 0));
    expect(there.find(({ apiName }) => apiName === 'Fund')).toMatchObject({ heading: '商品' });
    expect(namesOf(saved(there))).toEqual([
      ['数据洞察', ['Company', 'Deal']],
      ['投融资对接', ['Project']],
      ['商品', ['Fund', 'Product']],
    ]);
    const back = newPlaces(movedTo(listGroups(saved(there)), 'Fund', '数据洞察', 1));
    expect(back.find(({ apiName }) => apiName === 'Fund')).not.toHaveProperty('heading');
  });

  test('takes lists without a place, and with one place twice', () => {
    const lists = [list('A', 10), list('B', 10), list('C', undefined)];
    const places = newPlaces(movedTo(listGroups(lists), 'C', '数据洞察', 0));
    const order = lists.map((one) => ({ ...one, ...places.find(({ apiName }) => apiName === one.apiName) }));
    expect(namesOf(order)[0]).toEqual(['数据洞察', ['C', 'A', 'B']]);
  });
});
