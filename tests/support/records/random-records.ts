import { CURRENCIES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { DEFAULT_DECIMAL_PLACES } from '#generators/field-types/decimal.ts';
import { liveFields } from '#generators/object.ts';
import { twoValues } from '#tests/support/metadata/known-values.ts';
import type { Prng } from '#tests/support/prng.ts';

const TEXTS = ['鲸图', '𠮷野家', 'a', 'AI 医疗', '上海某某数据服务有限公司', 'x'.repeat(60), '文'.repeat(600)];
const DATES = ['2019', '2019-06', '2019-06-30', '2020-02-29', '2025-12-31', '2026-01-01', '2026-06-15', '2027'];
const WILD: readonly unknown[] = [
  '',
  ' ',
  'null',
  '2026-02-30',
  '2026-13',
  '20260101',
  '2026-01-01T25:00:00Z',
  '１２',
  '1e5',
  '007',
  '-0',
  '1.123456789',
  'http://',
  'https://a',
  'javascript:alert(1)',
  '+86 138-0013-8000',
  '转123',
  'a@b',
  '\ud83d',
  '\ud83dx',
  '𠮷'.repeat(30),
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  9007199254740992,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  ['a', 'a'],
  [1, 'a'],
  { id: '0' },
  { id: '12' },
  { id: '12', name: 'x' },
  { id: 12 },
  [{ id: '1' }, { id: '1' }],
  { num: '1' },
  { num: '1', currency: 'XXX' },
  { currency: 'CNY' },
  { num: 1, currency: 'CNY' },
  { num: '1.005', currency: 'USD', equivalentMoney: '7' },
  { url: 'https://files.example.com/a', name: 'a' },
  { url: 'x', name: '', size: -1 },
  { nope: 1 },
];

const amountText = (random: Prng, places: number): string => {
  const whole = random.chance(0.5) ? random.int(0, 200) : random.int(0, 2_000_000_000);
  // Quarters are exact as binary fractions too, which a second engine without decimals needs.
  const fraction = places >= 2 && random.chance(0.3) ? random.pick(['.25', '.5', '.75']) : '';
  return `${random.chance(0.1) && whole > 0 ? '-' : ''}${whole}${fraction}`;
};

const entries = <Entry>(random: Prng, most: number, draw: () => Entry): Entry[] =>
  Array.from({ length: random.int(0, most) }, draw);
const link = (random: Prng) => ({ id: String(random.int(1, 5)) });

/** A value that a person might well give; now and then one that breaks a bound of its field. */
export function plausibleValue(field: FieldDefinition, random: Prng): FieldValue {
  const option = () => random.pick(field.selectOptions ?? [{ value: 'a', label: 'a' }]).value;
  switch (field.type) {
    case 'integer':
      return random.chance(0.5) ? random.int(-2, 120) : random.int(1900, 30_000);
    case 'decimal':
    case 'percent':
      return amountText(random, field.decimalPlaces ?? DEFAULT_DECIMAL_PLACES);
    case 'currency':
      if (field.config?.bandOptionSet && random.chance(0.2)) return { band: option() };
      return {
        num: amountText(random, field.decimalPlaces ?? DEFAULT_DECIMAL_PLACES),
        currency: random.pick(field.config?.currencies ?? CURRENCIES.slice(0, 3)),
      };
    case 'date':
      return field.config?.partial ? random.pick(DATES) : random.pick(DATES.filter((day) => day.length === 10));
    case 'dateTime':
      return `${random.pick(DATES.filter((day) => day.length === 10))}T${String(random.int(0, 23)).padStart(2, '0')}:30:00Z`;
    case 'select':
    case 'treeSelect':
      return option();
    case 'multiSelect':
      return [...new Set(entries(random, 3, option))];
    case 'boolean':
      return random.chance(0.5);
    case 'reference':
      return link(random);
    case 'multiReference':
      return entries(random, 3, () => link(random));
    case 'textList':
      return entries(random, 4, () => random.pick(TEXTS));
    case 'image':
    case 'file':
      return { url: 'https://files.example.com/a.pdf', name: 'a.pdf', size: random.int(0, 9_000_000) };
    case 'url':
      return random.pick(['https://example.com', 'http://鲸图.中国/a?b=c', 'example.com']);
    case 'phone':
      return random.pick(['13800138000', '+86 10 6000 0000', '12']);
    case 'email':
      return random.pick(['a@example.com', 'nobody']);
    case 'formula':
      return undefined;
    case 'text':
    case 'longText':
      return random.pick(TEXTS);
    default:
      return random.pick(twoValues(field));
  }
}

/** Anything at all, of any type, as a broken client or an attacker might send it. */
export const wildValue = (random: Prng): unknown => random.pick(WILD);

/** A record with some fields filled plausibly. `more` are texts that the rules look for, so that they are found. */
export function plausibleRecord(object: ObjectDefinition, random: Prng, more: readonly string[] = []): RecordValues {
  const filled = random.pick([0.3, 0.7, 1]);
  const draw = (field: FieldDefinition): FieldValue =>
    field.type === 'text' && more.length > 0 && random.chance(0.5) ? random.pick(more) : plausibleValue(field, random);
  return Object.fromEntries(
    liveFields(object).flatMap((field) => (random.chance(filled) ? [[field.apiName, draw(field)] as const] : [])),
  );
}
