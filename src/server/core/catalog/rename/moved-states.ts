import { liveFields, isSystem } from '#generators/object.ts';
import { type NamePair, renamedColumns, renamedIndexes } from '#generators/rename-storage.ts';
import { plan } from '#generators/storage.ts';
import type { Db } from '#server/db/database.ts';
import { type FindObject, groupsOf, isLed, turnKey } from '#server/core/derived/plan.ts';
import { matchFingerprint } from '#server/core/duplicates/record-texts.ts';
import { computedFields } from '#server/core/formulas/queries.ts';
import { searchFingerprint } from '#server/core/search/search-text.ts';
import { moveFingerprints, moveFormulas, moveLinks, renameJobs, renameStored } from './rename-queries.ts';
import type { RenamedObject, Renaming } from '#generators/language/renamed-definition.ts';

/** What was worked out of the field, or by it, goes on under its new name; asked before the definitions are written. */
export async function moveStates(
  trx: Db,
  renaming: Renaming,
  objects: readonly RenamedObject[],
  find: FindObject,
): Promise<void> {
  const after = new Map(objects.map((one) => [one.after.apiName, one.after]));
  const findAfter: FindObject = (apiName) => after.get(apiName) ?? find(apiName);
  const groups: NamePair[] = [];
  for (const one of objects) {
    const next = computedFields(one.after);
    const states = computedFields(one.before).flatMap(({ field, fingerprint }, at) => {
      const now = next[at];
      return now
        ? [
            {
              objectApiName: one.before.apiName,
              names: [field, now.field] as const,
              fingerprints: [fingerprint, now.fingerprint] as const,
            },
          ]
        : [];
    });
    await moveFormulas(trx, states);
    if (isSystem(one.after)) continue;
    const [was, is] = [one.before, one.after].map((definition) => {
      const object = { definition, fields: liveFields(definition) };
      return { search: searchFingerprint(object), matching: matchFingerprint(object) };
    });
    if (was && is)
      await moveFingerprints(trx, one.before.apiName, {
        search: [was.search, is.search],
        matching: [was.matching, is.matching],
      });
    const later = groupsOf(one.after, findAfter);
    for (const [at, group] of groupsOf(one.before, find).entries()) {
      const now = later[at];
      if (!now) continue;
      groups.push([group.key, now.key]);
      if (isLed(group) && isLed(now)) groups.push([turnKey(group), turnKey(now)]);
    }
  }
  await moveLinks(
    trx,
    renaming,
    groups.filter(([before, now]) => before !== now),
  );
}

/** What is kept of the values of the field is kept under its new name; asked once no writer knows the former one. */
export async function moveStored(trx: Db, renaming: Renaming, { before, after }: RenamedObject): Promise<void> {
  const names = [renaming.from, renaming.to] as const;
  await renameStored(trx, renaming, renamedColumns(before, after, names));
  // The index that is to be built is the one that a table with the new columns would have from the start.
  const fresh = new Map(plan(undefined, after).map((step) => [step.target, step.sql]));
  const jobs = renamedIndexes(before, after, names).flatMap(([old, target]) => {
    const sql = fresh.get(target);
    return sql === undefined ? [] : [{ before: old, target, sql }];
  });
  await renameJobs(trx, jobs);
}
