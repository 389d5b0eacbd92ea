/**
 * How often rates were written, and how far the pass is that brings the equivalents of stored amounts up to them: null
 * where none is under way. Two tables, as every write of a record reads the first and only the pass holds the second.
 */
export const RATE_STATE: readonly string[] = [
  'create table rate_state (id smallint primary key default 1 check (id = 1), revision bigint not null default 0)',
  'insert into rate_state default values',
  'create table equivalent_pass (id smallint primary key default 1 check (id = 1), state jsonb)',
  'insert into equivalent_pass default values',
];
