import type { ColumnType } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** See migrations/home.ts. */
export interface HomeTables {
  home_look: {
    account_id: string;
    looked_at: Instant;
    /** When the user had looked before this visit. */
    before_at: Instant | null;
  };
}
