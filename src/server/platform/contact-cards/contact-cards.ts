import type { ContactKind } from '#schemas/api/contacts.ts';
import { exposedKinds, type Exposure } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { Vault } from '#server/db/vault.ts';
import { dropCardValue, exposureOf, keepCardValue, sealedCard } from './queries.ts';

/** Values by which a user can be reached. */
export type ContactValues = Partial<Record<ContactKind, string>>;

/** A card with what its owner shows of it. */
export interface Card {
  readonly held: ContactValues;
  /** The phone number is that of the account: no other was set. */
  readonly phoneIsOwn: boolean;
  readonly exposure: Exposure;
  readonly exposed: ContactValues;
}

/** Where a value of a card is sealed. */
export const cardPlace = (kind: ContactKind, accountId: string): string => `contact_card.${kind}:${accountId}`;
/** Where the values of a card that was bought are sealed. */
export const purchasePlace = (viewerId: string, targetId: string): string => `contact_purchase:${viewerId}:${targetId}`;

/** Opens and seals contact values; nothing else in the product does. */
export class ContactCards {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** The card of an account; its own number replaces one that was not set. */
  async read(db: Db, accountId: string, ownPhoneSealed: string | null): Promise<Card> {
    const rows = await sealedCard(db, accountId);
    const exposure = await exposureOf(db, accountId);
    const held: ContactValues = {};
    for (const { kind, sealed } of rows) held[kind] = this.#vault.open(sealed, cardPlace(kind, accountId));
    const phoneIsOwn = held.phone === undefined;
    if (phoneIsOwn && ownPhoneSealed !== null) held.phone = this.#vault.open(ownPhoneSealed, phonePlace(accountId));
    return { held, phoneIsOwn, exposure, exposed: only(held, exposedKinds(kindsOf(held), exposure)) };
  }

  /** Keeps one value of a card; an empty text takes it off. */
  async keep(trx: Db, accountId: string, kind: ContactKind, value: string, now: Date): Promise<void> {
    if (value === '') return dropCardValue(trx, accountId, kind);
    return keepCardValue(trx, { accountId, kind, sealed: this.#vault.seal(value, cardPlace(kind, accountId)) }, now);
  }

  /** What was bought, for the row of the purchase. */
  sealBought(values: ContactValues, viewerId: string, targetId: string): string {
    return this.#vault.seal(JSON.stringify(values), purchasePlace(viewerId, targetId));
  }

  openBought(sealed: string, viewerId: string, targetId: string): ContactValues {
    return JSON.parse(this.#vault.open(sealed, purchasePlace(viewerId, targetId))) as ContactValues;
  }
}

export const kindsOf = (values: ContactValues): ContactKind[] => Object.keys(values) as ContactKind[];

function only(values: ContactValues, kinds: readonly ContactKind[]): ContactValues {
  return Object.fromEntries(kinds.map((kind) => [kind, values[kind]]));
}
