// Written by `npm run schemas` from schemas/metadata/field.ts: change it there.
import type * as source from '#schemas/metadata/field.ts';

export const CURRENCIES: typeof source.CURRENCIES = [ "CNY", "USD", "EUR", "GBP", "HKD", "TWD", "JPY", "AUD", "SGD", "CAD" ];
export const DECIMAL_SOURCE: typeof source.DECIMAL_SOURCE = "^-?\\d{1,24}(\\.\\d{1,12})?$";
export const FIELD_TYPES: typeof source.FIELD_TYPES = [ "text", "longText", "url", "phone", "email", "integer", "decimal", "percent", "currency", "date", "dateTime", "select", "multiSelect", "treeSelect", "boolean", "reference", "multiReference", "textList", "image", "file", "formula", "rollup", "lookup" ];
