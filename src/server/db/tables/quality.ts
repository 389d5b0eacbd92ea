import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of the quality of records: see migrations/quality.ts. */
export interface QualityTables {
  /** How far a pass over an object's records has come, which runs while `began_at` is set, and when one ended last. */
  quality_state: {
    object_api_name: string;
    began_at: Instant | null;
    passed_to: Generated<string>;
    passed_at: Instant | null;
    /** Version of the object that its records were judged by last. */
    version: number | null;
    /** Records whose roll-ups and look-ups the pass counted again, and values that were wrong. */
    checked: Generated<string>;
    wrong: Generated<string>;
  };
  /** How many records an object had at the end of a day's last pass, and how many of them had the field filled in. */
  quality_day: {
    object_api_name: string;
    field: string;
    day: string;
    records: string;
    filled: string;
    /** Values whose records were not verified for too long; null for fields without such a term. */
    stale: string | null;
  };
  /** The records of one source as the last pass found them; `share` is their completeness in percent. */
  quality_source: {
    object_api_name: string;
    source: string;
    records: string;
    share: string | null;
    stale: string | null;
  };
  /** What a pass found in a record beside what its rules refuse; `kind` is one of the options of its list. */
  quality_finding: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    kind: string;
    field: string;
    record_name: string;
    field_label: string;
    problem: string;
    found_at: Instant;
    seen_at: Instant;
  };
  /** Values of which a source states something else than is counted, both as users read them. */
  stated_difference: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    field: string;
    record_name: string;
    field_label: string;
    stated: string;
    source: string;
    pinned: boolean;
    counted: string;
    found_at: Instant;
    seen_at: Instant;
  };
  /** Records that the rules of their object refuse, though nothing was written. */
  rule_breach: {
    id: Generated<string>;
    object_api_name: string;
    record_id: string;
    record_name: string;
    /** Labels of the fields that are refused, and what is said about each. */
    fields: string[];
    problems: string;
    found_at: Instant;
    seen_at: Instant;
  };
}
