import type { VersionedOptionSet } from '#schemas/api/metadata.ts';
import type { PackageImport, PackagePlan } from '#schemas/api/packages.ts';
import type { Package, PackageChoice } from '#schemas/metadata/package.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { Side } from '#shared/metadata/merge-parts.ts';
import type { MetadataTarget } from '#server/core/catalog/metadata-target.ts';
import { RemoteMetadata } from '#server/core/catalog/remote-metadata.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { COMMAND } from '#server/core/catalog/versions/version-words.ts';
import { applyPackage, type PackageDeps, shownPlan } from '#server/features/metadata/packages/apply-package.ts';
import { exportPackage } from '#server/features/metadata/packages/export-package.ts';
import { readPackage } from '#server/features/metadata/packages/package-file.ts';
import { packageImports } from '#server/features/metadata/packages/queries.ts';
import { shownImport } from '#server/features/metadata/packages/shown-import.ts';
import { undoPackage } from '#server/features/metadata/packages/undo-package.ts';
import { openServices } from '#server/services.ts';
import { openOwnDatabase } from '#server/commands/command-line.ts';

/** How a package is brought in: the side of every conflict, and whether changes of rights are accepted. */
export interface Bringing {
  readonly others?: Side;
  readonly mark: string;
  readonly dryRun: boolean;
  readonly acceptRights: boolean;
}

/** All that the command asks of an installation. */
export interface CommandTarget extends MetadataTarget {
  readonly optionSet: (name: string) => Promise<VersionedOptionSet | undefined>;
  readonly saveOptionSet: (set: OptionSet, baseVersion: number) => Promise<VersionedOptionSet>;
  readonly exported: (choice: PackageChoice) => Promise<Package>;
  readonly planned: (file: unknown, others?: Side) => Promise<PackagePlan>;
  readonly applied: (file: unknown, how: Bringing) => Promise<{ readonly id: string | null; readonly written: number }>;
  readonly imports: () => Promise<readonly PackageImport[]>;
  readonly undone: (id: string) => Promise<{ readonly restored: number; readonly left: readonly string[] }>;
}

/** The database of this machine. */
export async function localTarget(): Promise<CommandTarget> {
  const database = await openOwnDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(database, shipped, () => new Date());
  const deps: PackageDeps = { ...services, db: database.db };
  const by = { author: COMMAND };
  const indexed = async <T>(done: T): Promise<T> => {
    await services.metadata.runIndexJobs();
    return done;
  };
  return {
    current: async (apiName) => services.catalog.find(apiName)?.saved,
    plan: async (definition, baseVersion) => (await services.metadata.plan(definition, baseVersion)).steps,
    save: async (definition, baseVersion) =>
      indexed((await services.metadata.save(definition, baseVersion, COMMAND)).definition),
    optionSet: async (name) => services.catalog.optionSets.get(name),
    saveOptionSet: (set, baseVersion) => services.metadata.saveOptionSet(set, baseVersion, COMMAND),
    exported: (choice) => exportPackage(deps, choice),
    planned: (file, others) => shownPlan(deps, readPackage(file), { others }),
    applied: async (file, how) => indexed(await applyPackage(deps, readPackage(file), how, by)),
    imports: async () => (await packageImports(database.db)).map(shownImport),
    undone: async (id) => indexed(await undoPackage(deps, id, by)),
    close: () => database.close(),
  };
}

const PACKAGES = '/api/metadata/package';

/** A running server, over its API. @throws Failure with its words when it refuses. */
export async function remoteTarget(address: string, username: string, password: string): Promise<CommandTarget> {
  const remote = await RemoteMetadata.signIn(address, username, password);
  return {
    current: (apiName) => remote.current(apiName),
    plan: (definition, baseVersion) => remote.plan(definition, baseVersion),
    save: (definition, baseVersion) => remote.save(definition, baseVersion),
    optionSet: async (name) => {
      const sets = await remote.call<{ name: string }[]>('/api/metadata/selectOption');
      if (!sets.some((set) => set.name === name)) return undefined;
      return remote.call<VersionedOptionSet>(`/api/metadata/selectOption/${name}`);
    },
    saveOptionSet: (optionSet, baseVersion) =>
      remote.call<VersionedOptionSet>('/api/metadata/selectOption/save', { baseVersion, optionSet }),
    exported: (choice) => remote.call<Package>(`${PACKAGES}/export`, choice),
    planned: (file, others) =>
      remote.call<PackagePlan>(`${PACKAGES}/plan`, { package: file, ...(others && { others }) }),
    applied: (file, how) =>
      remote.call<{ id: string | null; written: number }>(`${PACKAGES}/apply`, { package: file, ...how }),
    imports: () => remote.call<PackageImport[]>(`${PACKAGES}/imports`),
    undone: (id) => remote.call<{ restored: number; left: string[] }>(`${PACKAGES}/undo`, { id }),
    close: () => remote.close(),
  };
}
