import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { fieldType, isComputed, isNumbered, valueKind, valueType } from '#generators/field-types/registry.ts';
import { optionSetName } from '#generators/options.ts';
import type { Purpose } from './choices.ts';

/** Names that everyone has for the shape of a text, by the names that we have. */
const FORMATS: Readonly<Record<string, string>> = {
  'full-date': 'date',
  instant: 'date-time',
  url: 'uri',
  'email-address': 'email',
};

/** What a person reads beside the title: the help, and bounds and units in words. */
export function describes(field: FieldDefinition, purpose: Purpose): string {
  const { config = {}, decimalPlaces, targetApiName } = field;
  const { help, unit, min, max, earliest, latest, partial } = config;
  const kind = valueKind(field);
  const range = kind === 'date' || kind === 'instant' ? [earliest, latest] : [min, max];
  const words = [
    help,
    (unit ?? (valueType(field).share && '%')) && `单位：${unit ?? '%'}`,
    targetApiName && `关联的对象：${targetApiName}`,
    kind === 'date' && partial && '可以只有年或年月',
    kind === 'instant' && 'UTC 时间，如 2026-01-31T08:00:00Z',
    isComputed(field) && '由系统计算',
    isNumbered(field) && '由系统编号',
    config.unique && '不能与其他记录重复',
    purpose === 'write' && config.patternMessage,
    ...(purpose === 'write'
      ? [
          range[0] !== undefined && `不小于 ${range[0]}`,
          range[1] !== undefined && `不大于 ${range[1]}`,
          decimalPlaces !== undefined && `最多 ${decimalPlaces} 位小数`,
        ]
      : []),
  ];
  return words.filter((word) => typeof word === 'string' && word !== '').join('；');
}

const given = (keywords: Readonly<Record<string, unknown>>): JsonSchema =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

/** What our keywords and `format` say of a field. */
export function keywords(field: FieldDefinition): JsonSchema {
  const { config = {}, decimalPlaces, targetApiName } = field;
  const { format } = fieldType(field).schema(field);
  return given({
    format: FORMATS[String(format)],
    'x-type': valueType(field).type,
    'x-unit': config.unit ?? (valueType(field).share ? '%' : undefined),
    'x-target': targetApiName,
    'x-target-filter': config.targetFilter,
    'x-target-match': config.targetMatch,
    'x-option-set': optionSetName(field),
    'x-decimal-places': decimalPlaces,
    'x-minimum': config.min ?? config.earliest,
    'x-maximum': config.max ?? config.latest,
    'x-partial': config.partial || undefined,
    'x-auto-number': config.autoNumber,
    'x-unique': config.unique || isNumbered(field) ? (config.uniqueWithin ?? []) : undefined,
    'x-computed': isComputed(field) ? field.type : undefined,
    'x-sealed': config.sealed || undefined,
    'x-visible-to': config.visibleTo,
  });
}
