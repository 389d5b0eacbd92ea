import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Formulas } from '#shared/rules/formulas.ts';
import type { AskedObjects, LinkedRows, NotedTest, SeenRows } from '#server/core/conditions/conditions.ts';

/** What a reader needs to know of an object: its definition with options filled in, its table, its live fields. */
export interface ReadableObject {
  readonly definition: ObjectDefinition;
  readonly table: string;
  readonly fields: readonly FieldDefinition[];
  readonly field: (apiName: string) => FieldDefinition | undefined;
  readonly formulas?: Formulas;
  /** May the kept value of a field be used? Every one may where this is absent. */
  readonly isKept?: (apiName: string) => boolean;
  /** Whether all records are in the search index. Where some may not be, keywords are searched in every record. */
  readonly searchFilled?: boolean;
  /** What is worked out of other records, as far as any is: their records are marked. */
  readonly groups?: readonly unknown[];
  /** Pieces of words that are known to be in many records; nothing is known when there are none. */
  readonly commonGrams?: ReadonlySet<number> | undefined;
}

/** Where objects are found, the targets of references among them. */
export interface ObjectSource {
  readonly find: (apiName: string) => ReadableObject | undefined;
}

/** Which records of an object the person sees; undefined for all. */
export type RowsOf = (object: ReadableObject) => SeenRows | undefined;

/** On which records of an object the person sees the value of a field that is not open on all of them; undefined for none. */
export type ValuesOf = (object: ReadableObject, field: FieldDefinition) => SeenRows | undefined;

/** Who reads, and when: which fields of the object are open to the person, and the day in Asia/Shanghai (`YYYY-MM-DD`). */
export interface ReadScope {
  /** May a sealed value of a record of this owner be opened for the person? Never where this is absent, as in every list. */
  readonly opens?: (field: FieldDefinition, ownerId: string | null) => boolean;
  /** A sealed value that is not opened is given masked: to staff, who may open it with a reason. */
  readonly masks?: boolean;
  readonly readable: (field: FieldDefinition) => boolean;
  /** Values that are shown beside the readable ones, on some records; none where this is absent. */
  readonly valuesOf?: ValuesOf | undefined;
  /** Which records are seen, of this object and of those that its links lead to. */
  readonly rowsOf: RowsOf;
  readonly today: string;
  /** Which of the records that a field links to are seen, to conditions on the link. */
  readonly linkedRows?: LinkedRows | undefined;
  /** What the lists of other objects show the person, to conditions on the records that point here. */
  readonly others?: AskedObjects | undefined;
  /** Account of the person; undefined for a visitor. Cursors are good for who was given them alone. */
  readonly reader?: string | undefined;
  /** Columns that lists of records have of their own, as far as they are named and those lists are open to the person. */
  readonly own?: readonly FieldDefinition[] | undefined;
  /** What the person may ask of notes on records; absent where they do not ask for themselves. */
  readonly noted?: NotedTest | undefined;
}
