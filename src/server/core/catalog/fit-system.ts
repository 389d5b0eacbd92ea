import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSystem } from '#generators/object.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { SYSTEM } from '#server/core/catalog/versions/version-words.ts';
import { movedParts, ownedParts, systemProblems, viewProblems } from './system-check.ts';
import { type UpgradeDeps, upgraded } from './upgrade-shipped.ts';

const problemsOf = async (db: Db, object: ObjectDefinition) =>
  [...systemProblems(object), ...(await viewProblems(db, object))].map(({ message }) => message);

/**
 * Brings system objects that staff edited to what this release can show. Source, address and access are the product's and
 * always those that ship. Where what staff made does not fit the view or the routes any more, what ships takes its place,
 * and staff find their own among the versions. Gives what did not fit, for the log.
 */
export async function fitSystemObjects({ catalog, database, shipped, writer }: UpgradeDeps): Promise<string[]> {
  const faults: string[] = [];
  for (const ships of shipped.objects.filter(isSystem)) {
    const saved = catalog.find(ships.apiName)?.saved;
    if (!saved) continue;
    const unfit = await problemsOf(database.db, { ...saved, ...ownedParts(ships) });
    if (unfit.length === 0 && !movedParts(saved, ships)) continue;
    const next = unfit.length === 0 ? { ...saved, ...ownedParts(ships) } : upgraded(saved, ships);
    faults.push(`${saved.apiName} ${saved.version}: ${unfit.join('；') || '数据视图、列表地址或权限已由产品更改'}`);
    try {
      await writer.save(next, saved.version, SYSTEM, { coming: new Map([[next.apiName, next]]) });
    } catch (error) {
      // Another process was first, or other lists have taken the address: the object is as it was.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return faults;
}
