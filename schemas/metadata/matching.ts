import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

const FIELD = { 'x-control': 'fieldName' } as const;

/**
 * By what duplicates of a record are found, beside its names: the fields that say who it is. With `objectApiName` the records
 * are forms, compared with the records of that object.
 */
export const ObjectMatching = Type.Object(
  {
    objectApiName: Type.Optional(
      titled(ObjectApiName, '比对的对象', { description: '不填则与本对象的记录比对', 'x-control': 'objectName' }),
    ),
    legalName: Type.Optional(titled(FieldApiName, '工商名称字段', FIELD)),
    creditCode: Type.Optional(titled(FieldApiName, '统一社会信用代码字段', FIELD)),
    site: Type.Optional(titled(FieldApiName, '官网字段', FIELD)),
    region: Type.Optional(titled(FieldApiName, '地区字段', FIELD)),
    person: Type.Optional(titled(FieldApiName, '法定代表人字段', FIELD)),
    foundedOn: Type.Optional(titled(FieldApiName, '成立日期字段', FIELD)),
  },
  { additionalProperties: false, ...says('查重', { 'x-group': '查重' }) },
);
export type ObjectMatching = Static<typeof ObjectMatching>;
