import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the lists that users keep: see migrations/kept-lists.ts. */
export interface KeptListTables {
  list: {
    id: Generated<string>;
    owner_id: string;
    object_api_name: string;
    name: string;
    version: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
    removed_at: Instant | null;
  };
  list_item: {
    list_id: string;
    object_api_name: string;
    record_id: string;
    added_at: Instant;
  };
  list_share: {
    list_id: string;
    account_id: string;
    role: 'edit' | 'view';
    shared_at: Instant;
  };
}
