import type { AccountState, StaffUser, StaffUserDetail } from '#schemas/api/staff.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import type { Vault } from '#server/db/vault.ts';
import { maskedNumber } from '#shared/validation/masked-value.ts';
import type { UserFigures, UserRow } from './queries.ts';

const iso = (instant: string | null): string | null => (instant === null ? null : new Date(instant).toISOString());

function stateOf({ frozen_at, closed_at }: UserRow): AccountState {
  if (closed_at !== null) return 'closed';
  return frozen_at === null ? 'active' : 'frozen';
}

/** The whole number of an account; null without one. */
export const phoneOf = (vault: Vault, { id, phone_sealed }: Pick<UserRow, 'id' | 'phone_sealed'>): string | null =>
  phone_sealed === null ? null : vault.open(phone_sealed, phonePlace(id));

/** An account as a row of the list shows it: the number masked. */
export function userView(vault: Vault, row: UserRow, now: Date): StaffUser {
  const phone = phoneOf(vault, row);
  const isVip = row.vip_type > 0 && (row.vip_until === null || new Date(row.vip_until) > now);
  return {
    uid: row.id,
    username: row.username,
    name: row.name,
    phone: phone === null ? null : maskedNumber(phone),
    identityRoles: row.roles.filter((role) => role !== 'staff'),
    staff: row.roles.includes('staff'),
    vipType: isVip ? row.vip_type : 0,
    vipUntil: isVip ? iso(row.vip_until) : null,
    state: stateOf(row),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** An account whole. `balance` in coins. */
export function userDetailView(
  vault: Vault,
  row: UserRow,
  { figures, balance, actor, now }: { figures: UserFigures; balance: number; actor: Actor; now: Date },
): StaffUserDetail {
  return {
    ...userView(vault, row, now),
    intro: row.intro,
    frozenAt: iso(row.frozen_at),
    frozenBecause: row.frozen_because,
    balance,
    sessions: figures.sessions,
    seenAt: iso(figures.seen_at),
    openReports: figures.open_reports,
    reports: figures.reports,
    cases: figures.cases,
    isMe: row.id === actor.id,
  };
}
