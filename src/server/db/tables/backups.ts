import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of backups: see migrations/backups.ts. */
export interface BackupTables {
  backup_run: {
    day: string;
    /** How often it was begun: a process may die under way. */
    tries: Generated<number>;
    started_at: Instant;
    ended_at: Instant | null;
    /** The file that was verified. */
    file: string | null;
    /** Why there is none, in words for the operator. */
    problem: string | null;
  };
}
