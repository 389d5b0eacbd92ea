import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from './field-types/registry.ts';

/** A definition that cannot follow the one before it; `message` is Chinese and names the field. */
export class StorageFault extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = 'StorageFault';
    this.field = field;
  }
}

export function refusal(old: FieldDefinition, next: FieldDefinition | undefined): StorageFault {
  if (!next)
    return new StorageFault(
      old.apiName,
      `字段“${old.label}”不能删除，只能停用：停用后隐藏，数据保留（从未有过数据的字段才能删除）`,
    );
  return new StorageFault(
    old.apiName,
    old.type === next.type
      ? `字段“${old.label}”不能这样修改：保存的形式不同，可能丢失数据，请另建一个字段`
      : `字段“${old.label}”不能由“${fieldType(old).label}”改为“${fieldType(next).label}”：可能丢失数据`,
  );
}
