import { Failure } from '#shared/errors.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';
import type { Vault } from '#server/db/vault.ts';
import { subscriptionsOf } from './base/queries.ts';
import { targetsOf } from './base/targets.ts';
import { type Ended, readToken } from './base/unsubscribe-token.ts';
import { endMailOf, endMailTo, mailOf, settingsOf } from './queries.ts';

export interface UnsubscribeDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly vault: Vault;
}

/** The way out of mails by their signed links: a reader of the mail may end it, signed in or not. */
export class Unsubscriptions {
  readonly #deps: UnsubscribeDeps;

  constructor(deps: UnsubscribeDeps) {
    this.#deps = deps;
  }

  /** What a link would end, by the name that its mail has. @throws Failure UNKNOWN_RECORD for a link that is not ours */
  async read(token: string): Promise<{ name: string | null; isAll: boolean; isEnded: boolean }> {
    const { db, catalog } = this.#deps;
    const { of, id } = this.#ended(token);
    if (of === 'account') return { name: null, isAll: true, isEnded: !(await settingsOf(db, id)).mail };
    const kept = await mailOf(db, id);
    if (!kept) return { name: null, isAll: false, isEnded: true };
    const rows = await subscriptionsOf(db, kept.account_id, id);
    const name = (await targetsOf(db, catalog, rows, kept.account_id)).get(id)?.name ?? null;
    return { name, isAll: false, isEnded: !kept.mail };
  }

  /** Ends it; again has no effect. @throws Failure UNKNOWN_RECORD for a link that is not ours */
  async end(token: string): Promise<void> {
    const { of, id } = this.#ended(token);
    await (of === 'account' ? endMailTo(this.#deps.db, id) : endMailOf(this.#deps.db, id));
  }

  #ended(token: string): Ended {
    const ended = readToken(this.#deps.vault, token);
    if (!ended) throw new Failure('UNKNOWN_RECORD', '退订链接无效，请登录后在“我的订阅”中修改');
    return ended;
  }
}
