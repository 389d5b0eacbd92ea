import type { Actor } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ReadRecord } from '#server/core/lists/read-record.ts';

/** A record that its reader may open. */
export interface OpenRecord {
  readonly object: CatalogObject;
  readonly id: string;
  readonly createdBy: string | null;
  /** The reader speaks for the company that it is. */
  readonly speaksFor: boolean;
  /** It belongs to a company that the reader speaks for. */
  readonly isOfOwn: boolean;
  /** The reader as far as this record goes: who reads what belongs to the own company needs no VIP for it. */
  readonly reader: Actor;
}

/** A record that its reader may open, and why. */
export interface Readable extends Pick<OpenRecord, 'speaksFor' | 'isOfOwn' | 'reader'> {
  readonly found: ReadRecord;
  /** Whose it is: see ownerOf. */
  readonly ownerId: string | null;
}
