import type { ColumnType, Generated } from 'kysely';
import type { Sharing } from '#schemas/api/views.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of saved views: see migrations/saved-views.ts. */
export interface SavedViewTables {
  /** Lists as people keep them. Without an owner when the account is gone; removed ones can be restored for a while. */
  saved_view: {
    id: string;
    object_api_name: string;
    owner_id: string | null;
    name: string;
    state: string;
    sharing: Sharing;
    version: Generated<number>;
    updated_at: Instant;
    removed_at: Instant | null;
  };
  /** The view that a list opens with, by person and object. */
  saved_view_default: { account_id: string; object_api_name: string; view_id: string };
}
