import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MergeChoices, MergeState } from '#schemas/api/merging.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of merges of records: see migrations/merging.ts. */
export interface MergingTables {
  merge: {
    id: Generated<string>;
    client_key: string;
    object_api_name: string;
    survivor_id: string;
    loser_id: string;
    survivor_name: string;
    loser_name: string;
    choices: JSONColumnType<MergeChoices>;
    /** Rows of the object's table as they were; only the database reads them, as JSON here would round its numbers. */
    loser_row: JSONColumnType<object>;
    survivor_row: JSONColumnType<object>;
    merged_row: JSONColumnType<object>;
    state: MergeState;
    actor_id: string | null;
    reason: string;
    at: Instant;
    done_at: Instant | null;
    undone_by: string | null;
    undo_reason: string | null;
    undone_at: Instant | null;
  };
  merge_moved: {
    id: Generated<string>;
    merge_id: string;
    /** The object of the record, or the table of the platform. */
    object_api_name: string;
    record_id: string | null;
    field: string;
    place: number | null;
    had_both: Generated<boolean>;
    row: JSONColumnType<object> | null;
    state: 'moved' | 'taken' | 'back' | 'kept';
  };
  record_alias: { object_api_name: string; old_id: string; record_id: string; merge_id: string; at: Instant };
}
