import type { ColumnType, Generated } from 'kysely';
import type { VisitMode, VisitorKind } from '#schemas/api/visits.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of visits: see migrations/visits.ts. */
export interface VisitTables {
  /** What readers may learn of a visitor; read from the account once a day. */
  visit_card: {
    account_id: string;
    mode: VisitMode;
    kind: VisitorKind | null;
    entity: string | null;
    /** The institution of the certification, where it is in the directory. */
    institution_id: string | null;
    position: string | null;
    /** The day of Asia/Shanghai it was read on, YYYY-MM-DD. */
    read_on: string | null;
  };
  record_visit: {
    id: string;
    visitor_id: string;
    account_id: string;
    company_id: string;
    /** 0 for the company itself. */
    project_id: string;
    object_api_name: string;
    /** The name of the record when it was last looked at. */
    title: string;
    /** YYYY-MM-DD. */
    day: string;
    first_at: Instant;
    last_at: Instant;
    opens: number;
    seconds: number;
    /** Labels of the parts of the page that were on screen. */
    sections: string[];
    /** Place in VISIT_SOURCES. */
    source: number;
    /** The transaction that stored it first; null for visits of before that was kept. */
    xid: Generated<string | null>;
  };
}
