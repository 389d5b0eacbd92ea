import { decimal } from './decimal.ts';
import type { FieldType } from './field-type.ts';

/** Percent points as exact text: `12.5` is 12.5 %. */
export const percent: FieldType = {
  ...decimal,
  type: 'percent',
  label: '百分比',
  share: true,
  width: 110,
  fromText: (text, field) => decimal.fromText(text.trim().replace(/[%％]$/, ''), field),
  toText: (value) => (value === null || value === undefined ? '' : `${value as string}%`),
};
