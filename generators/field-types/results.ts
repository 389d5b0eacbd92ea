import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rollup, RollupFunction } from '#schemas/metadata/rollup.ts';
import { isFromOthers, isStatable, valueType } from './registry.ts';

type FindObject = (apiName: string) => ObjectDefinition | undefined;

const AVERAGE_PLACES = 6;

/** Types of the values that a roll-up collects: those of one value, and those of a list of them. */
const COLLECTED: Readonly<Partial<Record<FieldTypeName, FieldTypeName>>> = {
  text: 'textList',
  textList: 'textList',
  select: 'multiSelect',
  multiSelect: 'multiSelect',
  reference: 'multiReference',
  multiReference: 'multiReference',
};

const NUMBERS: ReadonlySet<FieldTypeName> = new Set(['integer', 'decimal', 'currency']);
const ORDERED: ReadonlySet<FieldTypeName> = new Set([...NUMBERS, 'percent', 'date', 'dateTime']);
const FILES: ReadonlySet<FieldTypeName> = new Set(['image', 'file']);

/** Type of what a function makes of values of a type; undefined when it can make nothing of them. */
export function rollupResult(name: RollupFunction, of: FieldTypeName | undefined): FieldTypeName | undefined {
  if (name === 'count') return 'integer';
  if (name === 'exists') return 'boolean';
  if (of === undefined) return undefined;
  switch (name) {
    case 'countDistinct':
      return FILES.has(of) ? undefined : 'integer';
    case 'sum':
      return NUMBERS.has(of) ? of : undefined;
    case 'avg':
      if (of === 'integer') return 'decimal';
      return NUMBERS.has(of) || of === 'percent' ? of : undefined;
    case 'min':
    case 'max':
      return ORDERED.has(of) ? of : undefined;
    case 'first':
      return FILES.has(of) ? undefined : of;
    case 'distinct':
      return COLLECTED[of];
  }
}

/** What of a source a result needs to be kept, shown and compared alike. */
function inherited(source: FieldDefinition): Partial<FieldDefinition> {
  const { selectOptions, targetApiName, decimalPlaces, dateFormat, config = {} } = source;
  const { optionSet, bandOptionSet, currencies, partial, unit, notation, presets } = config;
  return Object.fromEntries(
    Object.entries({
      selectOptions: optionSet === undefined && bandOptionSet === undefined ? selectOptions : undefined,
      targetApiName,
      decimalPlaces,
      dateFormat,
      config: Object.fromEntries(
        Object.entries({ optionSet, bandOptionSet, currencies, partial, unit, notation, presets }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    }).filter(([, value]) => value !== undefined),
  );
}

/** Settings that only follow from the source; those of display stay as staff set them. */
const FOLLOWING = ['result', 'optionSet', 'bandOptionSet', 'currencies', 'partial'] as const;

function withoutFollowing(field: FieldDefinition): FieldDefinition {
  const { selectOptions: _options, targetApiName: _target, decimalPlaces: _places, config = {}, ...rest } = field;
  const kept = Object.entries(config).filter(([name]) => !(FOLLOWING as readonly string[]).includes(name));
  return { ...rest, config: Object.fromEntries(kept) };
}

const fieldOf = (object: ObjectDefinition | undefined, apiName: string | undefined): FieldDefinition | undefined =>
  object?.fields.find((field) => field.apiName === apiName);

function rollupSource({ objectApiName, of = [] }: Rollup, find: FindObject): FieldDefinition | undefined {
  return fieldOf(find(objectApiName), of[0]);
}

/** The field of another object that a roll-up or a look-up takes its values from; undefined where it takes none. */
function sourceOf(field: FieldDefinition, object: ObjectDefinition, find: FindObject): FieldDefinition | undefined {
  const { rollup, lookup } = field.config ?? {};
  if (rollup) return rollupSource(rollup, find);
  const target = fieldOf(object, lookup?.reference)?.targetApiName;
  return target === undefined ? undefined : fieldOf(find(target), lookup?.field);
}

function withResult(field: FieldDefinition, object: ObjectDefinition, find: FindObject): FieldDefinition {
  if (!isFromOthers(field)) return field;
  const source = sourceOf(field, object, find);
  const of = source && valueType(source).type;
  const name = field.config?.rollup?.function;
  const result = name === undefined ? of : rollupResult(name, of);
  const bare = withoutFollowing(field);
  // A count, an average and the like are plain numbers, whatever they are counted from.
  const isAlike = result !== undefined && source && (result === of || COLLECTED[of ?? 'text'] === result);
  const { config: settings = {}, ...rest } = isAlike ? inherited(source) : {};
  return {
    ...rest,
    ...bare,
    ...(name === 'avg' && { decimalPlaces: AVERAGE_PLACES }),
    config: { ...settings, ...bare.config, ...(result !== undefined && { result }) },
  };
}

/**
 * An object whose roll-ups and look-ups know the type of their values and carry its options, target and precision, as they
 * are in the objects that they read. Given another time it comes to the same.
 */
export function withResults(object: ObjectDefinition, findOther: FindObject): ObjectDefinition {
  if (!object.fields.some(isFromOthers)) return object;
  let result = object;
  // A look-up may read a roll-up of the same object.
  const find: FindObject = (apiName) => (apiName === object.apiName ? result : findOther(apiName));
  for (let pass = 0; pass < 2; pass += 1)
    result = { ...result, fields: result.fields.map((field) => withResult(field, result, find)) };
  return result;
}

/** A field that users could fill with values like those of one that is worked out of other records. */
export function answerField(field: FieldDefinition): FieldDefinition {
  const { rollup: _rollup, lookup: _lookup, result: _result, ...config } = field.config ?? {};
  return { ...field, type: valueType(field).type, config };
}

/** A field as files bring its values: what they bring of one that is counted is stated beside the count. */
export const broughtField = (field: FieldDefinition): FieldDefinition =>
  isStatable(field) ? answerField(field) : field;
