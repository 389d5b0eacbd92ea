import type { Readable } from 'node:stream';

/** Bytes of an object, the first and the last of them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How an object begins. */
export interface ObjectHead {
  /** Of the whole object. */
  readonly bytes: number;
  readonly first: Buffer;
  /** What the store calls this very content by, where it has a name for it. */
  readonly tag?: string;
}

export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** When it was written. */
  readonly at: Date;
}

/**
 * Where the files of an installation are kept, under the names of `object-names.ts`: a folder, or a bucket. An object is there whole
 * or not at all, also where a process is killed or two write the same one.
 * @throws Failure UNAVAILABLE where the store cannot be reached or refuses us
 */
export interface ObjectStore {
  /** Size and first bytes; undefined where there is no such object. */
  readonly head: (name: string, count?: number) => Promise<ObjectHead | undefined>;
  /** All bytes or a part of them; undefined where there is no such object. */
  readonly read: (name: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** Writes an object. With `instead`, only where that one is still there: what was taken away meanwhile does not come back. */
  readonly put: (name: string, content: AsyncIterable<Buffer>, instead?: ObjectHead) => Promise<void>;
  /** Takes an object away; one that is not there is as good. */
  readonly remove: (name: string) => Promise<void>;
  /** Objects whose names begin so, each of which has a name of ours. */
  readonly list: (prefix: string) => AsyncIterable<ListedObject>;
  /** What must be so before private files are kept there, of stores that releases before made. */
  readonly prepare: () => Promise<void>;
}
