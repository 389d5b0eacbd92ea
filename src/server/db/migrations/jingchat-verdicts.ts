/**
 * What users said of answers: with the question and how it was read, so that what is changed later can be tried on it, and
 * with the kind of user who asked, since words are read by what is open to one. `account_id` is for its owner alone.
 */
export const JINGCHAT_VERDICTS: readonly string[] = [
  `create table jingchat_verdict (
    id bigint generated always as identity primary key,
    question_id bigint unique references jingchat_question on delete set null,
    account_id bigint references account,
    verdict text not null,
    reason text,
    remark text not null default '',
    question text not null,
    kept jsonb not null,
    before jsonb,
    asker jsonb not null,
    object_api_name text not null default '',
    plan_words text not null default '',
    asked_at timestamptz not null,
    at timestamptz not null,
    closed_at timestamptz,
    closed_by bigint references account,
    closed_note text
  )`,
  'create index jingchat_verdict_account_idx on jingchat_verdict (account_id)',
  'create index jingchat_verdict_kind_idx on jingchat_verdict (verdict, at desc)',
];
