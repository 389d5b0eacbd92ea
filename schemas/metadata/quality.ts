import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

/** Records of the object that staff should look at, told by a condition. */
const QualityFigure = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 40, ...says('名称') }),
    filter: ConditionInput,
    help: Type.Optional(Type.String({ maxLength: 200, ...says('说明') })),
  },
  { additionalProperties: false },
);
export type QualityFigure = Static<typeof QualityFigure>;

/** A text field that names records of another object while these have no record of their own. */
const NamedRecords = Type.Object(
  { field: titled(FieldApiName, '字段', { 'x-control': 'fieldName' }), objectApiName: ObjectApiName },
  { additionalProperties: false },
);

/** Records of one parent follow one another by a date, and their steps never go back. */
const RecordOrder = Type.Object(
  {
    of: titled(FieldApiName, '所属记录字段', {
      description: '指向同一记录的各条记录依次发生',
      'x-control': 'fieldName',
    }),
    date: titled(FieldApiName, '先后日期字段', { 'x-control': 'fieldName' }),
    /** A select field, and those of its values that come one after another; others may come at any time. */
    step: Type.Optional(titled(FieldApiName, '步骤字段', { 'x-control': 'fieldName' })),
    steps: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: 100,
        uniqueItems: true,
        ...says('依次发生的步骤', { description: '步骤字段的值，先发生的在前；不在其中的不比较' }),
      }),
    ),
  },
  { additionalProperties: false, ...says('先后') },
);
export type RecordOrder = Static<typeof RecordOrder>;

/** What the page of data quality looks at beyond what fields and rules say. */
export const ObjectQualityRules = Type.Object(
  {
    /** A record that its source vouches for on no day within so many is out of date; 180 when absent, 0: never. */
    staleAfter: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 36500,
        ...says('几天未核实算过期', { description: '按“截止日期字段”；不填时为 180 天，0 表示不会过期' }),
      }),
    ),
    figures: Type.Optional(
      Type.Array(QualityFigure, {
        maxItems: 10,
        ...says('数据质量指标', {
          description: '统计满足条件的记录，如 [{"label": "金额未知", "filter": {"field": "amount", "op": "empty"}}]',
          'x-control': 'json',
        }),
      }),
    ),
    names: Type.Optional(
      Type.Array(NamedRecords, {
        maxItems: 20,
        ...says('记有名称的字段', {
          description: '提示其中已有同名记录的名称，如 [{"field": "字段名", "objectApiName": "对象名"}]',
          'x-control': 'json',
        }),
      }),
    ),
    order: Type.Optional(RecordOrder),
  },
  { additionalProperties: false, ...says('数据质量', { 'x-group': '数据质量' }) },
);
export type ObjectQualityRules = Static<typeof ObjectQualityRules>;
