import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CoinKind, VipSource } from '#schemas/api/coins.ts';
import type { OrderState, SoldProduct } from '#schemas/api/orders.ts';

type Instant = ColumnType<string, string | Date | undefined, string | Date>;

/** Tables of coins, VIP periods, orders and redemption codes: see migrations/coins.ts for what the database itself enforces. */
export interface CoinTables {
  /** Whose coins are counted: a person's, or one of the platform's own sides (issuance, sales, revenue). */
  coin_account: { id: Generated<string>; account_id: string | null; system_name: string | null };
  /** Movements of coins and their entries: never changed, each sums to zero; see src/server/platform/coins/ledger.ts. */
  coin_transaction: {
    id: Generated<string>;
    kind: CoinKind;
    /** What is done under the same key is done once. */
    key: string;
    note: string;
    reason: string;
    actor_id: string | null;
    at: Instant;
    /** What the coins were for, e.g. kind `contact` or `order`. */
    target_kind: string | null;
    target_id: string | null;
    refund_of: string | null;
  };
  coin_entry: { id: Generated<string>; transaction_id: string; coin_account_id: string; amount: number };
  /** Terms of VIP; account.vip_type and vip_until follow from those not revoked. */
  vip_period: {
    id: Generated<string>;
    account_id: string;
    type: number;
    starts: Instant;
    ends: Instant;
    source: VipSource;
    order_no: string | null;
    reason: string;
    granted_by: string | null;
    created_at: Instant;
    revoked_at: Instant | null;
    revoked_by: string | null;
    revoked_because: string | null;
  };
  /** What people buy. Product and price are what they were when the order was placed. */
  purchase_order: {
    id: Generated<string>;
    /** Names the order to its owner and the payment provider; cannot be guessed. */
    no: string;
    account_id: string;
    product_id: string;
    product: JSONColumnType<SoldProduct>;
    /** CNY. */
    price: string;
    provider: string;
    state: OrderState;
    trade_no: string | null;
    created_at: Instant;
    paying_at: Instant | null;
    paid_at: Instant | null;
    fulfilled_at: Instant | null;
    closed_at: Instant | null;
    refunded_at: Instant | null;
    refunded_because: string | null;
    /** When the provider has given the money back, which is after the goods were taken back. */
    money_back_at: Instant | null;
  };
  redemption_batch: {
    id: Generated<string>;
    product_id: string;
    product: JSONColumnType<SoldProduct>;
    reason: string;
    expires_at: Instant;
    /** That `expires_at` has passed, noted by a sweep: views know no time. What decides is `expires_at`. */
    expired: Generated<boolean>;
    issued_by: string;
    issued_at: Instant;
    /** Since when the codes can be redeemed; null until the issue is approved. */
    approved_at: Instant | null;
  };
  /** Codes that grant a product: only a keyed hash of each, and its last characters so that users can recognise it. */
  redemption_code: {
    id: Generated<string>;
    batch_id: string;
    code_index: string;
    last_four: string;
    redeemed_by: string | null;
    redeemed_at: Instant | null;
    order_no: string | null;
    revoked_by: string | null;
    revoked_at: Instant | null;
    revoked_because: string | null;
  };
  /** Attempts with codes that do not exist. */
  redemption_miss: { account_id: string; at: Instant };
}
