import type { ReadableObject, ReadScope } from './readable-object.ts';

/**
 * What the list of an object shows one person: the fields that they may read and, where records belong to their owners,
 * whose.
 */
export interface OpenedList<Object extends ReadableObject = ReadableObject> {
  readonly object: Object;
  readonly scope: ReadScope;
  readonly owner: string | undefined;
}

/** The list of an object as this user may see it. @throws Failure when it is closed to them. */
export type OpenList = (apiName: string) => OpenedList;
