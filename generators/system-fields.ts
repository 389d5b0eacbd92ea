import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSystem } from './object.ts';

/**
 * What every record has beside its fields and its list can show: when it was first seen here, which differs from when
 * the event it describes happened, and when it last changed. No user writes them, no form shows them, and no field may
 * be called so; their columns are among SYSTEM_COLUMNS.
 */
const SYSTEM_FIELDS: readonly FieldDefinition[] = [
  { apiName: 'createdAt', type: 'dateTime', label: '收录时间', config: { help: '本平台首次收录这条记录的时间' } },
  { apiName: 'updatedAt', type: 'dateTime', label: '更新时间', config: { help: '这条记录最近一次修改的时间' } },
];

/**
 * The fields that a list can show, filter and order by: some of the object's own, then those that every record has. A
 * system object names its times itself.
 */
export const withSystemFields = (
  object: Pick<ObjectDefinition, 'kind'>,
  fields: readonly FieldDefinition[],
): readonly FieldDefinition[] => (isSystem(object) ? fields : [...fields, ...SYSTEM_FIELDS]);
