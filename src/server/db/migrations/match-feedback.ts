/**
 * What a user holds to be no match, and which institutions lists of matches showed among their first places. With an
 * institution a mark is about one that does not fit the project; with 0 about a project that does not fit the user. A row
 * of `match_shown` is for a day, a user and a project; of these two it keeps a keyed hash alone.
 */
export const MATCH_FEEDBACK: readonly string[] = [
  `create table match_feedback (
    id bigint generated always as identity primary key,
    account_id bigint not null references account,
    project_id bigint not null,
    institution_id bigint not null default 0,
    title text not null,
    reason text not null,
    at timestamptz not null,
    unique (account_id, project_id, institution_id)
  )`,
  // As the list of one's own marks asks for them.
  'create index match_feedback_own_idx on match_feedback ((account_id::text))',
  `create table match_shown (
    day date not null,
    asker text not null,
    institution_id bigint not null,
    primary key (day, asker, institution_id)
  )`,
];
