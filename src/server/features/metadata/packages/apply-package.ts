import { randomBytes } from 'node:crypto';
import type { PackageChoiceMade, PackagePlan } from '#schemas/api/packages.ts';
import type { Package } from '#schemas/metadata/package.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isSameFragment } from '#generators/language/definition-changes.ts';
import { Failure } from '#shared/errors.ts';
import type { Side } from '#shared/metadata/merge-parts.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideAudience, decideOn } from '#shared/policy/decide.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import type { Together } from '#server/core/catalog/save-together.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import { takeNoNumbers } from '#server/core/records/record-numbers.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { markOf } from './fingerprint.ts';
import { type AnyPut, type PlanDeps, type Planned, planPackage } from './plan-package.ts';
import { changeSharedView, insertImport, insertSharedView, putMapping } from './queries.ts';
import type { Written } from './written.ts';

export interface PackageDeps extends PlanDeps {
  readonly database: Database;
  readonly metadata: MetadataWriter;
  readonly writer: RecordWriter;
  readonly now: () => Date;
  /** Called between any two steps that write; tests end the process there. */
  readonly between?: (step: string) => void;
}

/** Who brings a package in: a user by an id, or a command. */
export interface By {
  readonly author: string;
  /** Absent for a command on the server, which may do all. */
  readonly actor?: Member;
}

export interface Wanted {
  readonly choices?: readonly PackageChoiceMade[] | undefined;
  readonly others?: Side | undefined;
}

/** Ends the transaction of a dry run. */
class NothingKept extends Error {}

/** The plan of a package as it is shown. @throws Failure INVALID_METADATA */
export async function shownPlan(deps: PlanDeps, pack: Package, wanted: Wanted): Promise<PackagePlan> {
  await deps.catalog.load();
  const plans = await planPackage(deps, pack, wanted.choices, wanted.others);
  const { name, title, madeAt } = pack;
  return { name, title, madeAt, items: plans.map(({ item }) => item), mark: markOfPlan(plans) };
}

const markOfPlan = (plans: readonly Planned[]): string =>
  markOf(
    plans.map(({ item, put }) => [
      item.kind,
      item.name,
      item.state,
      put?.version ?? null,
      put?.next ?? null,
      item.rights,
    ]),
  );

/** What is in a package is not theirs alone to change. @throws Failure FORBIDDEN naming it */
function refuseClosed({ catalog }: PlanDeps, puts: readonly AnyPut[], { actor }: By): void {
  if (!actor) return;
  for (const put of puts) {
    const definition = catalog.find(put.objectApiName)?.saved;
    if (!definition) continue;
    const isOpened = put.kind === 'object' && !isSameFragment(definition.access, put.next.access);
    const refused =
      put.kind === 'record'
        ? decideOn(actor, definition, 'edit')
        : isOpened
          ? decideAudience(actor, definition.access, 'staff')
          : null;
    if (refused) throw new Failure('FORBIDDEN', `“${put.label}”由其他职责的产品人员负责，您不能由包修改它`);
  }
}

/**
 * Brings a package in, in one transaction; a dry run does all of it and keeps nothing.
 * @throws Failure CONFLICT where the plan is another one than was looked at or choices are missing; INVALID_METADATA naming the
 * first thing that cannot be saved, INVALID_BODY where changes of rights were not accepted.
 */
export async function applyPackage(
  deps: PackageDeps,
  pack: Package,
  wanted: Wanted & {
    readonly mark: string;
    readonly dryRun?: boolean | undefined;
    readonly acceptRights?: boolean | undefined;
  },
  by: By,
): Promise<{ id: string | null; written: number }> {
  const { catalog, metadata } = deps;
  await catalog.load();
  const plans = await planPackage(deps, pack, wanted.choices, wanted.others);
  if (markOfPlan(plans) !== wanted.mark)
    throw new Failure('CONFLICT', '计划在您查看之后有了变化，请重新查看计划后再引入');
  const open = plans.filter(({ item }) => item.state === 'conflict');
  if (open[0]) {
    const problems = open.map(({ item }) => ({
      field: item.name,
      message: `“${item.label}”有冲突，请先选择保留哪一边`,
    }));
    throw new Failure('CONFLICT', problems[0]?.message, problems);
  }
  const rights = plans.filter(({ item, put }) => put && item.rights.length > 0);
  if (rights.length > 0 && wanted.acceptRights !== true) {
    const problems = rights.map(({ item }) => ({
      field: item.name,
      message: `“${item.label}”的权限会改变：${item.rights.join('；')}`,
    }));
    throw new Failure('INVALID_BODY', '包会改变权限，请确认后再引入', problems);
  }
  const puts = plans.flatMap(({ put }) => put ?? []);
  refuseClosed(deps, puts, by);
  if (puts.length === 0) throw new Failure('CONFLICT', '包中的内容与现有的相同，没有要引入的');
  try {
    const id = await metadata.saveTogether(togetherOf(puts), by.author, async (trx) => {
      if (wanted.dryRun) takeNoNumbers(trx);
      const written = await writePuts(trx, deps, pack, puts, by);
      deps.between?.('all written');
      if (wanted.dryRun) throw new NothingKept();
      const { name, title, checksum, contents } = pack;
      return insertImport(trx, { name, title, checksum, contents, author: by.author, written }, deps.now());
    });
    return { id, written: puts.length };
  } catch (error) {
    if (error instanceof NothingKept) return { id: null, written: puts.length };
    throw error;
  }
}

/** The definitions among what is written. */
const togetherOf = (puts: readonly AnyPut[]): Together => ({
  optionSets: puts.flatMap((put) =>
    put.kind === 'optionSet' ? [{ definition: put.next, baseVersion: put.version }] : [],
  ),
  objects: puts.flatMap((put) => (put.kind === 'object' ? [{ definition: put.next, baseVersion: put.version }] : [])),
});

/** Records are written by the definitions that come with them. */
export function writerWithin(
  { catalog, writer }: Pick<PackageDeps, 'catalog' | 'writer'>,
  { optionSets, objects }: Together,
) {
  if (optionSets.length + objects.length === 0) return writer;
  const definitions = objects.map(({ definition, baseVersion }) => ({ ...definition, version: baseVersion + 1 }));
  return writer.over(
    catalog.imagined(
      definitions,
      optionSets.map(({ definition }) => definition),
    ),
  );
}

export const packageContext = (author: string, name: string, now: Date): WriteContext => ({
  actor: author,
  roles: ['staff'],
  origin: `package:${name}`,
  now,
});

const stale = (label: string) => new Failure('CONFLICT', `“${label}”刚刚被修改，请重新查看计划后再引入`);

/** Any of 9 × 10¹⁷ ids, as those of views are. */
const randomId = (): string => String(10n ** 17n + (randomBytes(8).readBigUInt64BE() % (9n * 10n ** 17n)));

async function writePuts(
  trx: Db,
  deps: PackageDeps,
  pack: Package,
  puts: readonly AnyPut[],
  by: By,
): Promise<Written[]> {
  const now = deps.now();
  const writer = writerWithin(deps, togetherOf(puts));
  const written: Written[] = [];
  for (const put of puts) {
    const { kind, name, label, objectApiName, version } = put;
    const done = { kind, name, label, objectApiName, version: version + 1, before: put.before };
    if (put.kind === 'record')
      written.push({ ...done, ...(await putRecord(trx, writer, put, packageContext(by.author, pack.name, now))) });
    else if (put.kind === 'view') written.push({ ...done, id: await putView(trx, put, by, now) });
    else if (put.kind === 'mapping') {
      const place = { objectApiName, name: name.slice(objectApiName.length + 1) };
      if (!(await putMapping(trx, place, version, put.next, now))) throw stale(label);
      written.push(done);
    } else written.push(done);
    deps.between?.(`written ${name}`);
  }
  return written;
}

async function putRecord(
  trx: Db,
  writer: RecordWriter,
  { objectApiName, id, version, before, next, label }: Extract<AnyPut, { kind: 'record' }>,
  context: WriteContext,
): Promise<Pick<Written, 'id' | 'version' | 'before'>> {
  try {
    if (id === undefined) {
      const made = await writer.create(objectApiName, randomId(), next, context, trx);
      return { id: made.id, version: made.version, before: null };
    }
    const names = new Set([...Object.keys(before ?? {}), ...Object.keys(next)]);
    const changed = [...names].filter((name) => !isSameFragment(before?.[name], next[name]));
    const valuesOf = (values: RecordValues | null) =>
      Object.fromEntries(changed.map((name) => [name, values?.[name] ?? null]));
    const saved = await writer.update(objectApiName, id, version, valuesOf(next), context, trx);
    return { id, version: saved.version, before: valuesOf(before) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const why = error.problems.map(({ message }) => message).join('；') || error.message;
    throw new Failure(error.failure, `“${label}”不能引入：${why}`, error.problems);
  }
}

async function putView(
  trx: Db,
  { id, version, objectApiName, name, next, label }: Extract<AnyPut, { kind: 'view' }>,
  by: By,
  now: Date,
): Promise<string> {
  if (id === undefined) {
    const made = randomId();
    const view = { objectApiName, name: name.slice(objectApiName.length + 1), state: next };
    await insertSharedView(trx, { id: made, view, owner: by.actor?.id ?? null, now });
    return made;
  }
  if (!(await changeSharedView(trx, { id, version, state: next, now }))) throw stale(label);
  return id;
}
