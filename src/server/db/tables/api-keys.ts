import type { ColumnType, Generated } from 'kysely';
import type { RowUseTables } from './row-use.ts';
import type { WebhookTables } from './webhooks.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the open interface, and of what is read there and on screens: see migrations/api-keys.ts. */
export interface ApiKeyTables extends WebhookTables, RowUseTables {
  api_key: {
    id: string;
    account_id: string;
    name: string;
    secret_hash: string;
    scopes: string[];
    /** Addresses and networks that it may be used from; empty for all. */
    addresses: string[];
    /** How long it was made for, which a rotation repeats. */
    days: number;
    created_at: Instant;
    expires_at: Instant;
    revoked_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
    used_at: ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
    used_from: string | null;
    /** Networks that it was used from. */
    networks: Generated<string[]>;
  };
  api_rate: {
    key_id: string;
    /** When the key will have its whole burst again. */
    full_at: Instant;
  };
  api_day: {
    account_id: string;
    /** Of Asia/Shanghai. */
    day: string;
    calls: number;
  };
  api_usage: {
    key_id: string;
    day: string;
    /** Empty for calls that name no object. */
    object_api_name: string;
    calls: number;
    faults: number;
    rows: string;
  };
  api_fault: {
    id: Generated<string>;
    key_id: string;
    at: Instant;
    method: string;
    /** Without the query, which holds what was looked for. */
    path: string;
    status: number;
    code: number;
    message: string;
    request_id: string;
  };
}
