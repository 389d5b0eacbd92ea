import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of automations: see migrations/automations.ts. */
export interface AutomationTables {
  automation_run: {
    id: Generated<string>;
    automation_id: string;
    title: string;
    object_api_name: string;
    record_id: string;
    cause: string;
    depth: number;
    state: 'due' | 'done' | 'unmet' | 'skipped' | 'failed' | 'tried';
    outcome: Generated<string>;
    tries: Generated<number>;
    at: Instant;
    due_at: Instant | null;
    ended_at: Instant | null;
    wrote_xid: string | null;
  };
  automation_reader: { only_one: Generated<boolean>; cursor: string };
}
