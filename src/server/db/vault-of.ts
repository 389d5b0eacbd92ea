import type { DialectAdapter, Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import type { Vault } from './vault.ts';

/** By the adapter of a query builder, which its transactions share. */
const VAULTS = new WeakMap<DialectAdapter, Vault>();

/** Makes the vault of a database known to query builders over it and to their transactions. */
export function knowVault(vault: Vault, builders: readonly Kysely<Tables>[]): void {
  for (const db of builders) VAULTS.set(db.getExecutor().adapter, vault);
}

/** The vault of the database that a transaction is in. @throws Error for a query builder that has none */
export function vaultOf(db: Kysely<Tables>): Vault {
  const vault = VAULTS.get(db.getExecutor().adapter);
  if (!vault) throw new Error('These statements are made without a key.');
  return vault;
}
