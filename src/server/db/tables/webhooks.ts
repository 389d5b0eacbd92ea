import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of webhooks: see migrations/webhooks.ts. */
export interface WebhookTables {
  webhook: {
    id: Generated<string>;
    account_id: string;
    name: string;
    url: string;
    events: string[];
    /** Of record.changed: the object, and the condition as JSON text. */
    object_api_name: string | null;
    filter: string | null;
    /** Are changes of nothing but values that follow from other records messages too? */
    derived: boolean;
    secret_sealed: string;
    /** The secret that the other takes the place of, and until when it is good. */
    former_sealed: string | null;
    former_until: ColumnType<string | null, Date | null | undefined, Date | null>;
    off: string | null;
    free_at: Instant;
    /** Attempts that failed since the last one that did not. */
    failures: Generated<number>;
    created_at: Instant;
  };
  webhook_delivery: {
    id: Generated<string>;
    webhook_id: string;
    /** The same for every attempt. */
    message_id: Generated<string>;
    event: string;
    /** Object whose records it names, by which rights are judged when it is sent. */
    object_api_name: string | null;
    data: string;
    happened_at: Instant;
    state: 'due' | 'sent' | 'failed' | 'dropped';
    due_at: ColumnType<string | null, Date | null, Date | null>;
    tries: Generated<number>;
    tried_at: ColumnType<string | null, Date | null | undefined, Date | null>;
    status: number | null;
    problem: string | null;
  };
  webhook_reader: { only_one: Generated<boolean>; cursor: string };
}
