import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of matching: see migrations/match-feedback.ts. */
export interface MatchTables {
  match_feedback: {
    id: Generated<string>;
    account_id: string;
    project_id: string;
    /** 0 where the project does not fit the user as an investor. */
    institution_id: string;
    /** The name of what does not fit, when it was marked. */
    title: string;
    /** A value of the option set unfitReason. */
    reason: string;
    at: Instant;
    /** Keyed hash of what the reason is about; null where that is no value of the record. */
    facts: string | null;
    /** Why it leaves nothing out any more, and since when. */
    lapsed: 'changed' | 'aged' | null;
    lapsed_at: Instant | null;
  };
  match_shown: {
    /** YYYY-MM-DD, of Asia/Shanghai. */
    day: string;
    /** Keyed hash of the user, the project and the day, which names none of them. */
    asker: string;
    institution_id: string;
  };
}
