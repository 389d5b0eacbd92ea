-- What the system object RedemptionCode is read from: see schemas/system/RedemptionCode.json.
drop view if exists redemption_code_list;
create view redemption_code_list as
select
  c.id,
  1 as version,
  b.issued_at as "createdAt",
  greatest(b.issued_at, c.redeemed_at, c.revoked_at) as "updatedAt",
  b.issued_by::text as "createdBy",
  c.last_four as "lastFour",
  b.product ->> 'name' as product,
  b.reason,
  case
    when c.redeemed_at is not null then 'redeemed'
    when c.revoked_at is not null then 'revoked'
    when b.expired then 'expired'
    when b.approved_at is null then case
      when exists (select from staff_request r
        where r.kind = 'codes' and r.state = 'open' and r.asked ->> 'batch' = b.id::text) then 'waiting'
      else 'refused' end
    else 'open' end as state,
  b.issued_by as "issuedBy",
  b.issued_at as "issuedAt",
  -- Codes end with the midnight behind their last day.
  ((b.expires_at - interval '1 second') at time zone 'Asia/Shanghai')::date as "expiresOn",
  10::smallint as "expiresOn_precision",
  c.redeemed_by as "redeemedBy",
  c.redeemed_at as "redeemedAt",
  o.id as "order",
  c.revoked_by as "revokedBy",
  c.revoked_at as "revokedAt",
  c.revoked_because as "revokedBecause"
from redemption_code c
join redemption_batch b on b.id = c.batch_id
left join purchase_order o on o.no = c.order_no;
