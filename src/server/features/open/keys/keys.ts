import type { ApiKey, MadeKey, NewKey } from '#schemas/api/api-keys.ts';
import { MAX_KEYS } from '#schemas/api/api-keys.ts';
import { ASSISTANT, FOLLOW, READ_ALL, readScope } from '#shared/policy/api-scopes.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import type { Proof } from '#server/platform/accounts/owner-proof.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { readNetwork } from './addresses.ts';
import { KEY_MARK, makeKey } from './key-text.ts';
import { keyMade } from './notices.ts';
import { endKey, goodKeys, insertKey, keysOf, lockKey, ownerRow } from './queries.ts';

export interface KeysDeps {
  readonly database: Pick<Database, 'db'>;
  readonly changes: AccountChanges;
  readonly hints: NoticeHints;
  readonly now: () => Date;
  /** Proves that the user at the screen owns the account. @throws Failure */
  readonly prove: (accountId: string, proof: Proof) => Promise<void>;
  /** Objects that a key of this user can read. */
  readonly objects: (actor: Member) => readonly { readonly objectApiName: string }[];
}

type Row = Awaited<ReturnType<typeof keysOf>>[number];
type Wanted = Pick<NewKey, 'name' | 'scopes' | 'days'> & { readonly addresses: readonly string[] };

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

const iso = (at: string): string => new Date(at).toISOString();

function stateOf({ expires_at, revoked_at }: Row, now: Date): ApiKey['state'] {
  if (revoked_at !== null && new Date(revoked_at) <= now) return 'revoked';
  if (new Date(expires_at) <= now) return 'expired';
  return revoked_at === null ? 'good' : 'ending';
}

const shown = (row: Row, now: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: `${KEY_MARK}${row.id}`,
  scopes: row.scopes,
  addresses: row.addresses,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  revokedAt: row.revoked_at && iso(row.revoked_at),
  state: stateOf(row, now),
  usedAt: row.used_at && iso(row.used_at),
  usedFrom: row.used_from,
});

/** Keys of an account, as their owner makes, exchanges and ends them. */
export class Keys {
  readonly #deps: KeysDeps;

  constructor(deps: KeysDeps) {
    this.#deps = deps;
  }

  async list(actor: Member): Promise<{ keys: ApiKey[]; byPassword: boolean; byCode: boolean }> {
    const { database, now } = this.#deps;
    const owner = await ownerRow(database.db, actor.id, false);
    const rows = await keysOf(database.db, actor.id);
    return {
      keys: rows.map((row) => shown(row, now())),
      byPassword: (owner?.password_hash ?? null) !== null,
      byCode: (owner?.phone_sealed ?? null) !== null,
    };
  }

  /** @throws Failure INVALID_BODY naming what is wrong, CONFLICT where there are too many, and as proofs do. */
  async create({ password, verifyCode, addresses = [], ...wanted }: NewKey, actor: Member): Promise<MadeKey> {
    const scopes = this.#scopes(wanted.scopes, actor);
    const networks = addresses.map((address) => address.trim()).filter(Boolean);
    const wrong = networks.find((network) => readNetwork(network) === null);
    if (wrong !== undefined) refuse('addresses', `“${wrong}”不是 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24`);
    await this.#deps.prove(actor.id, { password, verifyCode });
    return this.#make(actor, { ...wanted, name: wanted.name.trim(), scopes, addresses: networks }, 'apiKey.created');
  }

  /**
   * A key like another, which ends a day later or when it would have ended anyway: a program changes over meanwhile.
   * @throws Failure UNKNOWN_RECORD, CONFLICT, and as proofs do
   */
  async rotate({ id, ...proof }: Proof & { readonly id: string }, actor: Member): Promise<MadeKey> {
    const { database, changes, now } = this.#deps;
    await this.#deps.prove(actor.id, proof);
    const made = await database.db.transaction().execute(async (trx) => {
      const row = await this.#good(trx, actor, id);
      if (row.revoked_at !== null) throw new Failure('CONFLICT', '这个密钥已在更换中，请使用新的密钥');
      const wanted = { name: row.name, scopes: row.scopes, addresses: row.addresses, days: row.days as NewKey['days'] };
      const end = new Date(Math.min(now().getTime() + DAY_MS, new Date(row.expires_at).getTime()));
      await endKey(trx, id, end);
      return this.#makeWithin(trx, actor, wanted, 'apiKey.rotated');
    });
    await changes.announce(actor.id);
    this.#deps.hints.announceNotice(actor.id);
    return made;
  }

  /** @throws Failure UNKNOWN_RECORD for one that is over or another user’s */
  async revoke(id: string, actor: Member): Promise<void> {
    const { database, changes, now } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      await this.#good(trx, actor, id);
      await endKey(trx, id, now());
      await writeAudit(trx, { ...byOwner(actor.id), action: 'apiKey.revoked', details: { key: id } }, now());
    });
    await changes.announce(actor.id);
  }

  async #good(trx: Db, actor: Member, id: string): Promise<Row> {
    const row = await lockKey(trx, actor.id, id);
    const state = row && stateOf(row, this.#deps.now());
    if (!row || state === 'revoked' || state === 'expired') throw new Failure('UNKNOWN_RECORD', '密钥不存在或已失效');
    return row;
  }

  /** Only what the owner may read today can be asked for; what they may read is judged again at every call. */
  #scopes(scopes: readonly string[], actor: Member): string[] {
    const reads = this.#deps.objects(actor).map(({ objectApiName }) => readScope(objectApiName));
    const known = new Set([READ_ALL, FOLLOW, ASSISTANT, ...reads]);
    const unknown = scopes.find((scope) => !known.has(scope));
    if (unknown !== undefined) refuse('scopes', `没有权限“${unknown}”`);
    return [...new Set(scopes)];
  }

  async #make(actor: Member, wanted: Wanted, action: string): Promise<MadeKey> {
    const made = await this.#deps.database.db
      .transaction()
      .execute((trx) => this.#makeWithin(trx, actor, wanted, action));
    this.#deps.hints.announceNotice(actor.id);
    return made;
  }

  async #makeWithin(trx: Db, actor: Member, wanted: Wanted, action: string): Promise<MadeKey> {
    const now = this.#deps.now();
    if (!(await ownerRow(trx, actor.id))) throw new Failure('SESSION_INVALID');
    // One that is being exchanged does not count: the new one takes its place.
    if ((await goodKeys(trx, actor.id, now)) >= MAX_KEYS + (action === 'apiKey.rotated' ? 1 : 0))
      throw new Failure('CONFLICT', `最多可有 ${MAX_KEYS} 个有效的密钥，请先吊销不用的`);
    const { id, text, hash } = makeKey();
    const row = {
      id,
      name: wanted.name,
      scopes: [...wanted.scopes],
      addresses: [...wanted.addresses],
      days: wanted.days,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + wanted.days * DAY_MS).toISOString(),
    };
    await insertKey(trx, { ...row, account_id: actor.id, secret_hash: hash });
    const details = { key: id, scopes: row.scopes, addresses: row.addresses, days: row.days };
    await writeAudit(trx, { ...byOwner(actor.id), action, details }, now);
    await notifyUser(trx, keyMade({ id, accountId: actor.id, name: row.name }), now);
    return { key: shown({ ...row, revoked_at: null, used_at: null, used_from: null }, now), secret: text };
  }
}
