/**
 * The institution and the record of a certified investor, as staff decided them: a row with neither says that there is none.
 * What certifications of before named as the institution is taken over. The version of an account without a row is 1.
 */
export const INVESTOR_LINKS: readonly string[] = [
  `create table investor_link (
    account_id bigint primary key references account (id) on delete cascade,
    institution_id bigint,
    investor_id bigint,
    linked_by bigint references account (id) on delete set null,
    linked_at timestamptz not null,
    version integer not null default 2
  )`,
  'create index investor_link_institution_idx on investor_link (institution_id)',
  'create index investor_link_investor_idx on investor_link (investor_id)',
  `do $$ begin
    if to_regclass('"InvestorAuth"') is not null then
      insert into investor_link (account_id, institution_id, linked_by, linked_at)
      select c.account_id, f.org, c.decided_by, coalesce(c.decided_at, c.submitted_at)
      from identity_case c join "InvestorAuth" f on f.id = c.record_id
      where c.kind = 'investor' and c.state = 'APPROVED' and f.org is not null;
    end if;
  end $$`,
];
