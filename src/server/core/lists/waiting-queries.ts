import { quote } from '#generators/storage.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import type { Statement } from '#server/db/read-queries.ts';
import type { SelectionPlan } from './list-plan.ts';
import { selectionRows } from './queries.ts';

/** Records that wait, with the columns of their names and of when the wait began. */
export interface WaitingPlan {
  readonly selection: SelectionPlan;
  readonly name: string;
  readonly since: string;
}

/**
 * One row for each plan, all in one statement: its place, how many records it has, counted no further than `limit`, and as
 * JSON the `shown` that have waited longest. Both stop early, whatever has piled up.
 */
export function waitingRecords(plans: readonly WaitingPlan[], limit: number, shown: number): Statement {
  const parameters = new Parameters();
  const parts = plans.map(({ selection, name, since }, place) => {
    const counted = `select ${selectionRows(selection, parameters)} limit ${limit}`;
    const first = `select id::text as id, ${quote(name)} as name, ${quote(since)} as since
      ${selectionRows(selection, parameters)} order by ${quote(since)} nulls last, id limit ${shown}`;
    return `select ${place} as place, (select count(*)::integer from (${counted}) counted) as count,
      (select json_agg(one order by one.since nulls last, one.id::bigint) from (${first}) one) as first`;
  });
  return { text: parts.join(' union all '), values: parameters.values };
}
