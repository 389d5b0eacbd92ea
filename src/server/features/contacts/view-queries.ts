import { sql } from 'kysely';
import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactKind } from '#schemas/api/contacts.ts';
import type { Db } from '#server/db/database.ts';

/** When a viewer saw a target: ever, and on this day. */
export async function seenBy(
  db: Db,
  viewerId: string,
  targetId: string,
  day: string,
): Promise<{ ever: boolean; today: boolean }> {
  const row = await db
    .selectFrom('contact_view')
    .select(({ fn }) => [fn.countAll<string>().as('days'), fn.max('day').as('last')])
    .where('viewer_id', '=', viewerId)
    .where('target_id', '=', targetId)
    .executeTakeFirst();
  return { ever: Number(row?.days ?? 0) > 0, today: row?.last === day };
}

/** What a viewer bought of a target, sealed; undefined when nothing was, null when its owner has closed the account. */
export async function purchaseOf(db: Db, viewerId: string, targetId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('contact_purchase')
    .select('sealed')
    .where('viewer_id', '=', viewerId)
    .where('target_id', '=', targetId)
    .executeTakeFirst();
  return row?.sealed;
}

export async function insertPurchase(
  trx: Db,
  purchase: { viewerId: string; targetId: string; price: number; sealed: string },
  now: Date,
): Promise<void> {
  const { viewerId, targetId, price, sealed } = purchase;
  await trx
    .insertInto('contact_purchase')
    .values({ viewer_id: viewerId, target_id: targetId, price, sealed, bought_at: now })
    .execute();
}

export interface NewView {
  readonly viewerId: string;
  readonly targetId: string;
  readonly day: string;
  readonly terms: ViewTerms;
  readonly kinds: readonly ContactKind[];
}

/** Records that a user saw a contact. A second time on the same day is counted on the row of that day. True for a new row. */
export async function recordView(trx: Db, view: NewView, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('contact_view')
    .values({
      viewer_id: view.viewerId,
      target_id: view.targetId,
      day: view.day,
      terms: view.terms,
      kinds: [...view.kinds],
      first_at: now,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['viewer_id', 'day', 'target_id']).doUpdateSet((row) => ({
        times: sql<number>`${row.ref('contact_view.times')} + 1`,
        last_at: now,
        // What was seen that day, at whichever time.
        kinds: sql<
          ContactKind[]
        >`array(select distinct unnest(${row.ref('contact_view.kinds')} || ${row.ref('excluded.kinds')}))`,
      })),
    )
    .returning('times')
    .executeTakeFirst();
  return row?.times === 1;
}

/** Days on which a user's contact was seen (`of` target) or on which the user saw contacts (`of` viewer), newest first. */
export async function viewsOf(
  db: Db,
  of: 'target' | 'viewer',
  accountId: string,
  after: string | undefined,
  limit: number,
) {
  const other = of === 'target' ? 'contact_view.viewer_id' : 'contact_view.target_id';
  let query = db
    .selectFrom('contact_view')
    .innerJoin('account', 'account.id', other)
    .leftJoin('contact_purchase', (join) =>
      join
        .onRef('contact_purchase.viewer_id', '=', 'contact_view.viewer_id')
        .onRef('contact_purchase.target_id', '=', 'contact_view.target_id'),
    )
    .select([
      'contact_view.id',
      'account.id as uid',
      'account.name',
      'account.roles',
      'first_at',
      'last_at',
      'times',
      'terms',
      'kinds',
      'bought_at',
    ])
    .where(of === 'target' ? 'contact_view.target_id' : 'contact_view.viewer_id', '=', accountId);
  if (after !== undefined) query = query.where('contact_view.id', '<', after);
  return query.orderBy('contact_view.id', 'desc').limit(limit).execute();
}
