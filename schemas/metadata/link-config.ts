import { Type } from 'typebox';
import { says, titled } from './annotations.ts';
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
