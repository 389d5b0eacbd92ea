import type { Duty } from '#schemas/metadata/duty.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { CorrectionState } from '#schemas/api/corrections.ts';
import type { ExportFormat, ExportQuery, ExportStatus } from '#schemas/api/exports.ts';
import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { ReportState } from '#schemas/api/reports.ts';
import type { SessionEnd } from '#shared/policy/session-ends.ts';
import type { ApiKeyTables } from './tables/api-keys.ts';
import type { KeptListTables } from './tables/kept-lists.ts';
import type { AlertTables } from './tables/alerts.ts';
import type { NoteTables } from './tables/notes.ts';
import type { AutomationTables } from './tables/automations.ts';
import type { BackupTables } from './tables/backups.ts';
import type { BulkTables } from './tables/bulk-edits.ts';
import type { ChatTables } from './tables/chat.ts';
import type { CoinTables } from './tables/coins.ts';
import type { ContactTables } from './tables/contacts.ts';
import type { ChangeTables } from './tables/changes.ts';
import type { DerivedTables } from './tables/derived.ts';
import type { FileTables } from './tables/files.ts';
import type { HomeTables } from './tables/home.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { JingchatTables } from './tables/jingchat.ts';
import type { LegalTables } from '#server/db/tables/legal.ts';
import type { LivestreamTables } from '#server/db/tables/livestreams.ts';
import type { DuplicateTables } from './tables/duplicates.ts';
import type { FinancingTables } from './tables/financing.ts';
import type { MatchTables } from './tables/matching.ts';
import type { MergingTables } from './tables/merging.ts';
import type { QualityTables } from './tables/quality.ts';
import type { PipelineTables } from './tables/pipeline.ts';
import type { PackageTables } from './tables/packages.ts';
import type { PassportTables } from './tables/passport.ts';
import type { SavedViewTables } from './tables/saved-views.ts';
import type { StaffRequestTables } from './tables/staff-requests.ts';
import type { ServiceTables } from './tables/service-messages.ts';
import type { VisitTables } from './tables/visits.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** The fixed tables of the product; each object has one more, named by its apiName. */
export interface Tables
  extends
    ApiKeyTables,
    AlertTables,
    AutomationTables,
    NoteTables,
    KeptListTables,
    BackupTables,
    BulkTables,
    ChangeTables,
    ChatTables,
    CoinTables,
    ContactTables,
    DerivedTables,
    FileTables,
    FinancingTables,
    HomeTables,
    IdentityTables,
    JingchatTables,
    LegalTables,
    LivestreamTables,
    DuplicateTables,
    MatchTables,
    MergingTables,
    PipelineTables,
    PackageTables,
    PassportTables,
    QualityTables,
    SavedViewTables,
    ServiceTables,
    StaffRequestTables,
    VisitTables {
  account: {
    id: Generated<string>;
    username: string;
    /** Keyed hash of the number in E.164, by which it is found; the number itself is sealed beside it, and masked. */
    phone_index: string | null;
    phone_sealed: string | null;
    phone_masked: string | null;
    email_index: string | null;
    email_sealed: string | null;
    email_verified_at: Instant | null;
    name: string;
    avatar: string | null;
    intro: Generated<string>;
    /** None until the person sets one: a number that gets a code is enough to sign in. */
    password_hash: string | null;
    roles: string[];
    duties: Generated<Duty[]>;
    vip_type: number;
    /** End of the VIP; without one it does not end. */
    vip_until: Instant | null;
    frozen_at: Instant | null;
    frozen_because: string | null;
    /** Closed accounts keep their id and nothing about the person. */
    closed_at: Instant | null;
    /** Made with the sample data: its first password may be public. */
    is_sample: Generated<boolean>;
    created_at: Instant;
  };
  /** What the database is for, one row that is never changed: see src/server/platform/installation. */
  installation: { single: Generated<boolean>; kind: 'real' | 'sample'; marked_at: Instant };
  /** Whose log a server follows, one row: see migrations/log-timeline.ts. */
  log_timeline: { only_one: Generated<boolean>; timeline: number };
  session: {
    token_hash: string;
    /** Names the session to its owner; opens nothing. */
    id: string;
    account_id: string;
    device: Generated<string>;
    address: Generated<string>;
    created_at: Instant;
    seen_at: Instant | null;
    expires_at: Instant;
    ended_at: Instant | null;
    ended_because: SessionEnd | null;
    /** It was opened with the second factor of the account. */
    proved_factor: Generated<boolean>;
  };
  vault_check: { single: Generated<boolean>; sealed: string };
  /** What staff and the platform did: see src/server/platform/audit/audit-log.ts. */
  audit_log: {
    id: string;
    at: Instant;
    actor_id: string | null;
    actor_name: string;
    action: string;
    target_kind: string;
    target_id: string;
    reason: string;
    details: JSONColumnType<object>;
    previous_hash: string;
    hash: string;
    /** The keyed hash of `hash`; null in entries of before there were seals. */
    seal: string | null;
  };
  /** Entries up to which the log was taken as right under a key: see anchor-log.ts. */
  audit_anchor: { entry_id: string; hash: string; seal: string; at: Generated<Instant> };
  meta_object: {
    api_name: string;
    version: number;
    definition: JSONColumnType<ObjectDefinition>;
    /** Grows when what is worked out of the object's records changes. */
    revision: Generated<number>;
  };
  meta_object_version: {
    api_name: string;
    version: number;
    definition: JSONColumnType<ObjectDefinition>;
    steps: JSONColumnType<readonly StorageStep[]>;
    author: string;
    at: Instant;
  };
  option_set: { name: string; version: number; definition: JSONColumnType<OptionSet> };
  option_set_version: {
    name: string;
    version: number;
    definition: JSONColumnType<OptionSet>;
    author: string;
    at: Instant;
  };
  /** Work that a save of metadata leaves for afterwards: indexes, and fields that are filled in many records. */
  index_job: {
    id: Generated<string>;
    sql: string;
    target: string;
    fill: JSONColumnType<{ objectApiName: string; field: string } | null> | null;
    done_at: Instant | null;
    problem: string | null;
  };
  /** Natural keys of imported records, unique per object and source. */
  record_key: { object_api_name: string; source: string; key: string; record_id: string };
  /** What each record is found by: see src/server/core/search. */
  record_search: { object_api_name: string; id: string; names: string; letters: string; more: string; grams: number[] };
  /**
   * For which searchable fields (`fingerprint`) an object's records are in record_search, and up to which id when not
   * all.
   */
  search_state: {
    object_api_name: string;
    fingerprint: string;
    filled_to: Generated<string>;
    done: Generated<boolean>;
  };
  /** How far the records of an object have been gone through for a formula that is new or has changed. */
  formula_state: {
    object_api_name: string;
    field_api_name: string;
    fingerprint: string;
    filled_to: Generated<string>;
    done: Generated<boolean>;
  };
  /** CNY for one unit of a currency from this day on. */
  exchange_rate: { currency: string; day: string; cny: string };
  /** How often rates were written; one row. */
  rate_state: { id: Generated<number>; revision: string };
  /** How far equivalents were brought up to the rates, null when all were; one row. */
  equivalent_pass: { id: Generated<number>; state: JSONColumnType<object> | null };
  /** Imports that have not ended: the last row kept, and the counts up to it. */
  import_run: { id: string; row: number; state: JSONColumnType<object> };
  /** Values that people hold to be right, and what became of them. */
  correction: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    field: string;
    before: JSONColumnType<object>;
    proposed: JSONColumnType<object>;
    /** Which value of which record, and both values, as users read them. */
    title: Generated<string>;
    before_text: string | null;
    proposed_text: string | null;
    reason: string;
    evidence: string | null;
    state: Generated<CorrectionState>;
    account_id: string | null;
    created_at: Instant;
    decided_by: string | null;
    decided_at: Instant | null;
    note: string | null;
  };
  /** Imports that were begun in the web: schemas/api/imports.ts says what task and state mean. */
  import_job: {
    id: string;
    object_api_name: string;
    file_name: string;
    file_bytes: string;
    format: string;
    note: string;
    author: string;
    created_at: Instant;
    task: string | null;
    state: string;
    wanted_by: string | null;
    queued_at: Instant | null;
    stop_requested: boolean;
    problem: string;
    mapping: JSONColumnType<object> | null;
    progress: JSONColumnType<object> | null;
    checked: JSONColumnType<object> | null;
    result: JSONColumnType<object> | null;
    undo: JSONColumnType<object> | null;
  };
  /** Records that the undo of an import left alone, and why. */
  import_kept: { job_id: string; object_api_name: string; record_id: string; reason: string };
  /** Exports that were asked for: what of, and how far the sending of the file has come. */
  export_run: {
    id: Generated<string>;
    account_id: string;
    object_api_name: string;
    format: ExportFormat;
    query: JSONColumnType<ExportQuery>;
    file_name: string;
    status: Generated<ExportStatus>;
    /** Grows with each sending, so that an earlier one cannot write over a later one. */
    attempt: Generated<number>;
    rows: Generated<number>;
    total: number | null;
    message: Generated<string>;
    created_at: Instant;
    started_at: Instant | null;
    ended_at: Instant | null;
    /** When the sending process last reported, by the database's clock. */
    beat_at: Instant | null;
  };
  /** How many exports an account began on a day of Asia/Shanghai. */
  export_day: { account_id: string; day: string; runs: number };
  /** Staff actions by the key that the client gave them. */
  staff_deed_key: { actor_id: string; key: string; deed: string; at: Instant };
  /** People reported by others: types are values of the option set reportType. */
  report: {
    id: Generated<string>;
    reporter_id: string;
    reported_id: string;
    types: string[];
    reason: string;
    images: string[];
    source: number;
    state: Generated<ReportState>;
    created_at: Instant;
    decided_by: string | null;
    decided_at: Instant | null;
    note: string | null;
    froze: Generated<boolean>;
    conversation_id: string | null;
    from_seq: number | null;
    to_seq: number | null;
  };
}
