import type { ColumnType, Generated } from 'kysely';
import type { CodePurpose } from '#schemas/api/passport.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of signing in: see migrations/passport.ts. */
export interface PassportTables {
  /** A captcha that was given out: its answer until it is checked, then the hash of the proof until that is used. */
  captcha_challenge: { id: string; answer: number | null; proof_hash: string | null; expires_at: Instant };
  captcha_trail: { hash: string; at: Instant };
  /** A code that was sent; `code_hash` is keyed and bound to number and purpose. */
  sms_code: {
    phone_index: string;
    purpose: CodePurpose;
    code_hash: string;
    tries: Generated<number>;
    expires_at: Instant;
    used_at: Instant | null;
  };
  /** What may not be done often, by whom (a keyed hash): when it was done. */
  attempt: { subject: string; at: string[]; touched_at: Instant };
  /** Right to set a password once. */
  reset_ticket: { ticket_hash: string; account_id: string; expires_at: Instant };
}
