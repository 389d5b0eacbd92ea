import { expect, test } from 'vitest';
import { treeSelect } from '#generators/field-types/tree-select.ts';
import { OVERSEAS, regionOptions } from '#server/core/catalog/region-options.ts';

const { options } = regionOptions();
const field = { apiName: 'region', type: 'treeSelect', label: '地区', selectOptions: options } as const;
const read = (text: string) => {
  const parsed = treeSelect.fromText(text, { ...field, selectOptions: [...options] });
  return 'value' in parsed ? parsed.value : parsed.reason;
};

test('regions have short labels', () => {
  const labels = options.filter(({ parent }) => parent === undefined).map(({ label }) => label);
  expect(labels).toHaveLength(35);
  expect(labels).toEqual(expect.arrayContaining(['北京', '广东', '内蒙古', '西藏', '广西', '新疆', '香港', OVERSEAS]));
  expect(options.find(({ value }) => value === '440300')).toMatchObject({
    label: '深圳',
    parent: '440000',
    aliases: ['深圳市'],
  });
});

test('a municipality has no cities below it', () => {
  for (const code of ['110000', '120000', '310000', '500000']) {
    expect(options.filter(({ parent }) => parent === code)).toEqual([]);
  }
});

test('regions are found by short, full, English and three-letter names', () => {
  expect(['北京', '北京市', '广东省', '深圳', '广东/深圳', '恩施土家族苗族自治州', 'Hong Kong'].map(read)).toEqual([
    '110000',
    '110000',
    '440000',
    '440300',
    '440300',
    '422800',
    '810000',
  ]);
  expect(['美国', 'USA', 'United States', 'sgp', '海外'].map(read)).toEqual(['US', 'US', 'US', 'SG', '海外']);
});

test('吉林 is the province and 吉林市 the city', () => {
  expect([read('吉林'), read('吉林市')]).toEqual(['220000', '220200']);
});

test('domestic codes have six digits and the others two characters, which rules rely on', () => {
  const abroad = options.filter(({ value, parent }) => value === OVERSEAS || parent === OVERSEAS);
  expect(abroad.every(({ value }) => Array.from(value).length === 2)).toBe(true);
  expect(options.filter((option) => !abroad.includes(option)).every(({ value }) => /^\d{6}$/.test(value))).toBe(true);
});

test('no part of China is under 海外', () => {
  const abroad = options.filter(({ parent }) => parent === OVERSEAS).map(({ value }) => value);
  expect(abroad.filter((code) => ['CN', 'HK', 'MO', 'TW'].includes(code))).toEqual([]);
});
