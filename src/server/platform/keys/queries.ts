import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { SealedKind } from './sealed-kind.ts';

/** A sealed value, where it is, and what its place is made of. */
export interface SealedRow {
  readonly tid: string;
  readonly sealed: string;
  readonly keys: readonly string[];
}

const valueOf = ({ column, inRows }: SealedKind): RawBuilder<string | null> =>
  inRows ? sql`${sql.ref(column)} ->> ${inRows.field}::text` : sql`${sql.ref(column)}`;

/** Rows that hold a value of a kind. */
const holding = (kind: SealedKind): RawBuilder<boolean> =>
  kind.inRows
    ? sql`object_api_name = ${kind.inRows.objectApiName} and ${valueOf(kind)} is not null`
    : sql`${valueOf(kind)} is not null`;

/** One value of a kind with what its place is made of; undefined where there is none. */
export async function sealedSample(db: Db, kind: SealedKind): Promise<SealedRow | undefined> {
  const [row] = await sealedRows(db, kind, sql`true`, 1);
  return row;
}

/** Is there a value of a kind that none of these begins? */
export async function hasOthers(db: Db, kind: SealedKind, prefixes: readonly string[]): Promise<boolean> {
  const patterns = prefixes.map((prefix) => `${prefix}%`);
  return (await sealedRows(db, kind, sql`not (${valueOf(kind)} like any(${patterns}::text[]))`, 1)).length > 0;
}

/** Values of a kind that the prefix does not begin, in the order in which they lie in the table, behind a place in it. */
export const sealedOtherwise = (
  db: Db,
  kind: SealedKind,
  prefix: string,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<SealedRow[]> =>
  sealedRows(db, kind, sql`ctid > ${after}::tid and ${valueOf(kind)} not like ${`${prefix}%`}`, most);

async function sealedRows(
  db: Db,
  kind: SealedKind,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<SealedRow[]> {
  const texts = kind.keys.map((key) => sql`${sql.ref(key)}::text`);
  const { rows } = await sql<SealedRow>`
    select ctid::text as tid, ${valueOf(kind)} as sealed, array[${sql.join(texts)}]::text[] as keys
    from ${sql.table(kind.table)} where ${holding(kind)} and ${condition} limit ${most}`.execute(db);
  return rows;
}

/** A value sealed again, and its index where it has one. */
export interface SealedAgain {
  readonly tid: string;
  readonly was: string;
  readonly sealed: string;
  readonly index: string | null;
}

/** Writes values in the place of the same ones; what was changed meanwhile stays. Gives how many were written. */
export async function writeSealed(db: Db, kind: SealedKind, values: readonly SealedAgain[]): Promise<number> {
  const { table, column, index, inRows } = kind;
  const sealed = inRows
    ? sql`jsonb_set(${sql.ref(`kept.${column}`)}, array[${inRows.field}], to_jsonb(incoming.sealed))`
    : sql`incoming.sealed`;
  const was = inRows ? sql`${sql.ref(`kept.${column}`)} ->> ${inRows.field}::text` : sql.ref(`kept.${column}`);
  const indexed = index ? sql`, ${sql.ref(index.column)} = incoming.index` : sql``;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as kept set ${sql.ref(column)} = ${sealed}${indexed}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as incoming(tid tid, was text, sealed text, index text)
    where kept.ctid = incoming.tid and ${was} = incoming.was`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Does this key not vouch for the audit log: without an anchor of its own, or with an entry of another key behind it? */
export async function isUnanchored(db: Db, keyId: string): Promise<boolean> {
  const mine = `${keyId}.%`;
  const { rows } = await sql`
    select 1 from (select max(entry_id) as id from audit_anchor where seal like ${mine}) last
    where last.id is null
      or exists (select from audit_log e where e.id > last.id and (e.seal is null or e.seal not like ${mine}))`.execute(
    db,
  );
  return rows.length > 0;
}

/** What is still found by an index that this prefix does not begin, by name. It cannot be made again: its value is not known. */
export async function indexedOtherwise(db: Db, prefix: string, now: Date): Promise<Readonly<Record<string, number>>> {
  const mine = `${prefix}%`;
  const at = now.toISOString();
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from redemption_code c join redemption_batch b on b.id = c.batch_id
        where c.redeemed_at is null and c.revoked_at is null and b.expires_at > ${at}::timestamptz
          and c.code_index not like ${mine})::int as "未使用的兑换码",
      (select count(*) from recovery_code where used_at is null and code_hash not like ${mine})::int as "两步验证的恢复码",
      (select count(*) from company_invitation where state = 'waiting' and expires_at > ${at}::timestamptz
        and coalesce(phone_index, email_index) not like ${mine})::int as "等待注册的企业邀请",
      (select count(*) from identity_mail where used_at is null and expires_at > ${at}::timestamptz
        and email_index not like ${mine})::int as "等待验证的邮箱",
      (select count(*) from sms_code where used_at is null and expires_at > ${at}::timestamptz
        and (phone_index not like ${mine} or code_hash not like ${mine}))::int as "有效的短信验证码",
      (select count(*) from attempt where touched_at > ${at}::timestamptz - interval '1 day'
        and subject not like ${`%:${mine}`})::int as "一天内的次数限制",
      (select count(*) from alert_subscription where source = 'matches' and paused is null and kept is not null
        and kept not like ${mine})::int as "匹配提醒",
      (select count(*) from match_feedback where facts is not null and lapsed is null
        and facts not like ${mine})::int as "匹配反馈"`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0));
}
