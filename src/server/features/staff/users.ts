import { ID_SOURCE } from '#schemas/metadata/value.ts';
import type { AccountState, StaffUser, StaffUserDetail, UserKind } from '#schemas/api/staff.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { mobileNumber, mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { balanceOf } from '#server/platform/coins/ledger.ts';
import { userById, userFigures, users } from './queries.ts';
import { userDetailView, userView } from './user-view.ts';

const PAGE_SIZE = 50;
const IS_UID = new RegExp(ID_SOURCE);

interface Wanted {
  readonly word?: string;
  readonly kind?: UserKind;
  readonly state?: AccountState;
  readonly after?: string;
}

/** A number as staff type it, with its country code or without. */
function numberIn(word: string): string | undefined {
  if (!word.startsWith('+')) return mobileNumberOrNone(word);
  try {
    return mobileNumber(word.slice(1), '');
  } catch {
    return undefined;
  }
}

/** Accounts as staff look at them. */
export class Users {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** A page of users, newest first. A phone number is only ever compared by its index. */
  async find({ word = '', kind, state, after }: Wanted): Promise<{ list: StaffUser[]; after: string | null }> {
    const { db, vault } = this.#database;
    const now = this.#now();
    const typed = word.trim();
    const number = numberIn(typed);
    const filter = {
      word: typed,
      uid: IS_UID.test(typed) ? typed : undefined,
      phoneIndex: number && vault.index(number, 'phone'),
      kind,
      state,
      after,
      now,
    };
    const rows = await users(db, filter, PAGE_SIZE + 1);
    const shown = rows.slice(0, PAGE_SIZE);
    return {
      list: shown.map((row) => userView(vault, row, now)),
      after: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws Failure UNKNOWN_RECORD when there is no such account. */
  async read(uid: string, actor: Actor): Promise<StaffUserDetail> {
    const { db, vault } = this.#database;
    const now = this.#now();
    const row = await userById(db, uid);
    if (!row) throw new Failure('UNKNOWN_RECORD', '用户不存在');
    const [figures, balance] = await Promise.all([userFigures(db, uid, now), balanceOf(db, uid)]);
    return userDetailView(vault, row, { figures, balance, actor, now });
  }
}
