/**
 * When users looked at the first page, so that it says what came since; and the news of a record, which is read by the record. What is
 * quiet, as imports write it, is in no such index and costs nothing.
 */
export const HOME: readonly string[] = [
  `create table home_look (
    account_id bigint primary key references account,
    looked_at timestamptz not null,
    before_at timestamptz
  )`,
  'create index change_log_news_idx on change_log (object_api_name, record_id, seq) where not quiet',
];
