import type { ColumnType, Generated } from 'kysely';
import type { DeclineReason, PipelineCause, PipelineSide, PipelineState } from '#schemas/api/pipeline.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the pipeline: see migrations/pipeline.ts. */
export interface PipelineTables {
  deal_contact: {
    id: Generated<string>;
    side: PipelineSide;
    account_id: string;
    company_id: string | null;
    project_id: string | null;
    institution_id: string | null;
    title: string;
    state: PipelineState;
    reason: DeclineReason | null;
    /** Exact decimal text, in the currency beside it, and what that is in CNY. */
    amount: string | null;
    amount_currency: string | null;
    amount_cny: string | null;
    next_step: Generated<string>;
    /** Days, YYYY-MM-DD; the second is the one that was reminded of. */
    next_on: string | null;
    reminded_on: string | null;
    note: Generated<string>;
    cause: Generated<PipelineCause>;
    moved_at: Instant;
    version: Generated<number>;
    client_key: string;
    created_at: Instant;
    updated_at: Instant;
  };
  /** Moves of entries. `account_id` is null where a fact of the platform moved it. */
  deal_contact_event: {
    id: Generated<string>;
    contact_id: string;
    account_id: string | null;
    from_state: PipelineState | null;
    from_reason: DeclineReason | null;
    to_state: PipelineState;
    to_reason: DeclineReason | null;
    cause: PipelineCause;
    at: Instant;
  };
}
