/** What staff are there for. Who was staff before could do everything, and goes on to. */
export const STAFF_DUTIES: readonly string[] = [
  `alter table account add column duties text[] not null default '{}'
    check (duties <@ array['data', 'audit', 'money', 'access'])`,
  `update account set duties = array['data', 'audit', 'money', 'access'] where 'staff' = any(roles)`,
  // Staff without a duty could do nothing, and no other user has one.
  `alter table account add constraint account_staff_duties check (('staff' = any(roles)) = (duties <> '{}'))`,
];
