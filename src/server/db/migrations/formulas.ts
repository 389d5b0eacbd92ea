/**
 * How far the records of an object have been gone through for each of its formulas. A formula without a row has not been
 * gone through at all.
 */
export const FORMULAS: readonly string[] = [
  `create table formula_state (
    object_api_name text not null,
    field_api_name text not null,
    fingerprint text not null,
    filled_to bigint not null default 0,
    done boolean not null default false,
    primary key (object_api_name, field_api_name)
  )`,
];
