import type { Vault } from '#server/db/vault.ts';
import { fileAddress } from '#server/core/files/own-files.ts';

/** How long a signed address is good for: enough for a plan over a slow line to begin, too little to be handed about. */
const SIGNED_FOR_SECONDS = 5 * 60;
const SIGNED_FOR = 'file-address';

/** What a signed address says besides the file: the second since 1970 at which it ends, and the signature over both. */
export interface AddressSignature {
  readonly expires?: string | undefined;
  readonly signature: string;
}

/**
 * Signs the addresses from which private files are fetched, with a key that only our own processes have.
 *
 * Like those of hosted storage services a signed address is good for anyone who holds it, with a session or without: who may
 * have one is asked when it is given, which happens at each use of the plain address that records and messages hold. What
 * was taken back meanwhile is open for the minutes that are left of it, and no new one is given.
 */
export class AddressSigner {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** The address of a private file for the next minutes. */
  sign(id: string, now: Date): string {
    const expires = String(Math.floor(now.getTime() / 1000) + SIGNED_FOR_SECONDS);
    const query = new URLSearchParams({ expires, signature: this.#vault.index(signedText(id, expires), SIGNED_FOR) });
    return `${fileAddress({ bucket: 'private', id })}?${query.toString()}`;
  }

  /** Whether we signed this for this very file, and it has not ended. */
  isGood(id: string, { expires = '', signature }: AddressSignature, now: Date): boolean {
    const isOurs = this.#vault.isIndex(signature, signedText(id, expires), SIGNED_FOR);
    return isOurs && now.getTime() < Number(expires) * 1000;
  }
}

const signedText = (id: string, expires: string): string => `${id}\n${expires}`;
