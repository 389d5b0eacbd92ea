import type { ColumnType, Generated } from 'kysely';
import type { ListField } from '#schemas/api/list-columns.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the lists that users keep: see migrations/kept-lists.ts and migrations/list-columns.ts. */
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
    /** The one of its object and owner that a star puts records on. */
    is_starred: Generated<boolean>;
    fields: ColumnType<ListField[], string | undefined, string>;
  };
  list_value: {
    list_id: string;
    object_api_name: string;
    record_id: string;
    held: ColumnType<Readonly<Record<string, unknown>>, string, string>;
    version: Generated<number>;
    updated_at: Instant;
  };
  list_item: {
    list_id: string;
    object_api_name: string;
    record_id: string;
    added_at: Instant;
    /** A `pg_snapshot` as text: what was committed in it is older than the place on the list. */
    since: Generated<string>;
  };
  list_share: {
    list_id: string;
    account_id: string;
    role: 'edit' | 'view';
    shared_at: Instant;
  };
}
