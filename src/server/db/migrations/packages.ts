/**
 * Packages of metadata that were brought in. `contents` is what the file held, as of which the next one of the same name is
 * merged; `written` is each thing that was written, at which version, and what was there before: an undo restores that.
 * Mappings of imports that came with them are kept by object and name.
 */
export const PACKAGES: readonly string[] = [
  `create table package_import (
    id bigint generated always as identity primary key,
    name text not null,
    title text not null,
    checksum text not null,
    contents jsonb not null,
    written jsonb not null,
    author text not null,
    at timestamptz not null,
    undone_by text,
    undone_at timestamptz
  )`,
  'create index package_import_name_idx on package_import (name, id desc)',
  `create table kept_mapping (
    object_api_name text not null,
    name text not null,
    mapping jsonb not null,
    version integer not null,
    updated_at timestamptz not null,
    primary key (object_api_name, name)
  )`,
];
