import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { OtherFilter } from './detail.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

const FIELD = { 'x-control': 'fieldName' } as const;
const OTHER = { 'x-control': 'otherFieldName' } as const;
const FIELDS = { 'x-control': 'fieldNames' } as const;
/** Rare and deep: written as JSON. */
const JSON_TEXT = { 'x-control': 'json' } as const;
const OptionValue = Type.String({ minLength: 1, maxLength: 100 });
const OptionValues = (title: string) =>
  Type.Optional(Type.Array(OptionValue, { maxItems: 50, uniqueItems: true, ...says(title) }));

/**
 * What the sum of some columns is compared with: a sum of a field of other records, for each record that `per` names. The
 * other records are those whose `link` names it too.
 */
const BoardGoal = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 20, ...says('名称') }),
    per: titled(FieldApiName, '按哪个字段分别计算', FIELD),
    reached: Type.Array(OptionValue, { minItems: 1, maxItems: 20, uniqueItems: true, ...says('计入的列') }),
    objectApiName: titled(ObjectApiName, '目标所在对象', { 'x-control': 'objectName' }),
    link: titled(FieldApiName, '目标所在对象的关联字段', OTHER),
    field: titled(FieldApiName, '目标字段', OTHER),
    filter: Type.Optional(OtherFilter),
  },
  { additionalProperties: false, ...says('目标', { 'x-group': '目标' }) },
);

/**
 * A list as columns of cards: one column for each option of the field `by`. A card is put into another column by a change of
 * its record, or by an action of the object whose form asks for `by`; `asks` are those of its other fields that some columns
 * need.
 */
export const BoardLayout = Type.Object(
  {
    by: titled(FieldApiName, '分列字段', { description: '单选字段，每个选项一列', ...FIELD }),
    card: Type.Array(FieldApiName, { minItems: 1, maxItems: 8, uniqueItems: true, ...says('卡片字段', FIELDS) }),
    /** References of which the first that is there gives the card its picture: that of its own detail page. */
    logo: Type.Optional(Type.Array(FieldApiName, { maxItems: 4, uniqueItems: true, ...says('标志取自', FIELDS) })),
    /** A day that is marked once it has passed, but for the columns `ended`. */
    due: Type.Optional(titled(FieldApiName, '到期字段', FIELD)),
    ended: OptionValues('已结束的列'),
    /** An amount or number that is added up for each column. */
    sum: Type.Optional(titled(FieldApiName, '合计字段', FIELD)),
    goal: Type.Optional(BoardGoal),
    /**
     * Ids of actions: what puts a card into another column, and what takes that back. When absent, a card is moved by a change
     * of its record, by users who may change it.
     */
    move: Type.Optional(
      titled(FieldApiName, '移动卡片的操作', { description: '系统对象使用；不填则移动即修改记录的分列字段' }),
    ),
    undo: Type.Optional(titled(FieldApiName, '撤销移动的操作')),
    asks: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: titled(OptionValue, '移入的列'),
            fields: Type.Array(FieldApiName, {
              minItems: 1,
              maxItems: 10,
              uniqueItems: true,
              ...says('填写的字段', FIELDS),
            }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50, ...says('移入时填写', JSON_TEXT) },
      ),
    ),
  },
  { additionalProperties: false, ...says('看板', { 'x-kind': 'boardLayout' }) },
);
export type BoardLayout = Static<typeof BoardLayout>;
