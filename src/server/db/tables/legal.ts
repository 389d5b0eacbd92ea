import type { ColumnType, Generated } from 'kysely';
import type { LegalKind } from '#schemas/api/legal.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** See migrations/legal.ts. */
export interface LegalTables {
  legal_version: {
    id: Generated<string>;
    version: Generated<number>;
    kind: LegalKind;
    /** Counts the published versions of a kind from 1; null of a draft. */
    number: number | null;
    title: string;
    /** What is different from the version before, for those who agreed to that one. */
    summary: string;
    /** Markdown without HTML. */
    body: string;
    created_at: Instant;
    created_by: string | null;
    updated_at: Instant;
    published_at: Instant | null;
    published_by: string | null;
    client_key: string | null;
  };
  legal_consent: {
    account_id: string;
    version_id: string;
    at: Instant;
    /** At sign-up, at a later visit, or with the sample data. */
    way: 'signUp' | 'signIn' | 'sample';
  };
}
