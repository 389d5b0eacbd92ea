import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { valueKind, valueType } from '#generators/field-types/registry.ts';

export const isDate = (field: FieldDefinition): boolean => ['date', 'instant'].includes(valueKind(field));
/** A whole number that is a year. */
export const isYear = (field: FieldDefinition): boolean =>
  valueKind(field) === 'integer' && /年份?$|年度$/u.test(field.label);
export const isNumeric = (field: FieldDefinition): boolean =>
  ['integer', 'decimal', 'money'].includes(valueKind(field)) || valueType(field).share === true;

/** The unit that the values of a field are in: of its settings, or in brackets behind its label. */
export const unitOf = ({ config, label }: FieldDefinition): string =>
  config?.unit ??
  /[（(](?:[^（()）]*[，,、])?([^（()），,、]*)[)）]$/u.exec(label)?.[1]?.replace(/^单位[:：]?/u, '') ??
  '';

/** A number that says how much something has grown or shrunk. */
export const isChange = (field: FieldDefinition): boolean =>
  isNumeric(field) && /同比|环比|涨跌|涨幅|跌幅|增长|增速|收益率|回报/u.test(field.label);

/** As the settings of a field say. */
export const UNRANKED = 100;
export const rankOf = ({ config }: FieldDefinition): number => config?.askRank ?? UNRANKED;

/** The fields that are meant first where a value says nothing of its field. */
export function foremost(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const open = fields.filter(({ config }) => config?.askByName !== true);
  const least = Math.min(...open.map(rankOf));
  return open.filter((field) => rankOf(field) === least);
}
