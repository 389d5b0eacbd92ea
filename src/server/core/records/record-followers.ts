import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { PlainRecord } from './queries.ts';

/** What a feature does, in the transaction of the write, when a user writes a record of an object. */
export interface RecordFollower {
  readonly created: (trx: Db, record: PlainRecord, actor: Member) => Promise<void>;
  readonly updated: (trx: Db, record: PlainRecord, actor: Member) => Promise<void>;
}

/** Features that follow the records of an object, by its name. */
export type RecordFollowers = ReadonlyMap<string, RecordFollower>;
