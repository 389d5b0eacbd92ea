import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { StorageStep } from '#schemas/api/metadata.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** The tables of the house itself; each object has one more, bearing its apiName. */
export interface Tables {
  account: {
    id: Generated<string>;
    username: string;
    phone: string | null;
    name: string;
    password_hash: string;
    roles: string[];
    vip_type: number;
    created_at: Instant;
  };
  session: {
    token_hash: string;
    account_id: string;
    created_at: Instant;
    expires_at: Instant;
  };
  meta_object: { api_name: string; version: number; definition: JSONColumnType<ObjectDefinition> };
  meta_object_version: {
    api_name: string;
    version: number;
    definition: JSONColumnType<ObjectDefinition>;
    steps: JSONColumnType<readonly StorageStep[]>;
    author: string;
    at: Instant;
  };
  option_set: { name: string; version: number; definition: JSONColumnType<OptionSet> };
  /** Index work that runs after a metadata transaction. */
  index_job: {
    id: Generated<string>;
    sql: string;
    target: string;
    done_at: Instant | null;
    problem: string | null;
  };
  /** Natural keys of imported records, unique per object and source. */
  record_key: { object_api_name: string; source: string; key: string; record_id: string };
  record_history: {
    object_api_name: string;
    record_id: string;
    version: number;
    at: Instant;
    actor: string;
    origin: string;
    changes: JSONColumnType<Record<string, { before: unknown; after: unknown }>>;
  };
  /** CNY for one unit of a currency from this day on. */
  exchange_rate: { currency: string; day: string; cny: string };
  /** Imports that have not ended: the last row kept, and the counts up to it. */
  import_run: { id: string; row: number; state: JSONColumnType<object> };
}
