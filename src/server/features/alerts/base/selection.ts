import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { planSelection } from '#server/core/lists/list-plan.ts';
import { withCurrentLinks } from '#server/core/lists/merged-links.ts';
import { selectionIds } from '#server/core/lists/queries.ts';
import type { Db } from '#server/db/database.ts';
import type { Statement } from '#server/db/read-queries.ts';
import { rowsWithin } from './member-queries.ts';
import { type Trial, Unfit } from './trial.ts';

interface SelectionDeps {
  readonly catalog: Catalog;
  readonly now: () => Date;
}

interface Asked {
  readonly trial: Trial;
  readonly member: Member;
  /** Only these records; all when absent. */
  readonly ids?: readonly string[];
}

/** The statement that finds what meets a trial, as its user may list it now. @throws Unfit where they may not ask it */
export async function trialStatement(
  trx: Db,
  { catalog, now }: SelectionDeps,
  { trial, member, ids }: Asked,
): Promise<Statement> {
  const object = catalog.object(trial.objectApiName);
  try {
    const { owner, scope } = listAccess(object, member, now(), catalog);
    const plan = planSelection(object, { filter: trial.condition, keyword: trial.keyword, owner, ids }, scope);
    return selectionIds(await withCurrentLinks({ run: (asked) => rowsWithin(trx, asked) }, catalog, plan));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Unfit(
      error.failure === 'INVALID_QUERY' ? `视图的条件不能用于订阅：${error.message}` : '该列表不再对您开放',
    );
  }
}
