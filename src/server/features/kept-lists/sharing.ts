import { type ListShare, MAX_LIST_SHARES } from '#schemas/api/kept-lists.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import { ownList, seenList } from './base.ts';
import { accountNamed, deleteShare, putShare, sharesOf } from './queries.ts';
import type { KeptListDeps } from './service.ts';

/** Attempts to share: user names are not to be tried out. */
const WINDOWS = [
  { seconds: 60 * 60, max: 30 },
  { seconds: 'day', max: 100 },
] as const;

/** Who else may use a list: its owner says. */
export class ListShares {
  readonly #deps: Pick<KeptListDeps, 'db' | 'limits' | 'now'>;

  constructor(deps: Pick<KeptListDeps, 'db' | 'limits' | 'now'>) {
    this.#deps = deps;
  }

  async of(id: string, actor: Member): Promise<ListShare[]> {
    await ownList(this.#deps.db, id, actor);
    return sharesOf(this.#deps.db, id);
  }

  /** @throws Failure INVALID_BODY where there is no such account, or there are too many; TOO_MANY_REQUESTS. */
  async put(id: string, username: string, role: ListShare['role'], actor: Member): Promise<ListShare[]> {
    const { db, limits, now } = this.#deps;
    await ownList(db, id, actor);
    // Counted also where the name is wrong, so in a transaction of its own.
    await db
      .transaction()
      .execute(async (trx) => limits.take(trx, [{ kind: 'list.share', value: actor.id, windows: WINDOWS }]));
    await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      await ownList(trx, id, actor);
      const account = await accountNamed(trx, username.trim());
      if (account === undefined) throw wrongAccount('没有可以共享的这个账号，请核对账号名');
      if (account === actor.id) throw wrongAccount('这是您自己的账号');
      const shares = await sharesOf(trx, id);
      if (shares.length >= MAX_LIST_SHARES && !shares.some(({ accountId }) => accountId === account))
        throw wrongAccount(`一个清单最多共享给 ${MAX_LIST_SHARES} 个账号`);
      await putShare(trx, id, account, role, now());
    });
    return sharesOf(db, id);
  }

  /** The owner ends any share, a reader their own; one that is over already is no failure. */
  async end(id: string, accountId: string, actor: Member): Promise<void> {
    const { db } = this.#deps;
    const row = await seenList(db, id, actor);
    if (row.role !== 'owner' && accountId !== actor.id)
      throw new Failure('FORBIDDEN', '只有清单的所有者可以取消对他人的共享');
    await deleteShare(db, id, accountId);
  }
}

const wrongAccount = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'account', message }]);
