import type { ReplyOf } from '#schemas/api/route.ts';
import type { readMessageHeader, UserHeader } from '#schemas/api/chat-people.ts';
import { Failure } from '#shared/errors.ts';
import { INVESTOR_ROLES, isFounder, isInvestor, type Member, ORGANISATION_ROLES } from '#shared/policy/actor.ts';
import { identityWords, publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { companyRows, headerRow, originRow } from './header-queries.ts';

const nobody = () => new Failure('UNKNOWN_RECORD', '用户不存在');

/**
 * Who a user is, for the header of a conversation; with `ccid` that company of theirs comes first.
 * @throws Failure UNKNOWN_RECORD for an unknown user, and for one with whom the viewer has not written and whom no
 * record refers to.
 */
export async function readHeader(
  db: Db,
  catalog: Catalog,
  { uid, ccid }: { uid: string; ccid?: string },
  actor: Member,
): Promise<UserHeader> {
  const me = actor.id;
  const row = await headerRow(db, catalog, me, uid);
  if (!row) throw nobody();
  const rows = await companyRows(db, catalog, uid);
  const companies = [...rows.filter((company) => company.ccid === ccid), ...rows.filter((each) => each.ccid !== ccid)];
  const chosen = companies.find((company) => company.ccid === ccid);
  return {
    uid: row.id,
    name: row.name,
    avatar: row.avatar,
    entityName: chosen ? chosen.name : row.entity,
    position: chosen ? chosen.position || null : row.position,
    identityRoles: publicRoles(row.roles),
    identity: identityWords(row.roles),
    intro: row.intro,
    isServiceOrg: row.roles.some((role) => ORGANISATION_ROLES.has(role)),
    companies: companies.map((company) => ({
      ccid: company.ccid,
      name: company.name ?? '',
      logo: company.logo,
      brief: company.brief ?? '',
    })),
    hasPage: row.has_page,
    isGone: row.is_gone,
  };
}

/** What the tools of a conversation need to know: whose plan there is, and on whose side the person who asks is. */
export async function readOrigin(
  db: Db,
  catalog: Catalog,
  uid: string,
  actor: Member,
): Promise<ReplyOf<typeof readMessageHeader>> {
  const row = await originRow(db, catalog, actor.id, uid);
  if (!row) throw nobody();
  const isPeerFounder = row.roles.includes('START_UP');
  const isPeerInvestor = row.roles.some((role) => INVESTOR_ROLES.has(role));
  // A founder who also invests counts as the investor towards one who only founds; of two founders both are.
  const entrepreneur = isFounder(actor) && !(isInvestor(actor) && isPeerFounder && !isPeerInvestor);
  return {
    hasBp: entrepreneur ? row.i_have_plan : row.they_have_plan,
    entrepreneur,
    showTips: !row.have_exchanged,
  };
}
