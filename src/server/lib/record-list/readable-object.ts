import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** What a reader needs to know of an object: its definition with options filled in, its table, its live fields. */
export interface ReadableObject {
  readonly definition: ObjectDefinition;
  readonly table: string;
  readonly fields: readonly FieldDefinition[];
  readonly field: (apiName: string) => FieldDefinition | undefined;
}

/** Where objects are found, the targets of references among them. */
export interface ObjectSource {
  readonly find: (apiName: string) => ReadableObject | undefined;
}

/** Who reads, and when: which fields of the object are open to the person, and the day in Asia/Shanghai (`YYYY-MM-DD`). */
export interface ReadScope {
  readonly readable: (field: FieldDefinition) => boolean;
  readonly today: string;
}
