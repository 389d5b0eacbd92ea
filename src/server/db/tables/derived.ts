import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of values that are worked out of other records: see migrations/stated-values.ts. */
export interface DerivedTables {
  /** What sources state of values that are counted as well; one row is pinned at most. */
  stated_value: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    field: string;
    source: string;
    value: JSONColumnType<object>;
    /** Day, month or year that the value is of. */
    as_of: string | null;
    seen_at: Instant;
    actor: string;
    reason: Generated<string>;
    source_url: string | null;
    /** In effect whatever is counted, until this day at the latest where there is one. */
    pinned: Generated<boolean>;
    pinned_until: string | null;
  };
  /** What an import stated, to be taken back. */
  stated_import: {
    id: Generated<string>;
    job_id: string;
    object_api_name: string;
    record_id: string;
    field: string;
    source: string;
    /** The row of the same source that was replaced. */
    before: JSONColumnType<object | null>;
    after: JSONColumnType<object>;
  };
}
