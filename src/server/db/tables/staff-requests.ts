import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RequestKind, RequestState } from '#schemas/api/staff-requests.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Table of what one of staff asks for and another decides on: see migrations/staff-requests.ts. */
export interface StaffRequestTables {
  staff_request: {
    id: Generated<string>;
    kind: RequestKind;
    /** Whom it is about; null for codes. */
    account_id: string | null;
    /** What is asked for: see Asked of platform/staff-requests. */
    asked: JSONColumnType<object>;
    summary: string;
    reason: string;
    requested_by: string;
    requested_at: Instant;
    expires_at: Instant;
    state: Generated<RequestState>;
    /** Null for the command line, and where the term was over. */
    decided_by: string | null;
    decided_at: Instant | null;
    decided_because: Generated<string>;
  };
}
