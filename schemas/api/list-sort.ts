import { Type } from 'typebox';
import { Sort } from '#schemas/metadata/sort.ts';

/** A field, or a column that a list of records has of its own: `step_list5` is the column `step` of list 5. */
export const ListedName = Type.String({
  pattern: '^[a-z][A-Za-z0-9]{0,39}(_list[1-9][0-9]{0,17})?$',
  description: '字段标识，或清单自定义列：列标识后加“_list”和清单编号',
});

/** One key of the order of a list. */
export const ListSort = Type.Object(
  { field: ListedName, order: Sort.properties.order },
  { additionalProperties: false },
);
