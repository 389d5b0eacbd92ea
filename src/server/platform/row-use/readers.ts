import { type Actor, isMember } from '#shared/policy/actor.ts';
import type { Vault } from '#server/db/vault.ts';
import { networkOf } from '#server/platform/limits/limits.ts';

/** Who reads: an account, or all visitors of one network, of which no more than a keyed hash is kept. */
export type Reader = { readonly account: string } | { readonly account: null; readonly network: string };

/** By whom what is read counts; undefined for what no request from a network asks. */
export function readerOf(actor: Actor, vault: Pick<Vault, 'index'>): Reader | undefined {
  if (isMember(actor)) return { account: actor.id };
  if (actor.address === undefined) return undefined;
  return { account: null, network: vault.index(networkOf(actor.address), 'row_use.visitor') };
}

/** One text for each reader. */
export const keyOf = (reader: Reader): string =>
  reader.account === null ? `network ${reader.network}` : reader.account;
