import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Table of messages to customer service: see migrations/service-messages.ts. */
export interface ServiceTables {
  service_message: {
    id: Generated<string>;
    account_id: string;
    body: string;
    state: Generated<'open' | 'answered'>;
    created_at: Instant;
    answer: string | null;
    answered_by: string | null;
    answered_at: Instant | null;
  };
}
