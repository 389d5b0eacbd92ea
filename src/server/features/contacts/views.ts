import type { ContactView, ContactViewPage } from '#schemas/api/contact-views.ts';
import type { Member } from '#shared/policy/actor.ts';
import { publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import { viewsOf } from './view-queries.ts';

export const PAGE_SIZE = 20;

/** Who saw the actor's contact (`of` target), or whose contact the actor saw (`of` viewer): days, newest first. */
export async function viewPage(
  db: Db,
  of: 'target' | 'viewer',
  actor: Member,
  after: string | undefined,
): Promise<ContactViewPage> {
  const rows = await viewsOf(db, of, actor.id, after, PAGE_SIZE + 1);
  const list = rows.slice(0, PAGE_SIZE).map((row): ContactView => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    identityRoles: publicRoles(row.roles),
    firstAt: row.first_at,
    lastAt: row.last_at,
    times: row.times,
    terms: row.terms,
    isBought: row.bought_at !== null,
    kinds: row.kinds,
  }));
  return { list, after: rows.length > PAGE_SIZE ? (list.at(-1)?.id ?? null) : null };
}
