import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import type { Db } from '#server/db/database.ts';
import { upgraded, upgradedSet } from '#server/core/catalog/upgrade-shipped.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Together } from '#server/core/catalog/save-together.ts';
import { recordsByIds } from '#server/core/records/queries.ts';
import { removeOwn } from '#server/core/records/removal.ts';
import { type By, packageContext, type PackageDeps, writerWithin } from './apply-package.ts';
import { changeSharedView, markUndone, packageImports, putMapping } from './queries.ts';
import type { Written } from './written.ts';

/** An object that came with a package: it stays for its records' sake, where staff alone find it. */
function hidden({ route: _route, fixedLists: _lists, waits: _waits, ...object }: ObjectDefinition): ObjectDefinition {
  const { teaser: _teaser, ...access } = object.access;
  return { ...object, access: { ...access, list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' } };
}

const changedSince = ({ name, label }: Written): Problem => ({
  field: name,
  message: `“${label}”在引入之后又被修改，不能撤销`,
});

/** The definitions as they were, on top of what is there now, and what has been saved since. */
function definitionsBefore(catalog: Catalog, written: readonly Written[]) {
  const together = { optionSets: [] as Together['optionSets'][number][], objects: [] as Together['objects'][number][] };
  const problems: Problem[] = [];
  const left: string[] = [];
  for (const one of written) {
    const { kind, name, label, version, before } = one;
    const current =
      kind === 'object' ? catalog.find(name)?.saved : kind === 'optionSet' ? catalog.optionSets.get(name) : undefined;
    if (!current) continue;
    if (current.version !== version) {
      problems.push(changedSince(one));
      continue;
    }
    if (kind === 'object') {
      const saved = current as ObjectDefinition;
      if (before === null) left.push(`对象“${label}”保留下来，不再有列表地址，只有产品人员可见`);
      const definition = before === null ? hidden(saved) : upgraded(saved, before as ObjectDefinition);
      together.objects.push({ definition, baseVersion: version });
    } else if (before === null) left.push(`选项集“${label}”保留下来：可能已有记录使用其中的选项`);
    else {
      const { version: _version, ...set } = current as OptionSet & { readonly version: number };
      together.optionSets.push({ definition: upgradedSet(set, before as OptionSet), baseVersion: version });
    }
  }
  return { together, problems, left };
}

/**
 * Restores what was there before a package, in one transaction. Fields and options that came with it are hidden and retired:
 * records may hold their values.
 * @throws Failure CONFLICT naming all that was changed since; UNKNOWN_RECORD where there is no such import or it is undone.
 */
export async function undoPackage(
  deps: PackageDeps,
  id: string,
  by: By,
): Promise<{ restored: number; left: string[] }> {
  const { catalog, db, metadata, now } = deps;
  await catalog.load();
  const [row] = await packageImports(db, id);
  if (!row) throw new Failure('UNKNOWN_RECORD', '没有这次引入');
  if (row.undone_at !== null) throw new Failure('CONFLICT', '这次引入已经撤销过');
  const { together, problems, left } = definitionsBefore(catalog, row.written);
  const closed = together.objects.find(({ definition: { apiName } }) => {
    const access = catalog.find(apiName)?.saved.access;
    return by.actor && access && decideAudience(by.actor, access, 'staff') !== null;
  });
  if (closed) throw new Failure('FORBIDDEN', `对象“${closed.definition.label}”由其他职责的产品人员负责，您不能撤销它`);
  await metadata.saveTogether(together, by.author, async (trx) => {
    const others = row.written.filter(({ kind }) => kind !== 'object' && kind !== 'optionSet').toReversed();
    for (const one of others) {
      if (!(await restore(trx, deps, together, row.name, one, by))) problems.push(changedSince(one));
      deps.between?.(`restored ${one.name}`);
    }
    if (problems.length > 0) throw new Failure('CONFLICT', problems[0]?.message, problems);
    if (!(await markUndone(trx, id, by.author, now()))) throw new Failure('CONFLICT', '这次引入已经撤销过');
  });
  return { restored: row.written.length - left.length, left };
}

/** False where something was changed since. */
async function restore(
  trx: Db,
  deps: PackageDeps,
  together: Together,
  packageName: string,
  { kind, name, id = '', objectApiName = '', version, before }: Written,
  by: By,
): Promise<boolean> {
  const now = deps.now();
  if (kind === 'view') return changeSharedView(trx, { id, version, state: before as string | null, now });
  if (kind === 'mapping') {
    const place = { objectApiName, name: name.slice(objectApiName.length + 1) };
    return putMapping(trx, place, version, (before as ImportMapping | null) ?? undefined, now);
  }
  const { vault } = deps.database;
  const object = deps.catalog.storedObject(objectApiName);
  const [record] = await recordsByIds(trx, vault, object, [id], true);
  if (record?.version !== version) return false;
  const context = packageContext(by.author, packageName, now);
  if (before === null) await removeOwn(trx, vault, object, deps.catalog.storedObjects, id, context);
  else await writerWithin(deps, together).update(objectApiName, id, version, before, context, trx);
  return true;
}
