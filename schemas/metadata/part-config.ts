import { Type } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName } from './names.ts';

/** What of a definition a text may hold, so that staff choose it by its label and type no identifier. */
const HELD_PARTS = [
  'object',
  'field',
  'dateField',
  'setField',
  'groupField',
  'sumField',
  'order',
  'condition',
  'value',
] as const;
export type HeldPart = (typeof HELD_PARTS)[number];

export const PART_CONFIG = {
  /** The text is a part of a definition: an identifier, a condition, or a value of a field. */
  holds: Type.Optional(
    Type.Unsafe<HeldPart>(
      Type.Union(
        HELD_PARTS.map((part) => Type.Literal(part)),
        says('在表单中选择', {
          description: '文本存的是对象、字段或条件时，在表单中按名称选择，不必填写标识',
          'x-labels': {
            object: '对象',
            field: '字段',
            dateField: '日期字段',
            setField: '可填写的字段',
            groupField: '可分组的字段',
            sumField: '可合计的字段',
            order: '排序',
            condition: '条件',
            value: '字段的值',
          },
        }),
      ),
    ),
  ),
  /** Its dates may be compared with the user's last look, which whatever reads the condition then has to know. */
  asksLastLook: Type.Optional(
    Type.Boolean(
      says('可选“上次查看以来”', {
        description: '仅用于存放首页内容条件的字段：读取时以每个用户上次查看首页的日期代入',
      }),
    ),
  ),
  /** The field of the same form that holds the object; for a value, the one that holds its field. */
  holdsOf: Type.Optional(
    titled(FieldApiName, '对象取自', {
      description: '同一表单中选择对象的字段；选“字段的值”时，为选择字段的那一项。换了就重新选择',
      'x-control': 'fieldName',
    }),
  ),
} as const;
