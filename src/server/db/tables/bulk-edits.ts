import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { GoneKind } from '#schemas/api/lifecycle.ts';
import type { BulkChange, BulkCounts, BulkPreview, BulkState, BulkTask } from '#schemas/api/bulk.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Changes of many records at once: see src/server/features/records/bulk. */
export interface BulkTables {
  bulk_edit: {
    id: Generated<string>;
    object_api_name: string;
    task: BulkTask;
    author: string;
    client_key: string;
    reason: string;
    changes: JSONColumnType<readonly BulkChange[]>;
    /** What is changed, in words. */
    words: string;
    state: Generated<BulkState>;
    problem: Generated<string>;
    total: number;
    preview: JSONColumnType<BulkPreview> | null;
    run: JSONColumnType<BulkCounts & { readonly after: string }> | null;
    undo: JSONColumnType<object> | null;
    undone_by: string | null;
    undo_reason: string | null;
    created_at: Instant;
    queued_at: Instant;
    ended_at: Instant | null;
  };
  bulk_record: { bulk_id: string; record_id: string; version: number; outcome: string | null };
  /** Records that the work, or its undoing, left alone, and why. */
  bulk_kept: { id: Generated<string>; job_id: string; object_api_name: string; record_id: string; reason: string };
  /** Records that were archived or deleted, with their rows while they can be brought back. */
  gone_record: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    kind: GoneKind;
    name: string;
    reason: string;
    actor: string;
    at: Instant;
    version: number;
    created_by: string | null;
    row: JSONColumnType<object> | null;
    keys: JSONColumnType<readonly { readonly source: string; readonly key: string }[]>;
    bulk_id: string | null;
  };
}
