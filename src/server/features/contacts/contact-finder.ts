import { BINDINGS } from '#schemas/bindings.ts';
import { type ContactQuestion, hasQuota } from '#shared/policy/contacts.ts';
import { isStaff, type Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { haveTalked } from '#server/platform/messages/queries.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { balanceOf } from '#server/platform/coins/ledger.ts';
import { type ContactCards, type ContactValues, kindsOf } from '#server/platform/contact-cards/contact-cards.ts';
import { contactedOn } from '#server/platform/parties/contact-quota-queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { contactOfCompany, namedContact, openAccountById, partyById } from '#server/platform/parties/queries.ts';
import { purchaseOf, seenBy } from './view-queries.ts';
import { isWhiteListed } from './white-list-queries.ts';

/** Who is the contact of a record. */
export interface Party {
  readonly uid: string;
  /** The person speaks for the company by certification. */
  readonly isManager: boolean;
}

/** A contact as one person finds it: what policy asks, and what would be shown. */
export interface Found {
  readonly question: ContactQuestion;
  readonly name: string;
  /** What this person is shown once the contact is open. */
  readonly shown: ContactValues;
  readonly isExposed: boolean;
  /** The account whose page this person may read; undefined where none is open. */
  readonly page: string | undefined;
  readonly wasSeen: boolean;
  /** The two write to each other. */
  readonly hasTalked: boolean;
}

/** Looks up contacts. An unknown user, one who is no contact and one who hides everything look the same. */
export class ContactFinder {
  readonly #records: RecordValuesReader;
  readonly #cards: ContactCards;

  constructor(records: RecordValuesReader, cards: ContactCards) {
    this.#records = records;
    this.#cards = cards;
  }

  /** The contact of a record: who speaks for the company, else whom staff named, else the contact of its company. */
  async partyOf(db: Db, objectApiName: string, id: string): Promise<Party | null> {
    const isCompany = objectApiName === BINDINGS.company.object;
    const manager = isCompany ? await contactOfCompany(db, id) : undefined;
    if (manager !== undefined) return { uid: manager, isManager: true };
    const named = await namedContact(db, objectApiName, id);
    if (named !== undefined) return { uid: named, isManager: false };
    const companyId = isCompany ? undefined : await this.#records.companyOf(objectApiName, id);
    return companyId === undefined ? null : this.partyOf(db, BINDINGS.company.object, companyId);
  }

  /** A contact as the actor finds it at an instant. The reads are the same for every id: the time of the answer reveals nothing. */
  async find(db: Db, viewer: Member, targetUid: string | null, now: Date): Promise<Found> {
    const viewerId = viewer.id;
    const day = shanghaiDay(now);
    const isInWhiteList = await isWhiteListed(db, viewerId);
    const contacted = await contactedOn(db, viewerId, day, hasQuota(viewer));
    const balance = await balanceOf(db, viewerId);
    const about = { viewer, isInWhiteList, targetUid, usedToday: contacted.size, balance };
    if (targetUid === null) {
      const unknown = { isShown: false, isBought: false, isSeenToday: false };
      const nothing = { name: '', shown: {}, isExposed: false, page: undefined, wasSeen: false, hasTalked: false };
      return { question: { ...about, ...unknown }, ...nothing };
    }
    const isOwn = targetUid === viewerId;
    const bought = await this.#bought(db, viewerId, targetUid);
    const account = isOwn || bought ? await openAccountById(db, targetUid) : await partyById(db, targetUid);
    const isParty = bought ? (await partyById(db, targetUid)) !== undefined : account !== undefined;
    const card = await this.#cards.read(db, targetUid, account?.phone_sealed ?? null);
    const exposed = isParty ? card.exposed : {};
    const seen = await seenBy(db, viewerId, targetUid, day);
    const all = isOwn || (isStaff(viewer) && isParty) ? card.held : { ...bought, ...exposed };
    const shown = account ? all : {};
    return {
      question: {
        ...about,
        isShown: kindsOf(shown).length > 0,
        isBought: bought !== undefined,
        isSeenToday: seen.today || contacted.has(targetUid),
      },
      name: account?.name ?? '',
      shown,
      isExposed: kindsOf(exposed).length > 0,
      page: account?.page ?? undefined,
      wasSeen: seen.ever,
      hasTalked: await haveTalked(db, viewerId, targetUid),
    };
  }

  /** What the viewer bought of the target; undefined when nothing, or when its owner has left. */
  async #bought(db: Db, viewerId: string, targetId: string): Promise<ContactValues | undefined> {
    const sealed = await purchaseOf(db, viewerId, targetId);
    return sealed ? this.#cards.openBought(sealed, viewerId, targetId) : undefined;
  }
}
