import type { ColumnType, Generated } from 'kysely';
import type { AlertFrequency, AlertKind, AlertLineKind, AlertSource } from '#schemas/api/alerts.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of subscriptions: see migrations/alerts.ts. */
export interface AlertTables {
  alert_subscription: {
    id: Generated<string>;
    account_id: string;
    source: AlertSource;
    object_api_name: string;
    target_id: string;
    kinds: AlertKind[];
    fields: string[];
    frequency: AlertFrequency;
    mail: boolean;
    webhook: Generated<boolean>;
    /** A `pg_snapshot` as text: what was committed in it is older than the subscription. */
    baseline: Generated<string>;
    /** The last hit that its owner has looked at. */
    seen_hit: Generated<string>;
    paused: string | null;
    /** Of a view: the state of its list that is tried; of matches: what is asked by. Null until it is known what meets it now. */
    kept: string | null;
    /** Of a view of another user: what it became when its subscriber was notified; whether they keep what it was. */
    offered: string | null;
    declined: Generated<boolean>;
    version: Generated<number>;
    created_at: Instant;
  };
  /** Records that meet a condition which only the database can try, as of the last change that was read. */
  alert_member: { subscription_id: string; object_api_name: string; record_id: string };
  alert_account: {
    account_id: string;
    mail: Generated<boolean>;
    hour: Generated<number>;
    quiet_from: Generated<number>;
    quiet_to: Generated<number>;
    weekends: Generated<boolean>;
    now_at: Instant | null;
    mail_failures: Generated<number>;
  };
  alert_digest: {
    id: Generated<string>;
    account_id: string;
    slot: string;
    title: string;
    body: string;
    /** What of it goes by mail. */
    mail_body: string;
    at: Instant;
    mail_state: 'none' | 'due' | 'sent' | 'failed';
    mail_at: Instant | null;
    mail_tries: Generated<number>;
  };
  alert_hit: {
    id: Generated<string>;
    subscription_id: string;
    object_api_name: string;
    record_id: string;
    kind: AlertLineKind;
    xid: string;
    fields: string[];
    event_on: string | null;
    first_seen_at: Instant;
    is_late: boolean;
    at: Instant;
    due_at: Instant | null;
    digest_id: string | null;
    /** Of one that was sent: what its line said, words by field. Of a correction that is not: what the line before said. */
    told: Record<string, string> | null;
  };
  /** How far lists of matches were asked for again: see migrations/alert-matches.ts. */
  alert_match: { only_one: Generated<boolean>; cursor: string | null; day: string | null; busy_until: Instant | null };
  alert_reader: {
    only_one: Generated<boolean>;
    cursor: string;
    touched: Generated<number>;
    /** The last visit that was read, by its transaction and its id. */
    visit_xid: Generated<string>;
    visit_id: Generated<string>;
  };
}
