import { goesOn } from '#shared/assistant/follow-up.ts';
import { ofAll } from '#shared/assistant/of-all.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { pointsBack, restOfPlural, restOfPronoun } from '#shared/assistant/subject.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { narrowing } from './plan-words.ts';
import type { Result } from './result.ts';

export interface PointingDeps {
  readonly catalog: Pick<Catalog, 'object'>;
  /** With the rights of the asker. */
  readonly run: (plan: Plan) => Promise<Result>;
  /** Reads a question that points at nothing. */
  readonly read: (question: string) => Promise<Reading>;
}

/** Records of a list that may be pointed at together. */
const MOST = 100;

export const NOTHING_BEFORE = '不知道指的是哪条记录：请说出名称，或先查询这条记录再接着问';

/** A question that points at the record of the card before, with its name: 它的投资方. */
export async function namingRecord(question: string, before: Plan, deps: PointingDeps): Promise<string | undefined> {
  const rest = restOfPronoun(question);
  if (rest === undefined || before.records?.length !== 1) return undefined;
  const result = await deps.run({ object: before.object, records: before.records, select: [] });
  const [row] = result.kind === 'records' ? result.rows : [];
  const name = row?.[deps.catalog.object(before.object).definition.nameField];
  return typeof name === 'string' ? `${name}的${rest}` : undefined;
}

/**
 * A question that points at all records of the list before, 它们的资讯, as it was read without them: what is asked of their
 * own object goes on from the list; of another object it is read for one of them and asked of all. Declined where that
 * cannot be: without what it points at it would be another question.
 */
export async function ofList(
  question: string,
  reading: Reading,
  before: Plan | undefined,
  deps: PointingDeps,
): Promise<Reading> {
  const rest = restOfPlural(question);
  const isOwn = reading.kind === 'answer' && reading.plan.object === before?.object && goesOn(question);
  if (isOwn || (rest === undefined && !pointsBack(question))) return reading;
  const declined = (reason: string): Reading => ({ kind: 'decline', reason });
  if (rest === undefined || !before || before.compare) return declined(NOTHING_BEFORE);
  // Records that were counted are pointed at as those that were listed.
  const list = before.measures ? narrowing(before) : before;
  const result = await deps.run({ ...list, select: [], limit: list.limit ?? MOST });
  const rows = result.kind === 'records' ? result.rows : [];
  if (result.kind === 'records' && list.limit === undefined && result.total > MOST)
    return declined(`上一个回答超过 ${MOST} 条记录，请先加一个条件，再问它们`);
  const [first] = rows;
  const name = first?.[deps.catalog.object(before.object).definition.nameField];
  if (!first || typeof name !== 'string') return declined(NOTHING_BEFORE);
  const ids = rows.map(({ id }) => id);
  const ofOne = await deps.read(name + rest);
  return (
    ofAll(ofOne, { object: before.object, id: first.id }, ids) ??
    (reading.kind === 'answer' ? declined(OF_ONE) : reading)
  );
}

const OF_ONE = '这一项不能对多条记录一起查询，请说出其中一条的名称';
