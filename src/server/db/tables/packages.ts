import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of packages: see migrations/packages.ts. */
export interface PackageTables {
  package_import: {
    id: Generated<string>;
    name: string;
    title: string;
    checksum: string;
    contents: JSONColumnType<object>;
    written: JSONColumnType<object>;
    author: string;
    at: Instant;
    undone_by: string | null;
    undone_at: Instant | null;
  };
  kept_mapping: {
    object_api_name: string;
    name: string;
    mapping: JSONColumnType<object>;
    version: number;
    updated_at: Instant;
  };
}
