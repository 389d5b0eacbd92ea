import { ANCHOR, anchoredText, ENTRY } from '#server/db/anchor-log.ts';
import type { Vault } from '#server/db/vault.ts';
import type { LogFault } from '#schemas/api/audit-log.ts';
import type { ChainedEntry } from './chain.ts';

interface Anchor {
  readonly entry_id: string;
  readonly hash: string;
  readonly seal: string;
}

/**
 * What the keys of this installation say of a log. An entry behind the last anchor must be sealed with one of them; those
 * before are vouched for by its hash, also where they were written without a seal or under a key that is no longer there.
 */
export class Seals {
  readonly #vault: Vault;
  readonly #hashes: ReadonlyMap<string, string>;
  /** Entry of the last anchor; undefined where no anchor was made with a key of ours. */
  readonly last: bigint | undefined;

  constructor(vault: Vault, anchors: readonly Anchor[]) {
    this.#vault = vault;
    const ours = anchors.filter((anchor) => vault.judge(anchor.seal, anchoredText(anchor), ANCHOR) === 'good');
    this.#hashes = new Map(ours.map(({ entry_id: id, hash }) => [id, hash]));
    this.last = ours
      .map(({ entry_id: id }) => BigInt(id))
      .toSorted((a, b) => (a < b ? -1 : 1))
      .at(-1);
  }

  /** What is wrong with an entry whose place in the chain is right; null when it holds. */
  faultOf({ id, hash, seal }: ChainedEntry): LogFault | null {
    const anchored = this.#hashes.get(id);
    if (this.last === undefined || (anchored !== undefined && anchored !== hash)) return 'anchor';
    if (BigInt(id) <= this.last) return null;
    return this.#vault.judge(seal ?? '', hash, ENTRY) === 'good' ? null : 'seal';
  }
}
