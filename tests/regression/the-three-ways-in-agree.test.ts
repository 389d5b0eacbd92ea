import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { catalogObjects } from '#tests/support/rules/one-judgement.ts';
import { options, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { ThreeWays } from '#tests/support/rules/three-ways.ts';

function outcomes(fields: readonly FieldDefinition[], values: RecordValues, clears = false) {
  const ways = new ThreeWays(new CatalogObject(sampleObject(fields), new Map()));
  const all = [ways.byForm(values, undefined), ways.byApi(values, undefined), ways.byImport(values, undefined, clears)];
  return all.map((way) => (way.problems.length > 0 ? way.problems.map(({ field }) => field) : way.values));
}

describe('a new record by form, API and import', () => {
  it.each([
    ['text', ' 鲸图 ', '鲸图'],
    ['longText', '　首行\r\n次行\n', '首行\n次行'],
    ['url', 'https://example.com ', 'https://example.com'],
    ['phone', ' 13800138000', '13800138000'],
    ['email', ' a@example.com ', 'a@example.com'],
    ['textList', [' 一 ', '二'], ['一', '二']],
  ] as const)('keeps a %s without the space around it', (type, typed, kept) => {
    expect(outcomes([text('given', { type })], { given: typed })).toEqual([
      { given: kept },
      { given: kept },
      { given: kept },
    ]);
  });

  it('may use its whole length for what is not space', () => {
    const kept = { given: '鲸图' };
    expect(outcomes([text('given', { maxLength: 2 })], { given: ' 鲸图 ' })).toEqual([kept, kept, kept]);
  });

  it.each(['a\0b', 'a\ud800b'])('is refused at the field that holds %j', (given) => {
    const [form, api] = outcomes([text('given')], { given });
    expect([form, api]).toEqual([['given'], ['given']]);
  });

  it.each([
    ['date', ['1201', '1599-12-31', '2200', '9999-01-01'], ['1600', '1636-09-08', '2199-12']],
    ['dateTime', ['1201-05-06T01:00:00Z', '2200-01-01T00:00:00Z'], ['1999-12-31T23:59:59Z']],
    [
      'url',
      [
        'http://a|b.com',
        'https://a b.com',
        'https://a..com',
        'https://-a.com',
        'https://user@a.com',
        'https://a.com:99999',
        'https://1.2.3',
        'https://1.2.3.256',
        'https://a<b.com/x',
      ],
      ['https://中国.cn/路径|x?a=|b', 'http://my_shop.example.com:8080', 'https://1.2.3.4/#x', 'https://a.com?x'],
    ],
    ['email', ['a@b|c.com', 'a@b..com', 'a@-b.com'], ['a.b+c@例子.中国']],
  ] as const)('is a %s only where it could be one', (type, wrong, right) => {
    const fields = [text('given', { type, config: type === 'date' ? { partial: true } : {} })];
    for (const given of wrong) expect([given, outcomes(fields, { given })]).toEqual([given, Array(3).fill(['given'])]);
    for (const given of right) expect([given, outcomes(fields, { given })]).toEqual([given, Array(3).fill({ given })]);
  });

  it('keeps to the first and last day that its metadata says', () => {
    const config = { partial: true, earliest: '1200-06-15', latest: '2026-06-15' };
    const fields = [text('given', { type: 'date', config })];
    for (const given of ['1201', '1200', '1200-06', '2026-06', '2026-06-15'])
      expect([given, outcomes(fields, { given })]).toEqual([given, Array(3).fill({ given })]);
    for (const given of ['1199', '1200-05', '1200-06-14', '2026-07', '2026-06-16', '2027'])
      expect([given, outcomes(fields, { given })]).toEqual([given, Array(3).fill(['given'])]);
  });

  it('does not get back a default that was emptied', () => {
    const fields = [
      text('name'),
      text('mood', { type: 'select', selectOptions: options('好'), config: { default: '好' } }),
    ];
    const cleared = { name: '鲸图', mood: null };
    expect(outcomes(fields, cleared, true)).toEqual([{ name: '鲸图' }, { name: '鲸图' }, { name: '鲸图' }]);
  });
});

describe('the text of an option', () => {
  const choices = new Map(
    catalogObjects()
      .flatMap(({ fields }) => fields)
      .filter(({ type }) => type === 'select' || type === 'treeSelect')
      .map((field) => [`${field.type} ${field.config?.optionSet ?? field.apiName}`, field]),
  );

  it.each([...choices])('of a %s is read back as that option', (_, field) => {
    const type = fieldType(field);
    const values = (field.selectOptions ?? []).map(({ value }) => value);
    expect(values.map((value) => type.fromText(type.toText(value, field), field))).toEqual(
      values.map((value) => ({ value })),
    );
  });

  it('may have separators in its labels, at any level, and names a way from any branch', () => {
    const tree = [
      { value: '1', label: '半导体/集成电路' },
      { value: '2', label: 'A-B', parent: '1' },
      { value: '3', label: 'C/D', parent: '2' },
      { value: '4', label: '半导体' },
    ];
    const field = text('given', { type: 'treeSelect', selectOptions: tree });
    const read = (given: string) => fieldType(field).fromText(given, field);
    const paths = ['半导体/集成电路/A-B/C/D', '半导体/集成电路 > A-B', '/A-B／C/D/', 'C/D', '半导体'];
    expect(paths.map(read)).toEqual(['3', '2', '3', '3', '4'].map((value) => ({ value })));
    expect(read('半导体/A-B')).toEqual({ reason: '选项“半导体/A-B”不存在' });
    expect(read('/'.repeat(100_000))).toHaveProperty('reason');
  });
});
