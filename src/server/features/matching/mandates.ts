import type { Weights } from '#schemas/api/match-lists.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { type BoundValues, boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Stated } from '#shared/matching/kinds/kind.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordFollower, RecordFollowers } from '#server/core/records/record-followers.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Db } from '#server/db/database.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import type { Book } from './book.ts';
import { statedEach, statedOf } from './facts.ts';
import { countMandates, isOwnMandate } from './queries.ts';
import { readWeights } from './weights.ts';

/** Mandates of an account at most. */
const MAX_MANDATES = 10;

const { mandate: MANDATE, project: PROJECT } = BINDINGS;
/** What a draft is called while it is judged: a mandate has a name, and what is not kept needs none. */
const DRAFT_NAME = '临时条件';

export type Wanted = BoundValues<typeof MANDATE>;

/** What an investor looks for this time, in place of what the certification and the focus say. */
export interface Mandate {
  readonly wanted: Wanted;
  /** By key of the criterion. */
  readonly stated: Readonly<Record<string, Stated>>;
  readonly weights: Weights;
}

/** A mandate of one's own by its id, or the values of one that is not kept; one of the two. */
export interface MandateAsked {
  readonly mandate?: string | undefined;
  readonly draft?: Readonly<Record<string, unknown>> | undefined;
}

interface MandateDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly records: RecordValuesReader;
  readonly writer: Pick<RecordWriter, 'judge'>;
  readonly now: () => Date;
}

/**
 * Undefined where none is asked for. @throws Failure UNKNOWN_RECORD for a mandate of others, as for none; INVALID_BODY with
 * problems by field for a draft that no mandate could be.
 */
export async function mandateOf(
  deps: MandateDeps,
  { mandate: id, draft }: MandateAsked,
  book: Book,
  actor: Member,
): Promise<Mandate | undefined> {
  if (id !== undefined && draft !== undefined)
    throw new Failure('INVALID_BODY', '投资需求与临时条件不能同时使用', [
      { field: 'draft', message: '请只选其中一种' },
    ]);
  if (id === undefined && draft === undefined) return undefined;
  const wanted = id === undefined ? await judged(deps, draft, actor) : await kept(deps, id, actor);
  const track = deps.catalog.object(MANDATE.object).field(MANDATE.fields.tracks.apiName)?.targetApiName;
  const tracks = deps.catalog.find(track ?? '');
  const ids = wanted.tracks?.map((link) => link.id) ?? [];
  const names =
    tracks && ids.length > 0
      ? await deps.reader.names(tracks, ids, { rowsOf: rowsFor(actor), today: book.day })
      : new Map<string, string>();
  return { wanted, stated: statedBy(wanted, book, names), weights: readWeights(wanted.weights) };
}

async function kept({ db, catalog, records }: MandateDeps, id: string, actor: Member): Promise<Wanted> {
  const found = (await isOwnMandate(db, catalog, id, actor.id)) ? await records.bound(MANDATE, id) : undefined;
  if (!found) throw new Failure('UNKNOWN_RECORD', '投资需求不存在或已删除');
  return found.values;
}

/** The same checks as for one that is kept. */
async function judged({ writer, now }: MandateDeps, draft: MandateAsked['draft'], actor: Member): Promise<Wanted> {
  const input = { ...draft, ...recordValues(MANDATE, { name: DRAFT_NAME }) };
  const { values, problems } = await writer.judge(MANDATE.object, undefined, input, formContext(actor, now()));
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
  return boundValues(MANDATE, values);
}

/** What a mandate says to each criterion that is compared. */
function statedBy(
  { industries, tracks, phases, areas, minCheck, maxCheck }: Wanted,
  { compared, today }: Book,
  names: ReadonlyMap<string, string>,
): Record<string, Stated> {
  const { industry, tracks: track, round, region, amount } = PROJECT.fields;
  const links = tracks?.map(({ id }): ReferenceValue => ({ id, name: names.get(id) ?? '' }));
  const stated: Record<string, Stated> = {};
  const isCompared = (name: string) => compared.pairs.some(({ subject }) => subject === name);
  const say = (name: string, of: (field: FieldDefinition) => Stated | undefined) => {
    const field = isCompared(name) ? compared.project.get(name) : undefined;
    const said = field && of(field);
    if (said) stated[name] = said;
  };
  for (const [{ apiName }, values] of [
    [industry, industries],
    [track, links],
    [round, phases],
    [region, areas],
  ] as const)
    say(apiName, (field) => statedEach(field, values ?? [], today));
  say(amount.apiName, (field) => statedOf(field, minCheck, today, [field, maxCheck]));
  return stated;
}

/** Each user keeps ten mandates at most. */
export function mandateFollower({ catalog }: Pick<MandateDeps, 'catalog'>): RecordFollowers {
  const created = async (trx: Db, actor: Member) => {
    // Two that are made at once are counted one after the other.
    await lockAccountForLimit(trx, actor.id);
    if ((await countMandates(trx, catalog, actor.id)) > MAX_MANDATES)
      throw new Failure('TOO_MANY_REQUESTS', `最多保存 ${MAX_MANDATES} 条投资需求，请先删除不用的`);
  };
  const follower: RecordFollower = {
    created: (trx, _record, actor) => created(trx, actor),
    updated: () => Promise.resolve(),
  };
  return new Map([[MANDATE.object, follower]]);
}
