import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of livestreams: see migrations/lives.ts. */
export interface LivestreamTables {
  live: {
    id: Generated<string>;
    title: string;
    host: string;
    cover: string | null;
    starts_at: Instant;
    ends_at: Instant;
    link: string;
    cancelled_at: Instant | null;
    begun_for: Instant | null;
    is_over: Generated<boolean>;
    version: Generated<number>;
    key: string;
    created_by: string | null;
    created_at: Instant;
  };
  live_follow: { account_id: string; live_id: string; at: Instant };
  live_telling: {
    id: Generated<string>;
    live_id: string;
    title: string;
    body: string;
    at: Instant;
    told_to: Generated<string>;
    done_at: Instant | null;
  };
}
