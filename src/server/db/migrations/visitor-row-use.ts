/** Records that visitors of a network were given on a day of Asia/Shanghai. Of the network no more than a keyed hash is kept. */
export const VISITOR_ROW_USE: readonly string[] = [
  `create table visitor_row_day (
    network text not null,
    day date not null,
    rows integer not null,
    primary key (network, day)
  )`,
  'create index visitor_row_day_day_idx on visitor_row_day (day)',
];
