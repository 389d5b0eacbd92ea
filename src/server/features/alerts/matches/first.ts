import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { Standing } from '#server/features/alerts/base/member-queries.ts';
import type { FindBest } from './best.ts';
import { snapshotNow } from './queries.ts';

interface FirstDeps {
  readonly db: Db;
  readonly matches: FindBest;
}

/** What a subscription to matches knows when it begins: all that is committed by then is in it, or is no news. */
export async function firstMatches(
  { db, matches }: FirstDeps,
  target: Parameters<FindBest>[0],
  actor: Member,
): Promise<Standing & { readonly objectApiName: string }> {
  const baseline = await snapshotNow(db);
  const { objectApiName, ids, asked } = await matches(target, actor);
  return { objectApiName, ids, state: asked, baseline };
}
