import type { Profile } from '#schemas/api/session.ts';
import { Failure } from '#shared/errors.ts';
import { isFounder, isStaff, type Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import { phonePlace } from '#server/db/seal-phones.ts';
import { maskedEmail, maskedNumber } from '#shared/validation/masked-value.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { accountById, profileRow } from './queries.ts';
import { actorOf } from './sessions.ts';

/** A user with the rights of this moment; undefined where the account is closed or frozen. */
export async function memberById(db: Db, accountId: string, now: Date): Promise<Member | undefined> {
  const row = await accountById(db, accountId);
  return row && row.frozen_at === null ? { ...actorOf(row, now), id: row.id } : undefined;
}

/**
 * What screens know of the signed-in person; one statement, as every page load asks.
 * @throws Failure SESSION_INVALID when the account was closed a moment ago.
 */
export async function readProfileOf(
  { db, vault }: Database,
  accountId: string,
  { now, isFactorRequired }: { readonly now: Date; readonly isFactorRequired: boolean },
): Promise<Profile> {
  const row = await profileRow(db, accountId);
  if (!row) throw new Failure('SESSION_INVALID');
  const actor = actorOf(row, now);
  return {
    uid: row.id,
    name: actor.name,
    identityRoles: actor.roles.filter((role) => role !== 'staff'),
    enterpriser: isFounder(actor) ? 2 : 0,
    enterpriserVipLevel: 0,
    speaksForCompany: row.speaks,
    vipType: actor.vipType,
    staff: isStaff(actor),
    duties: [...(actor.duties ?? [])],
    vipUntil: actor.vipType === 0 || row.vip_until === null ? null : new Date(row.vip_until).toISOString(),
    username: row.username,
    avatar: row.avatar,
    intro: row.intro,
    phone: row.phone_sealed === null ? null : maskedNumber(vault.open(row.phone_sealed, phonePlace(row.id))),
    email: row.email_sealed === null ? null : maskedEmail(vault.open(row.email_sealed, emailPlace(row.id))),
    hasPassword: row.password_hash !== null,
    mustSetFactor: isFactorRequired && isStaff(actor) && !row.has_factor,
  };
}
