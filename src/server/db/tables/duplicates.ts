import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of what records are recognised by: see migrations/matching.ts. */
export interface DuplicateTables {
  match_key: { object_api_name: string; kind: string; key: string; record_id: string };
  /**
   * From which fields (`fingerprint`) the keys of an object's records follow, and up to which id they are there when not
   * all are; and how far a pass that looks for pairs has come, which runs while `pass_began_at` is set.
   */
  match_state: {
    object_api_name: string;
    fingerprint: string;
    filled_to: Generated<string>;
    done: Generated<boolean>;
    pass_began_at: Instant | null;
    passed_to: Generated<string>;
    passed_at: Instant | null;
  };
  /** Two records that may be one. What staff refused stays, so that it is never asked again. */
  duplicate_pair: {
    id: Generated<string>;
    object_api_name: string;
    low_id: string;
    high_id: string;
    low_name: string;
    high_name: string;
    grade: number;
    reasons: string[];
    state: Generated<'open' | 'merged' | 'refused'>;
    found_at: Instant;
    seen_at: Instant;
    decided_by: string | null;
    decided_at: Instant | null;
    note: string | null;
  };
}
