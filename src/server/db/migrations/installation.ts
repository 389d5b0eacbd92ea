/** Usernames of the accounts with the public password; the others of the sample begin with `sample-`. */
const SAMPLES = `('founder', 'investor', 'organisation', 'svip', 'member', 'staff')`;

/** What a database is for, said once and for ever, and which accounts have the public sample password. */
export const INSTALLATION: readonly string[] = [
  `create table installation (
    single boolean primary key default true check (single),
    kind text not null check (kind in ('real', 'sample')),
    marked_at timestamptz not null
  )`,
  `create trigger installation_kept before update or delete on installation
    for each row execute function refuse_change()`,
  'create trigger installation_whole before truncate on installation execute function refuse_change()',
  'alter table account add column is_sample boolean not null default false',
  // Usernames are given by the product, never chosen: no other user has one of these.
  `update account set is_sample = true where username in ${SAMPLES} or starts_with(username, 'sample-')`,
  // Has been started before: sample only if it holds the sample accounts and no others. A new database is marked later.
  `insert into installation (kind, marked_at)
    select case when count(*) > 0 and bool_and(is_sample) then 'sample' else 'real' end, now() from account
      having exists (select 1 from meta_object)`,
];
