import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** The tables of what accounts and visitors read: see migrations/row-use.ts and visitor-row-use.ts. */
export interface RowUseTables {
  row_day: {
    account_id: string;
    /** Of Asia/Shanghai. */
    day: string;
    lists: Generated<number>;
    searches: Generated<number>;
    programs: Generated<number>;
    exports: Generated<number>;
    budget: number | null;
    usual: number | null;
    slowed_at: Instant | null;
    spent_at: Instant | null;
    paced_until: Instant | null;
    seen_at: Instant;
  };
  visitor_row_day: {
    /** A keyed hash of the network. */
    network: string;
    /** Of Asia/Shanghai. */
    day: string;
    rows: number;
  };
}
