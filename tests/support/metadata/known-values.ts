import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import type { ValueKind } from '#generators/field-types/field-type.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { context, sampleObject } from './sample-object.ts';

const TEXTS = ['鲸图', '星河', 'https://a.cn', 'https://b.cn', '13800138000', '13900139000', 'a@b.cn', 'c@d.cn'];

/** Values of each kind, the lesser before the greater, of which every type takes two at least. */
const CANDIDATES: Readonly<Record<ValueKind, readonly FieldValue[]>> = {
  text: TEXTS,
  texts: TEXTS.map((text) => [text]),
  integer: [1, 2, 3, 4],
  decimal: ['1', '2', '3', '4'],
  money: [
    { num: '2', currency: 'CNY' },
    { num: '4', currency: 'CNY' },
    { num: '2', currency: 'USD' },
    { num: '4', currency: 'USD' },
  ],
  date: ['2024-06-03', '2025-06-03'],
  instant: ['2024-06-03T01:00:00Z', '2025-06-03T01:00:00Z'],
  boolean: [false, true],
  link: [{ id: '1' }, { id: '2' }],
  links: [[{ id: '1' }], [{ id: '2' }]],
  file: [
    { url: 'https://files.example.com/a.pdf', name: 'a.pdf' },
    { url: 'https://files.example.com/b.pdf', name: 'b.pdf' },
  ],
};

/** Two different values that a field takes, found out of its own definition, so that a new type needs no line here. */
export function twoValues(given: FieldDefinition): readonly [FieldValue, FieldValue] {
  const field = { ...given, required: false };
  const check = compileObject(sampleObject([field]));
  const kind = valueKind(field);
  const options = field.selectOptions?.map(({ value }) => (kind === 'texts' ? [value] : value));
  const candidates = kind === 'money' || !options ? CANDIDATES[kind] : options;
  const taken = candidates.filter((value) => check.check({ [field.apiName]: value }, context).problems.length === 0);
  const [first, second] = [taken[0], taken.at(-1)];
  if (first === undefined || second === undefined) throw new Error(`No value is known that ${field.label} takes.`);
  return [first, second];
}
