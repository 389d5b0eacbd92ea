import type { ColumnType, Generated } from 'kysely';
import type { DealState, FinancingState, TermsState } from '#schemas/api/financing.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of financing requests: see migrations/financing.ts. */
export interface FinancingTables {
  /** What became of a request. `terms` is set while its record says other terms than its project. */
  financing_case: {
    id: Generated<string>;
    record_id: string;
    company_id: string;
    account_id: string;
    project_id: string | null;
    title: string;
    state: Generated<FinancingState>;
    terms: TermsState | null;
    /** A day, YYYY-MM-DD. */
    deadline_on: string | null;
    version: Generated<number>;
    created_at: Instant;
    /** When its founder last did something that staff decide on. */
    submitted_at: Instant;
    decided_at: Instant | null;
    decided_by: string | null;
    reason: string | null;
    ended_at: Instant | null;
    /** Values of the deal that it ended in, as its founder filed it. */
    deal: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    deal_state: DealState | null;
    deal_record_id: string | null;
  };
}
