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
  /** Where an account has signed in: `mark` is a keyed hash of what the browser is and of its network. */
  known_device: { account_id: string; mark: string; seen_at: Instant };
  /** The authenticator app of an account; a new secret waits until a code of it is confirmed. */
  second_factor: {
    account_id: string;
    secret_sealed: Generated<string | null>;
    confirmed_at: Instant | null;
    /** The last step of time whose code was used. */
    last_step: Generated<number>;
    pending_sealed: string | null;
    pending_until: Instant | null;
  };
  /** `code_hash` is keyed and bound to the account. */
  recovery_code: {
    account_id: string;
    code_hash: string;
    used_at: ColumnType<string | null, string | undefined, string>;
  };
  /** A sign-in whose first proof was right and that waits for the second factor. */
  factor_ticket: { ticket_hash: string; account_id: string; expires_at: Instant };
  /** Browsers that ask to be let in by a phone: see src/server/features/account/qr-login. */
  qr_login: {
    token_hash: string;
    ticket_hash: string;
    browser_hash: string;
    user_agent: string;
    address: string;
    created_at: Instant;
    expires_at: Instant;
    state: Generated<'waiting' | 'scanned' | 'confirmed' | 'refused' | 'spent'>;
    /** Who scanned it, and with which session it was confirmed. */
    account_id: string | null;
    session_id: string | null;
  };
}
