// Written by `npm run schemas` from schemas/metadata/names.ts: change it there.
import type * as source from '#schemas/metadata/names.ts';

export const ANY_ROUTE_SOURCE: typeof source.ANY_ROUTE_SOURCE = "^(/[A-Za-z0-9-]{1,40}){1,5}$";
export const FIELD_NAME_SOURCE: typeof source.FIELD_NAME_SOURCE = "^[a-z][A-Za-z0-9]{0,39}$";
export const FIELD_OF_OBJECT: typeof source.FIELD_OF_OBJECT = "^[A-Z][A-Za-z0-9]{0,39}\\.[a-z][A-Za-z0-9]{0,39}$";
export const LIST_ROOT: typeof source.LIST_ROOT = "/data";
export const LIST_ROUTE_SOURCE: typeof source.LIST_ROUTE_SOURCE = "^(/data|/InvestmentFinancing)(/[A-Za-z0-9]{1,40}){1,4}$";
export const MARKET_ROOT: typeof source.MARKET_ROOT = "/InvestmentFinancing";
export const OBJECT_NAME_SOURCE: typeof source.OBJECT_NAME_SOURCE = "^[A-Z][A-Za-z0-9]{0,39}$";
export const RESERVED_FIELD_NAMES: typeof source.RESERVED_FIELD_NAMES = new Set([ "id", "version", "createdAt", "updatedAt", "createdBy", "constructor", "prototype", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf" ]);
export const SOURCE_NAME_SOURCE: typeof source.SOURCE_NAME_SOURCE = "^[a-z][a-z0-9_]{0,59}$";
