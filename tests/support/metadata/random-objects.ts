import { CURRENCIES, FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import type { Prng } from '#tests/support/prng.ts';
import { EVERY_FIELD } from './every-field-type.ts';
import { sampleObject } from './sample-object.ts';

const amount = (random: Prng, places: number): string => {
  const fraction = places > 0 && random.chance(0.5) ? `.${String(random.int(1, 9))}` : '';
  return `${random.int(0, 5000)}${fraction}`;
};

/** Bounds that 1 to 4 are within. */
const around = (random: Prng, places: number): { min: string; max: string } => ({
  min: random.chance(0.5) ? `-${amount(random, places)}` : '0',
  max: String(random.int(5, 5000)),
});

function someOptions(random: Prng, isTree: boolean): SelectOption[] {
  const size = random.int(2, random.chance(0.1) ? 60 : 8);
  const all = Array.from({ length: size }, (_, index): SelectOption => ({
    value: `v${index}`,
    label: `选项${index}`,
    ...(index > 0 && random.chance(0.1) && { retired: true }),
  }));
  return isTree ? all.map((option, index) => (index > 2 ? { ...option, parent: `v${index % 3}` } : option)) : all;
}

/** Ways to define a field of a type beyond those that are named in every-field-type. */
function drawn(type: FieldTypeName, random: Prng): Partial<FieldDefinition> {
  const places = random.int(0, 4);
  const days = () => `${random.int(1900, 1999)}-0${random.int(1, 9)}-${random.int(10, 28)}`;
  const ways: Partial<Record<FieldTypeName, () => Partial<FieldDefinition>>> = {
    text: () => ({ minLength: random.int(0, 2), maxLength: random.int(4, 60) }),
    longText: () => ({ maxLength: random.int(10, 900) }),
    integer: () => ({ config: { min: String(random.int(-50, 0)), max: String(random.int(5, 5000)) } }),
    decimal: () => ({ decimalPlaces: places, config: around(random, places) }),
    percent: () => ({ decimalPlaces: places, config: around(random, places) }),
    currency: () => ({
      decimalPlaces: places,
      config: { ...around(random, places), currencies: CURRENCIES.slice(0, random.int(1, 10)) },
    }),
    date: () => ({
      config: {
        partial: random.chance(0.5),
        earliest: days(),
        latest: `20${random.int(30, 99)}-12-${random.int(10, 31)}`,
      },
    }),
    dateTime: () => ({ config: { earliest: days() } }),
    select: () => ({ selectOptions: someOptions(random, false) }),
    multiSelect: () => ({ selectOptions: someOptions(random, false), config: { maxItems: random.int(1, 5) } }),
    treeSelect: () => ({ selectOptions: someOptions(random, true) }),
    textList: () => ({ maxLength: random.int(2, 40), config: { maxItems: random.int(1, 6) } }),
    multiReference: () => ({ config: { maxItems: random.int(1, 9) } }),
  };
  return ways[type]?.() ?? {};
}

/** An object of 3 to 30 fields of any types, each defined in a way of its own; the first is a text that names it. */
export function randomObject(random: Prng, apiName: string): ObjectDefinition {
  const fields = Array.from({ length: random.int(2, 29) }, (_, index): FieldDefinition => {
    const type = random.pick(FIELD_TYPES);
    const known = EVERY_FIELD.filter((field) => field.type === type);
    const way = random.chance(0.5) || isComputed({ type }) ? random.pick(known) : drawn(type, random);
    return {
      ...way,
      apiName: `field${index}`,
      type,
      label: `字段 ${index} */ ${'`${x}`'}`,
      ...(!isComputed({ type }) && random.chance(0.3) ? { required: true } : { required: false }),
      ...(random.chance(0.2) && !way.config && { config: { help: '一句"说明"\n与下一行' } }),
      ...(type === 'reference' || type === 'multiReference' ? { targetApiName: 'InsightCompany' } : {}),
    };
  });
  const name: FieldDefinition = { apiName: 'name', type: 'text', label: '名称', required: true, maxLength: 80 };
  return { ...sampleObject([name, ...fields]), apiName, label: `对象 ${apiName}` };
}
