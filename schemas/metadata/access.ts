import { Type } from 'typebox';
import { says, titled } from './annotations.ts';
import { Audience } from './audience.ts';
import { Duty, DUTY_LABELS } from './duty.ts';
import { ROLE_LABELS } from './role.ts';
import { FieldApiName } from './names.ts';
import { RowLimit } from './row-limit.ts';

export const ObjectAccess = Type.Object(
  {
    list: titled(Audience, '查看列表'),
    detail: titled(Audience, '查看详情'),
    create: titled(Audience, '新建'),
    edit: titled(Audience, '编辑'),
    /** Who `roles` is, wherever an audience of this object is that. */
    roles: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        ...says('指定身份', {
          description:
            '上面任一项选“指定身份”时，具有其中任一身份的用户可以；列表、搜索、统计、图表、导出、问答、订阅与接口都按它执行',
          'x-labels': ROLE_LABELS,
        }),
      }),
    ),
    /** Staff with any of these duties are let through every audience; those with `data` when absent. */
    duties: Type.Optional(
      Type.Array(Duty, {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        ...says('负责的职责', {
          description: '具有其中任一职责的产品人员可以查看和维护全部记录；不填则为“数据与内容”',
          'x-labels': DUTY_LABELS,
        }),
      }),
    ),
    /** Every user, staff included, sees only records of their own; each record is seen by the audience when absent. */
    rows: Type.Optional(Type.Literal('own', says('可见记录', { 'x-labels': { own: '仅本人的记录' } }))),
    /** A user sees the records that meet one of those that are for the user, and all where none is; staff see all. */
    limits: Type.Optional(
      Type.Array(RowLimit, {
        minItems: 1,
        maxItems: 12,
        ...says('按条件可见', {
          description:
            '某些身份只看到符合条件的记录；列表、详情、搜索、统计、关联、导出、订阅、问答与接口都按它执行。适用多条时符合任一条即可见，产品人员看到全部',
        }),
      }),
    ),
    /** Fields of the newest records that the landing page shows to visitors, in this order; none when absent. */
    teaser: Type.Optional(
      Type.Array(FieldApiName, {
        maxItems: 8,
        uniqueItems: true,
        ...says('访客预览', {
          description: '未登录的访客在落地页看到最新记录的这些字段；不填则不公开任何记录',
          'x-control': 'fieldNames',
        }),
      }),
    ),
  },
  { additionalProperties: false, ...says('权限', { 'x-group': '权限' }) },
);
