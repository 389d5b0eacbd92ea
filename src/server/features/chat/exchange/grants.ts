import { Failure } from '#shared/errors.ts';
import { CARD_KINDS, type ContactExchange, EXCHANGE_WORDS, exchangeGives } from '#shared/policy/exchange.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { ContactCards } from '#server/platform/contact-cards/contact-cards.ts';
import { openAccountById } from '#server/platform/parties/queries.ts';
import { type GrantKey, keepGrant, sealedGrant } from './grant-queries.ts';

/** Where a value is sealed that was exchanged. */
export const grantPlace = ({ kind, viewerId, ownerId }: GrantKey): string =>
  `chat_grant.${kind}:${viewerId}:${ownerId}`;

/** Contact values that were exchanged, as they were on that day: each sealed for one viewer of one owner. */
export class Grants {
  readonly #vault: Vault;
  readonly #cards: ContactCards;

  constructor(vault: Vault) {
    this.#vault = vault;
    this.#cards = new ContactCards(vault);
  }

  /** @throws Failure INVALID_BODY naming the kind when the person has nothing to give. */
  async refuseEmpty(db: Db, uid: string, kind: ContactExchange): Promise<void> {
    ownOr((await this.#card(db, uid)).held[CARD_KINDS[kind]], kind);
  }

  /**
   * Gives each of the two what policy lets them have.
   * @throws Failure CONFLICT when the value of the requester is gone, INVALID_BODY when the other has none to show.
   */
  async give(
    trx: Db,
    {
      id,
      kind,
      requesterId,
      responderId,
    }: { id: string; kind: ContactExchange; requesterId: string; responderId: string },
    at: Date,
  ): Promise<void> {
    const field = CARD_KINDS[kind];
    const asked = (await this.#card(trx, requesterId)).held[field];
    if (asked === undefined) throw new Failure('CONFLICT', `对方尚未填写${EXCHANGE_WORDS[kind]}，暂时无法交换`);
    await this.#keep(trx, { viewerId: responderId, ownerId: requesterId, kind }, asked, id, at);
    const own = await this.#card(trx, responderId);
    if (!exchangeGives(own.exposure[field]).toRequester) return;
    await this.#keep(trx, { viewerId: requesterId, ownerId: responderId, kind }, ownOr(own.held[field], kind), id, at);
  }

  /** What the viewer was given; null when nothing. */
  async read(db: Db, key: GrantKey): Promise<string | null> {
    const sealed = await sealedGrant(db, key);
    return sealed === undefined ? null : this.#vault.open(sealed, grantPlace(key));
  }

  async #card(db: Db, uid: string) {
    const account = await openAccountById(db, uid);
    return this.#cards.read(db, uid, account?.phone_sealed ?? null);
  }

  #keep(trx: Db, key: GrantKey, value: string, exchangeId: string, at: Date): Promise<void> {
    return keepGrant(trx, key, { sealed: this.#vault.seal(value, grantPlace(key)), exchangeId, at });
  }
}

function ownOr(value: string | undefined, kind: ContactExchange): string {
  if (value !== undefined) return value;
  const message = `请先在联系方式设置中填写${EXCHANGE_WORDS[kind]}`;
  throw new Failure('INVALID_BODY', message, [{ field: CARD_KINDS[kind], message }]);
}
