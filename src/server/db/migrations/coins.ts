/**
 * The ledger of coins, VIP periods, orders and redemption codes, as migration 0014 makes them. What must never be false
 * is kept by the database itself: entries are never changed, each transaction sums to zero, nobody owes coins.
 */
export const COINS: readonly string[] = [
  // One account for each person who ever had coins, and the platform's own on the other side.
  `create table coin_account (
    id bigint generated always as identity primary key,
    account_id bigint unique references account (id),
    system_name text unique,
    check ((account_id is null) <> (system_name is null))
  )`,
  "insert into coin_account (system_name) values ('issuance'), ('sales'), ('revenue')",
  `create table coin_transaction (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('grant', 'purchase', 'spend', 'refund')),
    key text not null unique,
    note text not null,
    reason text not null default '',
    actor_id bigint,
    at timestamptz not null,
    target_kind text,
    target_id text,
    refund_of bigint unique references coin_transaction (id)
  )`,
  'create index coin_transaction_target_idx on coin_transaction (target_kind, target_id)',
  `create table coin_entry (
    id bigint generated always as identity primary key,
    transaction_id bigint not null references coin_transaction (id),
    coin_account_id bigint not null references coin_account (id),
    amount integer not null check (amount <> 0),
    unique (transaction_id, coin_account_id)
  )`,
  'create index coin_entry_account_idx on coin_entry (coin_account_id, id) include (amount)',
  ...['coin_transaction', 'coin_entry'].flatMap((table) => [
    `create trigger ${table}_kept before update or delete on ${table} for each row execute function refuse_change()`,
    `create trigger ${table}_whole before truncate on ${table} execute function refuse_change()`,
  ]),
  // Judged when the transaction commits: entries come one by one.
  `create function coin_transaction_balances() returns trigger language plpgsql as $$
    declare total bigint; sides bigint;
    begin
      select coalesce(sum(amount), 0), count(*) into total, sides from coin_entry where transaction_id = new.id;
      if total <> 0 or sides < 2 then
        raise exception 'coin transaction % does not balance: % over % entries', new.id, total, sides using errcode = '23514';
      end if;
      return null;
    end$$`,
  `create constraint trigger coin_transaction_balanced after insert on coin_transaction
    deferrable initially deferred for each row execute function coin_transaction_balances()`,
  // The lock makes parallel commits wait for each other, so that each sees the entries of the one before.
  `create function coin_entry_holds() returns trigger language plpgsql as $$
    declare total bigint; person bigint;
    begin
      select coalesce(sum(amount), 0) into total from coin_entry where transaction_id = new.transaction_id;
      if total <> 0 then
        raise exception 'coin transaction % does not balance: %', new.transaction_id, total using errcode = '23514';
      end if;
      select account_id into person from coin_account where id = new.coin_account_id;
      if person is not null and new.amount < 0 then
        perform 1 from coin_account where id = new.coin_account_id for update;
        select coalesce(sum(amount), 0) into total from coin_entry where coin_account_id = new.coin_account_id;
        if total < 0 then
          raise exception 'coin account % would stand at %', new.coin_account_id, total using errcode = '23514';
        end if;
      end if;
      return null;
    end$$`,
  `create constraint trigger coin_entry_held after insert on coin_entry
    deferrable initially deferred for each row execute function coin_entry_holds()`,
  `create table vip_period (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    type integer not null,
    starts timestamptz not null,
    ends timestamptz not null,
    source text not null check (source in ('order', 'code', 'grant')),
    order_no text unique,
    reason text not null default '',
    granted_by bigint,
    created_at timestamptz not null,
    revoked_at timestamptz,
    revoked_by bigint,
    revoked_because text,
    check (ends > starts or revoked_at is not null)
  )`,
  'create index vip_period_account_idx on vip_period (account_id, starts)',
  `create table purchase_order (
    id bigint generated always as identity primary key,
    no text not null unique,
    account_id bigint not null references account (id),
    product_id text not null,
    product jsonb not null,
    price numeric(18, 2) not null check (price >= 0),
    provider text not null,
    state text not null check (state in ('CREATED', 'PAYING', 'PAID', 'FULFILLED', 'CLOSED', 'REFUNDED')),
    trade_no text,
    created_at timestamptz not null,
    paying_at timestamptz,
    paid_at timestamptz,
    fulfilled_at timestamptz,
    closed_at timestamptz,
    refunded_at timestamptz,
    refunded_because text,
    -- When the provider has given the money back, which is after the goods were taken back.
    money_back_at timestamptz,
    unique (provider, trade_no)
  )`,
  'create index purchase_order_account_idx on purchase_order (account_id, id desc)',
  "create index purchase_order_open_idx on purchase_order (state, id) where state in ('CREATED', 'PAYING', 'PAID')",
  `create table redemption_batch (
    id bigint generated always as identity primary key,
    product_id text not null,
    product jsonb not null,
    reason text not null,
    expires_at timestamptz not null,
    issued_by bigint not null references account (id),
    issued_at timestamptz not null
  )`,
  // Of a code only what it is found by is kept, and its last four characters for people to tell it by.
  `create table redemption_code (
    id bigint generated always as identity primary key,
    batch_id bigint not null references redemption_batch (id),
    code_index text not null unique,
    last_four text not null,
    redeemed_by bigint references account (id),
    redeemed_at timestamptz,
    order_no text unique references purchase_order (no),
    revoked_by bigint references account (id),
    revoked_at timestamptz,
    revoked_because text
  )`,
  'create index redemption_code_batch_idx on redemption_code (batch_id, id)',
  'create table redemption_miss (account_id bigint not null references account (id) on delete cascade, at timestamptz not null)',
  'create index redemption_miss_account_idx on redemption_miss (account_id, at)',
];
