import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** What happened to records: their history, and the log of migrations/change-log.ts. */
export interface ChangeTables {
  record_history: {
    object_api_name: string;
    record_id: string;
    version: number;
    at: Instant;
    actor: string;
    origin: string;
    changes: JSONColumnType<Record<string, { before: unknown; after: unknown }>>;
    /** The transaction that wrote it; null where it was written before that was kept. */
    xid: Generated<string | null>;
  };
  change_log: {
    /** The transaction that wrote it. */
    xid: Generated<string>;
    seq: Generated<string>;
    at: Instant;
    object_api_name: string;
    record_id: string;
    kind: 'created' | 'updated' | 'removed' | 'restored';
    /** Fields of an update whose values are others now. */
    fields: string[];
    /** Day, month, year or instant of what the record is about. */
    event_on: string | null;
    first_seen_at: Instant | null;
    cause: string;
    /** No news to subscribers. */
    quiet: boolean;
    /** Worked out of other records; no user and no source wrote it. */
    derived: boolean;
  };
  change_epoch: {
    only_one: Generated<boolean>;
    /** Cluster, history of the cluster and database, as PostgreSQL numbers them. */
    identity: string;
    epoch: string;
    cut_xid: string;
    cut_seq: string;
  };
}
