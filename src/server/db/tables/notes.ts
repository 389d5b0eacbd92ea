import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of notes on records: see migrations/notes.ts. */
export interface NoteTables {
  record_note: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    author_id: string;
    /** What is sent twice with one key is written once. */
    client_key: string;
    /** The institution that it is shared with; null where it is private. */
    institution_id: string | null;
    body: string;
    folded: string;
    created_at: Instant;
    edited_at: Instant | null;
    removed_at: Instant | null;
    version: Generated<number>;
  };
  record_note_mention: { note_id: string; account_id: string };
  record_note_version: { note_id: string; version: number; body: string; is_shared: boolean; until: Instant };
}
