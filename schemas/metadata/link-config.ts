import { Type } from 'typebox';
import { says, titled } from './annotations.ts';
import { ConditionInput } from './condition.ts';
import { FieldApiName } from './names.ts';

/** What links to other records say beside what every field says. */
export const LINK_CONFIG = {
  /** Of a link in the form of an action: the field of the form whose value is the object to choose from. */
  targetFrom: Type.Optional(
    titled(FieldApiName, '关联的对象取自', {
      description: '仅用于操作的表单：同一表单中选择对象的字段，换了对象就重新选择记录',
      'x-control': 'fieldName',
    }),
  ),
  /** Only records of the other object that meet this may be chosen; what is linked already stays. */
  targetFilter: Type.Optional(
    titled(ConditionInput, '可选的记录', { description: '只能关联符合条件的记录；已关联的保留', 'x-group': '取值' }),
  ),
  /** Only records that name in `field` what this record names in `of`, as the funds of the manager that was chosen. */
  targetMatch: Type.Optional(
    Type.Object(
      {
        of: titled(FieldApiName, '随本表单字段', {
          description: '本表单中的另一关联字段：它有值时，只能关联与它相同的记录，如所选管理人的基金',
          'x-control': 'fieldName',
        }),
        field: titled(FieldApiName, '对应的字段', {
          description: '所关联对象中与上一项关联同一对象的字段',
          'x-control': 'otherFieldName',
        }),
      },
      { additionalProperties: false, ...says('随其他字段', { 'x-group': '取值' }) },
    ),
  ),
  /** Of a link to a company: others than staff name only companies that they speak for by certification. */
  spokenFor: Type.Optional(
    Type.Boolean(
      says('仅限本人代表的企业', {
        description: '运营人员以外的用户只能选择自己已认证代表的企业',
        'x-group': '权限与状态',
      }),
    ),
  ),
  /** Of a link to a company: who speaks for that company reads the record as one of its own, without VIP. */
  ofCompany: Type.Optional(
    Type.Boolean(
      says('属于所关联的企业', {
        description: '代表该企业的用户查看这条记录时无需会员',
        'x-group': '权限与状态',
      }),
    ),
  ),
} as const;
