import { Type } from 'typebox';

/** An object's name as a regular expression. */
export const OBJECT_NAME_SOURCE = '^[A-Z][A-Za-z0-9]{0,39}$';

/** Name of an object, PascalCase; also the module id in `/insight/{moduleInfoId}/{id}`. */
export const ObjectApiName = Type.String({
  pattern: OBJECT_NAME_SOURCE,
  description: '对象标识：大写字母开头，只含字母和数字，最长 40 个字符',
});

/** A field's name as a regular expression. */
export const FIELD_NAME_SOURCE = '^[a-z][A-Za-z0-9]{0,39}$';

/** `Object.field` as a regular expression. */
export const FIELD_OF_OBJECT = '^[A-Z][A-Za-z0-9]{0,39}\\.[a-z][A-Za-z0-9]{0,39}$';

/** Name of a field, camelCase; the key in JSON and the column in the table. PostgreSQL cuts names at 63 bytes. */
export const FieldApiName = Type.String({
  pattern: FIELD_NAME_SOURCE,
  description: '字段标识：小写字母开头，只含字母和数字，最长 40 个字符',
});

/**
 * Every list has an address below one of these paths, and no other screen does, so an object's address can take no
 * screen's place. The second has what investors and founders find each other by.
 */
export const LIST_ROOT = '/data';
export const MARKET_ROOT = '/InvestmentFinancing';

/** The address of an object's list as a regular expression: one or more parts below a root of lists. */
export const LIST_ROUTE_SOURCE = `^(${LIST_ROOT}|${MARKET_ROOT})(/[A-Za-z0-9]{1,40}){1,4}$`;

/** The address of any list: those of system objects keep the places that their features have always had. */
export const ANY_ROUTE_SOURCE = '^(/[A-Za-z0-9-]{1,40}){1,5}$';

/** Name of a database view that a system object is read from. */
export const SOURCE_NAME_SOURCE = '^[a-z][a-z0-9_]{0,59}$';

/** Name of an option set shared by several fields. */
export const OptionSetName = Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$', description: '选项集标识' });

/**
 * Field names that staff may not use: keys every record already carries, and names that exist on every
 * JavaScript object, which would be read by accident.
 */
export const RESERVED_FIELD_NAMES: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);
