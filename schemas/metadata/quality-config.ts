import { Type } from 'typebox';
import { says } from './annotations.ts';

/** What data quality looks at in a field. */
export const QUALITY_CONFIG = {
  /** Weight of the field in the completeness of its object: 1 when absent, 0 for a field that does not count. */
  importance: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      ...says('完整度权重', { description: '不填时为 1；0 表示不计入完整度', 'x-group': '数据质量' }),
    }),
  ),
  /** A value whose record was not verified within so many days is out of date; never when absent. */
  staleAfter: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 36500,
      ...says('几天未核实算过期', { description: '按记录的截止日期；不填时只看整条记录', 'x-group': '数据质量' }),
    }),
  ),
};
