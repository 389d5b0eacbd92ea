import type { Balance, CoinKind, LedgerPage, VipInfo } from '#schemas/api/coins.ts';
import { CONTACT_PRICE } from '#shared/policy/contact-limits.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { balanceOf } from '#server/platform/coins/ledger.ts';
import { periodsOf, vipOf } from '#server/platform/coins/vip-queries.ts';
import { entries } from './queries.ts';

const PAGE_SIZE = 20;
const LABELS: Readonly<Record<CoinKind, string>> = { grant: '赠送', purchase: '充值', spend: '消费', refund: '退回' };

/** What a user has: coins with their ledger, and VIP with its periods. Each user sees their own. */
export class Coins {
  readonly #db: Db;
  readonly #now: () => Date;

  constructor(db: Db, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  async balance(actor: Member): Promise<Balance> {
    return { balance: await balanceOf(this.#db, actor.id), os: CONTACT_PRICE };
  }

  /** Newest first; `after` is the id of the last line of the page before. */
  async ledger(actor: Member, after: string | undefined): Promise<LedgerPage> {
    const rows = await entries(this.#db, actor.id, after, PAGE_SIZE + 1);
    const list = rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, label: LABELS[row.kind] }));
    return { list, after: rows.length > PAGE_SIZE ? (list.at(-1)?.id ?? null) : null };
  }

  async vip(actor: Member): Promise<VipInfo> {
    const accountId = actor.id;
    const [vip, periods] = await Promise.all([vipOf(this.#db, accountId), periodsOf(this.#db, accountId)]);
    const isOn = vip !== undefined && (vip.vip_until === null || new Date(vip.vip_until) > this.#now());
    return {
      type: isOn ? vip.vip_type : 0,
      until: isOn ? vip.vip_until : null,
      periods: periods.map(({ revoked_at, ...period }) => ({ ...period, revoked: revoked_at !== null })),
    };
  }
}
