import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FailureName } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import type { FindActor } from '#server/http/mount.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { networkOf } from '#server/platform/limits/limits.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';
import { withinNetworks } from './addresses.ts';
import { hashSecret, KEY_MARK, readKey } from './key-text.ts';
import { keyUsedElsewhere } from './notices.ts';
import { keyById, type KeyRow, noteKeyUsed } from './queries.ts';

export interface KeyCheckDeps {
  readonly database: Pick<Database, 'db'>;
  readonly changes: AccountChanges;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/**
 * How long a process may answer from memory. A key that is revoked is forgotten as soon as the process is notified; where the
 * notification is lost, within this time.
 */
const REMEMBER_MS = 900;
const MAX_REMEMBERED = 10_000;
/** Compared with where a key is unknown, so that it takes as long as a wrong secret. */
const NO_HASH = hashSecret('');

interface Remembered {
  readonly row: KeyRow | undefined;
  readonly allows: (address: string) => boolean;
  readonly until: number;
  /** From where and when its use was last noted. */
  noted: { readonly network: string; readonly at: number } | undefined;
}

type Found = Awaited<ReturnType<FindActor>>;

const refused = (ended: FailureName): Found => ({ actor: null, ended });

/** Finds whose key a request came with. A key is good in its header alone, and nothing else that comes along counts. */
export class KeyCheck {
  readonly #deps: KeyCheckDeps;
  readonly #remembered = new Map<string, Remembered>();
  readonly #underWay = new Set<Promise<void>>();
  /** Counts announced changes: what was read before one is not remembered after it. */
  #heard = 0;

  constructor(deps: KeyCheckDeps) {
    this.#deps = deps;
    deps.changes.onChange((accountId) => this.#forget(accountId));
  }

  /** Who asks, by the key of the request; null without one, else why it is not good. */
  async find(request: FastifyRequest): Promise<Found> {
    if (isInAddress(request)) return refused('KEY_IN_ADDRESS');
    const [, text] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (text === undefined) return null;
    const read = readKey(text);
    if (!read) return refused('KEY_REFUSED');
    const known = await this.#known(read.id);
    const { row } = known;
    const isRight = timingSafeEqual(Buffer.from(hashSecret(read.secret)), Buffer.from(row?.secret_hash ?? NO_HASH));
    if (!row || !isRight) return refused('KEY_REFUSED');
    const now = this.#deps.now();
    if (new Date(row.expires_at) <= now || (row.revoked_at !== null && new Date(row.revoked_at) <= now))
      return refused('KEY_ENDED');
    if (row.frozen_at !== null || row.closed_at !== null) return refused('KEY_OWNER_SHUT');
    if (!known.allows(request.ip)) return refused('KEY_ELSEWHERE');
    this.#note(known, row, request.ip, now);
    return { actor: actorOf(row, now), sessionId: null };
  }

  /** Resolves when everything that is done beside the answers is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #known(id: string): Promise<Remembered> {
    const now = this.#deps.now().getTime();
    const kept = this.#remembered.get(id);
    if (kept && kept.until > now) return kept;
    const heard = this.#heard;
    const row = await keyById(this.#deps.database.db, id);
    const allows = withinNetworks(row?.addresses ?? []);
    const known = { row, allows, until: now + REMEMBER_MS, noted: kept?.noted };
    if (heard !== this.#heard) return known;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(id, known);
    return known;
  }

  /** Beside the request, which does not wait for it; what fails here is noted with a later one. */
  #note(known: Remembered, row: KeyRow, address: string, now: Date): void {
    const network = networkOf(address);
    const { noted } = known;
    if (noted?.network === network && noted.at > now.getTime() - MINUTE_MS) return;
    known.noted = { network, at: now.getTime() };
    const noting: Promise<void> = this.#noteNow(row, { address, network }, now)
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(noting));
    this.#underWay.add(noting);
  }

  async #noteNow(
    { id, account_id: accountId, key_name: name, networks }: KeyRow,
    from: { readonly address: string; readonly network: string },
    now: Date,
  ): Promise<void> {
    const { database, hints } = this.#deps;
    const isNew = await noteKeyUsed(database.db, id, from, now);
    // The first network of all is where its owner set it up.
    if (!isNew || networks.length === 0) return;
    await database.db
      .transaction()
      .execute((trx) => notifyUser(trx, keyUsedElsewhere({ id, accountId, name }, from.network), now));
    hints.announceNotice(accountId);
  }

  #forget(accountId: string | null): void {
    this.#heard += 1;
    for (const [id, { row }] of this.#remembered)
      if (accountId === null || row === undefined || row.account_id === accountId) this.#remembered.delete(id);
  }
}

/** What the owner may do now and no more; a key of staff reads what a member reads. */
function actorOf(row: KeyRow, now: Date): Actor {
  const isVip = row.vip_until === null || new Date(row.vip_until) > now;
  return {
    id: row.account_id,
    name: row.name,
    roles: row.roles.filter((role) => role !== 'staff'),
    vipType: isVip ? row.vip_type : 0,
    key: { id: row.id, scopes: row.scopes },
  };
}

const NAMES_OF_KEYS: ReadonlySet<string> = new Set(['key', 'api_key', 'apikey', 'access_token', 'authorization']);

/** Addresses are kept in logs and histories: a key in one is refused, even a right one. */
function isInAddress({ query }: FastifyRequest): boolean {
  return Object.entries(query ?? {}).some(
    ([name, value]) =>
      NAMES_OF_KEYS.has(name.toLowerCase()) || [value].flat().some((one) => String(one).includes(KEY_MARK)),
  );
}
