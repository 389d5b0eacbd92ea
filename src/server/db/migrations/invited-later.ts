/**
 * An invitation to a number or address that no account has yet waits for the account that proves it: its keyed hash is kept
 * until the invitation is answered or over, and never the number itself.
 */
export const INVITED_LATER: readonly string[] = [
  'alter table company_invitation add column phone_index text, add column email_index text',
  `create index company_invitation_phone_idx on company_invitation (phone_index)
    where state = 'waiting' and account_id is null and phone_index is not null`,
  `create index company_invitation_email_idx on company_invitation (email_index)
    where state = 'waiting' and account_id is null and email_index is not null`,
];
