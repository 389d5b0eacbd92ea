/** Conversations with the assistant, what was asked in them, and the words of questions that meant nothing. */
export const JINGCHAT: readonly string[] = [
  `create table jingchat_conversation (
    id bigint generated always as identity primary key,
    account_id bigint not null references account,
    title text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    removed_at timestamptz
  )`,
  'create index jingchat_conversation_account_idx on jingchat_conversation (account_id, updated_at desc)',
  `create table jingchat_question (
    id bigint generated always as identity primary key,
    conversation_id bigint not null references jingchat_conversation on delete cascade,
    question text not null,
    kept jsonb not null,
    asked_at timestamptz not null
  )`,
  'create index jingchat_question_conversation_idx on jingchat_question (conversation_id, id)',
  `create table jingchat_word (
    id bigint generated always as identity primary key,
    word text not null,
    object_api_name text not null,
    count integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    unique (word, object_api_name)
  )`,
];
