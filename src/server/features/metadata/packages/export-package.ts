import {
  type Package,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type PackageChoice,
  type PackageContents,
} from '#schemas/metadata/package.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { optionSetName } from '#generators/options.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { readVersions, type Subject } from '#server/core/catalog/versions/queries.ts';
import { checksumOf, fingerprint } from './fingerprint.ts';
import { sharedViews, usedMappings } from './queries.ts';
import { asPackageRecord, keyedRecords, recordObjects } from './record-kinds.ts';

interface ExportDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

const MOST_ANCESTORS = 500;

/** What a thing was before, the newest first. */
async function ancestorsOf(db: Db, subject: Subject): Promise<string[]> {
  const versions = await readVersions(db, subject, MOST_ANCESTORS + 1);
  return [...new Set(versions.slice(1).map(({ definition }) => fingerprint(definition)))];
}

/** @throws Failure UNKNOWN_OBJECT naming what is not there */
export async function exportPackage({ db, catalog, now }: ExportDeps, choice: PackageChoice): Promise<Package> {
  await catalog.load();
  const objects: { definition: ObjectDefinition; ancestors: string[] }[] = [];
  for (const name of choice.objects) {
    const { saved } = catalog.object(name);
    objects.push({ definition: saved, ancestors: await ancestorsOf(db, { kind: 'object', name }) });
  }
  const used = objects.flatMap(({ definition }) => definition.fields.map(optionSetName));
  const names = new Set([...used, ...(choice.optionSets ?? [])].filter((name) => name !== undefined));
  const optionSets: { definition: OptionSet; ancestors: string[] }[] = [];
  for (const name of names) {
    const { version: _version, ...definition } = catalog.optionSet(name);
    optionSets.push({ definition, ancestors: await ancestorsOf(db, { kind: 'optionSet', name }) });
  }
  const withRecords = [
    ...(choice.articles ? recordObjects('articles') : []),
    ...(choice.homeBlocks ? recordObjects('homeBlocks') : []),
    ...(choice.automations ? recordObjects('automations') : []),
  ];
  const records = [];
  for (const name of withRecords) {
    const object = catalog.find(name);
    if (object)
      records.push(...(await keyedRecords(db, catalog, name)).map((record) => asPackageRecord(object, record)));
  }
  const views = choice.views ? await sharedViews(db, choice.objects) : [];
  const contents: PackageContents = {
    optionSets,
    objects,
    records,
    views: views.map(({ objectApiName, name, state }) => ({ objectApiName, name, state })),
    mappings: choice.mappings ? await usedMappings(db, choice.objects) : [],
  };
  return {
    format: PACKAGE_FORMAT,
    version: PACKAGE_VERSION,
    name: choice.name,
    title: choice.title.trim(),
    madeAt: now().toISOString(),
    checksum: checksumOf(contents),
    contents,
  };
}
