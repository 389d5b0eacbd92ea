import type { DeclineReason, PipelineCause, PipelineState } from '#schemas/api/pipeline.ts';
import type { Db } from '#server/db/database.ts';
import { changeContact, type ContactChange, type ContactRow, insertMove } from './queries.ts';

interface Move {
  readonly state: PipelineState;
  readonly reason: DeclineReason | null;
  readonly cause: PipelineCause;
  /** Null where a fact of the platform moves it. */
  readonly by: string | null;
}

/** Moves an entry that the transaction holds, and notes the move. */
export async function moveTo(
  trx: Db,
  row: ContactRow,
  { state, reason, cause, by }: Move,
  at: Date,
  more: ContactChange = {},
): Promise<void> {
  const moved_at = at.toISOString();
  await changeContact(trx, row.id, { ...more, state, reason, cause, moved_at }, at);
  await insertMove(trx, {
    contact_id: row.id,
    account_id: by,
    from_state: row.state,
    from_reason: row.reason,
    to_state: state,
    to_reason: reason,
    cause,
    at,
  });
}
