import { describe, expect, test } from 'vitest';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { wayIn, waysOf, withLookup } from '#shared/rules/blocks/ways.ts';
import { newObject } from '#tests/support/editing.ts';

const COMPANY = newObject('Firm', [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'region', type: 'text', label: '地区' },
  { apiName: 'code', type: 'text', label: '证照号码', config: { sealed: true } },
  { apiName: 'logo', type: 'image', label: '标志' },
]);
const DEAL = newObject('Deal', [
  { apiName: 'title', type: 'text', label: '标题' },
  { apiName: 'company', type: 'reference', label: '企业', targetApiName: 'Firm' },
  { apiName: 'others', type: 'multiReference', label: '其他企业', targetApiName: 'Firm' },
]);
const find = (apiName: string): ObjectDefinition | undefined => (apiName === 'Firm' ? COMPANY : undefined);
const [, region] = waysOf(DEAL, find);

describe('what is read over a reference', () => {
  test('is every open value of the record that a single reference names', () => {
    expect(waysOf(DEAL, find).map(({ label }) => label)).toEqual(['企业 › 名称', '企业 › 地区']);
  });

  test('is nothing where the other object is not known, or is kept by a feature', () => {
    expect(waysOf(DEAL, () => undefined)).toEqual([]);
    expect(waysOf(DEAL, () => ({ ...COMPANY, kind: 'system' }))).toEqual([]);
  });

  test('is kept by a look-up field of the object, made once', () => {
    const made = region && withLookup(DEAL, region, (wanted) => wanted, find);
    expect(made?.object.fields.at(-1)).toMatchObject({
      apiName: 'companyRegion',
      type: 'lookup',
      label: '企业地区',
      config: { lookup: { reference: 'company', field: 'region' }, result: 'text' },
    });
    const [, again] = waysOf(made?.object ?? DEAL, find);
    expect(again?.known?.apiName).toBe('companyRegion');
  });

  test.each([
    ['self.company.region == 1', 'self.company.region'],
    ['企业 › 地区 是 1', '企业 › 地区'],
    ['企业.地区 是 1', '企业.地区'],
    ['self.companyRegion', undefined],
  ])('is found in a text as it is written: %s', (source, written) => {
    expect(wayIn(source, waysOf(DEAL, find))?.written).toBe(written);
  });
});
