/**
 * The timeline of the log of the server that takes writes, as processes that read from replicas have written it: what a
 * replica holds here says whose log it follows.
 */
export const LOG_TIMELINE: readonly string[] = [
  `create table log_timeline (
    only_one boolean primary key default true check (only_one),
    timeline integer not null
  )`,
];
