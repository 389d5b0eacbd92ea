import { type RawBuilder, sql } from 'kysely';
import type { Binding, BoundField } from '#schemas/bindings.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';

/** The storage of an object that code knows by a binding, as parts of SQL; `alias` is what the query calls the table. */
export interface BoundTable<Key> {
  readonly table: RawBuilder<unknown>;
  /** The text that names a record. */
  readonly name: (alias: string) => RawBuilder<string | null>;
  /** The first column of a field; null where an earlier version of the product let the field be hidden. */
  readonly column: (alias: string, key: Key) => RawBuilder<string | null>;
  /** The address of a file; null where there is none, or the field is hidden. */
  readonly fileUrl: (alias: string, key: Key) => RawBuilder<string | null>;
  /** As `fileUrl`, of a hidden field too: its data is kept. */
  readonly keptFileUrl: (alias: string, key: Key) => RawBuilder<string | null>;
}

/** @throws Failure UNKNOWN_OBJECT where a database lacks the object. */
export function boundTable<const B extends Binding>(catalog: Catalog, binding: B): BoundTable<keyof B['fields']> {
  const object = catalog.object(binding.object);
  const fields: Readonly<Record<PropertyKey, BoundField>> = binding.fields;
  const column = (alias: string, key: keyof B['fields'], isHiddenToo = false) => {
    const { apiName, types } = fields[key];
    const [type] = types;
    const live = object.field(apiName);
    const isOpen = live !== undefined && !isSealed(live);
    const [first] = fieldType({ type }).columns({ apiName, type, label: '' });
    return isOpen || isHiddenToo
      ? sql<string | null>`${sql.ref(`${alias}.${first?.name ?? apiName}`)}`
      : sql<string | null>`null::${sql.raw(first?.sqlType ?? 'text')}`;
  };
  return {
    table: sql.table(object.table),
    name: (alias) => sql<string | null>`${sql.ref(`${alias}.${object.definition.nameField}`)}`,
    column: (alias, key) => column(alias, key),
    fileUrl: (alias, key) => sql<string | null>`(${column(alias, key)} ->> 'url')`,
    keptFileUrl: (alias, key) => sql<string | null>`(${column(alias, key, true)} ->> 'url')`,
  };
}
