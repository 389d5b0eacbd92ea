import type { CountedFacts, StatedFact } from '#schemas/api/corrections.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RollupFunction } from '#schemas/metadata/rollup.ts';
import { isList } from '#generators/field-types/registry.ts';
import { MAX_OPERANDS } from '#generators/operators.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isStaff } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { edgesOf } from '#server/core/derived/changes.ts';
import { causeOf } from '#server/core/derived/cause-words.ts';
import { choose, statedValue } from '#server/core/derived/choose.ts';
import { countedRecords, statedOf } from '#server/core/derived/counted-values.ts';
import { idsNaming } from '#server/core/derived/finding/edge-queries.ts';
import type { Edges } from '#server/core/derived/finding/source-records.ts';
import { knownQuestion } from '#server/core/derived/count.ts';
import type { RollupGroup } from '#server/core/derived/plan.ts';
import { derivedHistoryOf } from '#server/core/derived/history-queries.ts';
import type { KeptStated } from '#server/core/derived/stated-queries.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import type { OpenedList } from '#server/core/lists/opened-list.ts';
import { openFields, openFilter } from '#server/core/related/plan.ts';
import { shownValue, type WordSources } from './value-words.ts';

interface CountedDeps extends WordSources {
  readonly db: Db;
}

/** Functions of known numbers and dates: records without one are left out of them. */
const OF_KNOWN: ReadonlySet<RollupFunction | undefined> = new Set(['sum', 'avg', 'min', 'max']);

/**
 * What a value is counted from now, what is stated beside it, and what it last followed from. Undefined for a value that is
 * not counted. The caller has seen to it that the actor may read the value.
 */
export async function countedFacts(
  deps: CountedDeps,
  object: CatalogObject,
  id: string,
  field: FieldDefinition,
  actor: Actor,
): Promise<CountedFacts | undefined> {
  const { db, catalog } = deps;
  const { apiName } = field;
  const group = object.groups.find(
    (one): one is RollupGroup => one.kind === 'rollup' && one.fields.some((own) => own.apiName === apiName),
  );
  if (!group) return undefined;
  const now = deps.now();
  const today = shanghaiDay(now);
  const edges = await edgesOf(db, catalog, group);
  const counted = (await countedRecords(db, { group, ids: [id] }, edges, today)).get(id);
  const { rows = 0, on = null } = counted ?? {};
  const value = counted?.values[apiName];
  const stated = (await statedOf(db, object, [id])).get(id) ?? new Map<string, never>();
  const effective = choose(group, field, { value, rows, on }, stated, today).stated;
  const facts = await Promise.all(
    (stated.get(apiName) ?? []).map((one) => statedFact(deps, field, one, { effective, actor })),
  );
  const [last] = await derivedHistoryOf(db, object.apiName, id, { field: apiName, limit: 1 });
  return {
    records: await recordsOf(deps, { group, field, id, rows, edges }, actor),
    at: now.toISOString(),
    value: (await shownValue(deps, field, value, actor)) ?? null,
    stated: facts.toSorted((a, b) => Number(b.inEffect) - Number(a.inEffect)),
    changed: last ? { at: String(last.at), cause: causeOf(catalog, last.cause).text } : null,
    pinnable: decide(actor, 'record.pin') === null,
  };
}

interface Asked {
  readonly group: RollupGroup;
  readonly field: FieldDefinition;
  readonly id: string;
  readonly rows: number;
  readonly edges: Edges;
}

/** The records that were counted, where the actor may list them. */
async function recordsOf(
  deps: CountedDeps,
  { group, field, id, rows, edges }: Asked,
  actor: Actor,
): Promise<CountedFacts['records']> {
  const { db, catalog } = deps;
  const { apiName, label } = group.source;
  const source = catalog.object(apiName);
  const access = openList(deps, source, actor);
  if (!access || access.owner !== undefined || access.scope.rowsOf(source)) return null;
  const list = { object: source, ...access };
  const { function: name, of = [], filter } = field.config?.rollup ?? {};
  const [taken] = source.fields.filter((one) => one.apiName === of[0]);
  let known: number | null = null;
  if (taken && OF_KNOWN.has(name)) {
    const { text, values } = knownQuestion(group, taken, id, edges, access.scope.today);
    const [row] = await runText<{ known: string }>(db, text, values);
    known = Number(row?.known ?? 0);
  }
  const linked = await linkedCondition(deps, group, id, list, actor);
  const condition = openFilter(list, filter);
  const isOpen = linked !== undefined && condition !== null;
  const finding = isOpen ? openFilter(list, condition ? { and: [linked, condition] } : linked) : null;
  return {
    objectApiName: apiName,
    label,
    rows,
    known,
    isDistinct: group.distinctBy.length > 0,
    filter: finding ?? null,
  };
}

function openList({ catalog, now }: CountedDeps, object: CatalogObject, actor: Actor) {
  try {
    return listAccess(object, actor, now(), catalog);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Records in between of more lists of names than this are found by no condition. */
const MAX_LISTS = 5;

/** What finds in its list the records that a group is worked out of for one record; undefined where a link is closed. */
async function linkedCondition(
  deps: CountedDeps,
  { links, way }: RollupGroup,
  id: string,
  list: OpenedList,
  actor: Actor,
): Promise<Condition | undefined> {
  if (!way) return areOpen(list, links) ? naming(links, [id]) : undefined;
  const { object, from, to } = way;
  const between = deps.catalog.object(object.apiName);
  const access = openList(deps, between, actor);
  const isWhole = access && access.owner === undefined && !access.scope.rowsOf(between);
  if (!isWhole || !areOpen({ object: between, ...access }, [...from, ...to])) return undefined;
  if (to.length > 0) {
    const fields = to.map(({ apiName }) => apiName);
    return { exists: { objectApiName: object.apiName, fields, filter: naming(from, [id]) } };
  }
  if (!areOpen(list, links)) return undefined;
  const ids = await idsNaming(deps.db, between.table, from, [id]);
  return ids.length > MAX_OPERANDS * MAX_LISTS ? undefined : naming(links, ids);
}

const areOpen = (list: OpenedList, links: readonly FieldDefinition[]): boolean =>
  openFields(
    list,
    links.map(({ apiName }) => apiName),
  ).length === links.length;

/** What finds the records that name one of some others by any of these links. */
function naming(links: readonly FieldDefinition[], ids: readonly string[]): Condition {
  const tests = links.flatMap((link) =>
    Array.from({ length: Math.ceil(ids.length / MAX_OPERANDS) || 1 }, (_, at): Condition => ({
      field: link.apiName,
      op: isList(link) ? 'containsAny' : 'in',
      value: ids.slice(at * MAX_OPERANDS, (at + 1) * MAX_OPERANDS),
    })),
  );
  const [first] = tests;
  return first && tests.length === 1 ? first : { or: tests };
}

async function statedFact(
  deps: CountedDeps,
  field: FieldDefinition,
  one: KeptStated,
  { effective, actor }: { readonly effective: KeptStated | undefined; readonly actor: Actor },
): Promise<StatedFact> {
  const { source, url, asOf, seenAt, pinned, pinnedUntil, reason } = one;
  return {
    source,
    sourceUrl: url,
    asOf,
    seenAt: String(seenAt),
    value: await shownValue(deps, field, statedValue(field, one), actor),
    pinned,
    until: pinnedUntil,
    reason: isStaff(actor) && reason !== '' ? reason : null,
    inEffect: one === effective,
  };
}
