-- What the system objects Order and MyOrder are read from: see schemas/system.
drop view if exists order_list;
create view order_list as
select
  o.id,
  1 as version,
  o.created_at as "createdAt",
  greatest(o.created_at, o.paying_at, o.paid_at, o.fulfilled_at, o.closed_at, o.refunded_at, o.money_back_at)
    as "updatedAt",
  o.account_id::text as "createdBy",
  o.no,
  o.product ->> 'name' as product,
  case o.product ->> 'kind' when 'coins' then (o.product ->> 'coins') || ' 鲸币'
    else 'SVIP ' || (o.product ->> 'svipDays') || ' 天' end as content,
  o.price::numeric as price,
  o.account_id as person,
  o.provider,
  o.state,
  o.trade_no as "tradeNo",
  o.created_at as "placedAt",
  case when o.state in ('CREATED', 'PAYING') then o.created_at + interval '30 minutes' end as "closesAt",
  o.paid_at as "paidAt",
  o.refunded_at as "refundedAt",
  o.refunded_because as "refundReason",
  -- The goods are taken back and the money is not yet confirmed to be on its way back.
  o.state = 'REFUNDED' and o.provider <> 'code' and o.money_back_at is null as "moneyDue"
from purchase_order o;
