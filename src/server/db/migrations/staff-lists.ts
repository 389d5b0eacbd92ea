const INVESTOR = `'{ORG_INVESTOR,COMPANY_INVEST_DEPT,PERSONAL_INVESTOR,LP}'`;
const ORGANISATION = `'{FA,PARK_INCUBATOR,OTHER_SERVICE_ORG,SERVICE_ORG}'`;
const SVIP = 'a.vip_type = 3 and coalesce(a.vip_until > n.created_at, true)';

/** What the lists of staff read and the tables did not hold. */
export const STAFF_LISTS: readonly string[] = [
  // How many users have had a notice of staff on screen.
  'alter table notice add column readers integer not null default 0',
  `update notice n set readers = (
    select count(*) from notice_cursor c join account a on a.id = c.account_id
    where c.type = n.type and c.read_id >= n.id and (n.account_id = a.id or
      n.audience <> 'one' and a.created_at <= n.created_at and (n.audience = 'all' or n.kinds && array_remove(array[
        case when a.roles && '{START_UP}' then 'founder' end,
        case when a.roles && ${INVESTOR} then 'investor' end,
        case when a.roles && ${ORGANISATION} then 'organisation' end,
        case when ${SVIP} then 'svip' end,
        case when not (a.roles && '{START_UP}' or a.roles && ${INVESTOR} or a.roles && ${ORGANISATION} or ${SVIP})
          then 'member' end], null))))
    where n.created_by is not null`,
  // A livestream is over once a sweep has found its end past.
  'alter table live add column is_over boolean not null default false',
  'alter table record_party add column id bigint generated always as identity unique',
];
