import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { isSameFragment } from '#generators/language/definition-changes.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { Failure } from '#shared/errors.ts';
import { withField } from '#shared/metadata/field-placement.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from './catalog.ts';
import type { Shipped } from './install.ts';
import type { MetadataWriter } from './metadata-writer.ts';
import { readVersions, savedByOthers, type Subject } from '#server/core/catalog/versions/queries.ts';
import { SYSTEM } from '#server/core/catalog/versions/version-words.ts';

/** More versions than the product itself ever saves of one thing. */
const ALL_VERSIONS = 1000;

export interface UpgradeDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: MetadataWriter;
  readonly shipped: Shipped;
}

/** Do two definitions say the same, whatever their versions? */
const isSame = (left: object, right: object): boolean =>
  isSameFragment({ ...left, version: 0 }, { ...right, version: 0 });

/** What ships, on top of what is saved: fields that no longer ship are hidden and keep their data. */
export function upgraded(saved: ObjectDefinition, shipped: ObjectDefinition): ObjectDefinition {
  const ships = new Set(shipped.fields.map((field) => field.apiName));
  const gone = saved.fields.filter((field) => !ships.has(field.apiName));
  return { ...shipped, fields: [...shipped.fields, ...gone.map((field) => ({ ...field, removed: true }))] };
}

/** As `upgraded`, of an option set: options that no longer ship are retired. */
export function upgradedSet(saved: OptionSet, shipped: OptionSet): OptionSet {
  const ships = new Set(shipped.options.map((option) => option.value));
  const gone = saved.options.filter((option) => !ships.has(option.value));
  const { options, ...rest } = shipped;
  return { ...rest, options: [...options, ...gone.map((option) => ({ ...option, retired: true }))] };
}

/**
 * Saves what ships as the next version of objects and option sets that only the product itself ever saved. What staff
 * edited is left alone, and so is what was already another way before: an older release that starts again does not take
 * a newer one back. Several processes may do this at once; one that dies half way leaves the rest to the next start.
 */
export async function upgradeShipped(deps: UpgradeDeps): Promise<void> {
  const { catalog, shipped, writer } = deps;
  const sets = shipped.optionSets.flatMap((set) => {
    const saved = catalog.optionSets.get(set.name);
    const next = saved && upgradedSet(saved, set);
    return saved && next && !isSame(saved, next) ? [{ saved, next, ships: set }] : [];
  });
  const objects = shipped.objects.flatMap((object) => {
    const saved = catalog.find(object.apiName)?.saved;
    const next = saved && upgraded(saved, object);
    return saved && next && !isSame(saved, next) ? [{ saved, next, ships: object }] : [];
  });
  if (sets.length + objects.length === 0) return;
  const edited = await savedByOthers(deps.database.db, SYSTEM);
  for (const { saved, next, ships } of sets) {
    const subject = { kind: 'optionSet', name: saved.name } as const;
    if (await mayUpgrade(deps, subject, edited, [next, ships]))
      await unlessRefused(() => writer.saveOptionSet(next, saved.version, SYSTEM));
  }
  // Objects may build on one another's new fields.
  const coming = new Map(objects.map(({ next }) => [next.apiName, next]));
  for (const { saved, next, ships } of objects) {
    const subject = { kind: 'object', name: saved.apiName } as const;
    if (await mayUpgrade(deps, subject, edited, [next, ships]))
      await unlessRefused(() => writer.save(next, saved.version, SYSTEM, { coming, seals: () => true }));
  }
}

async function mayUpgrade(
  { database }: UpgradeDeps,
  subject: Subject,
  edited: ReadonlySet<string>,
  ways: readonly object[],
): Promise<boolean> {
  if (edited.has(`${subject.kind}:${subject.name}`)) return false;
  const versions = await readVersions(database.db, subject, ALL_VERSIONS);
  return !versions.some(({ definition }) => ways.some((way) => isSame(definition, way)));
}

/** Another process was first, or what staff changed around it does not fit any more: both are no reason not to start. */
async function unlessRefused(save: () => Promise<unknown>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Does a field of this object ship sealed? Staff who take over what ships may then seal what they have. */
export const shipsSealed =
  (shipped: Shipped, apiName: string) =>
  (field: FieldDefinition): boolean => {
    const object = shipped.objects.find((candidate) => candidate.apiName === apiName);
    return object?.fields.some((candidate) => candidate.apiName === field.apiName && isSealed(candidate)) === true;
  };

/** A known field that ships sealed and is not, as it will be when it is: out of every list and search. */
function sealedAsShipped(field: FieldDefinition, ships: FieldDefinition | undefined): FieldDefinition | undefined {
  if (!ships || !isSealed(ships) || isSealed(field) || field.type !== ships.type) return undefined;
  const { sortable: _sortable, searchable: _searchable, naming: _naming, ...config } = field.config ?? {};
  return { ...field, config: { ...config, sealed: true } };
}

/** What staff made of an object, with the fields that ship and it lacks, their rules and their places; sealed where they ship so. */
export function mergedObject(saved: ObjectDefinition, shipped: ObjectDefinition): ObjectDefinition {
  const known = new Set(saved.fields.map((field) => field.apiName));
  const added = shipped.fields.filter((field) => !known.has(field.apiName) && !field.removed);
  const sealed = saved.fields.flatMap(
    (field) =>
      sealedAsShipped(
        field,
        shipped.fields.find(({ apiName }) => apiName === field.apiName),
      ) ?? [],
  );
  if (added.length + sealed.length === 0) return saved;
  const { list, detail, form } = shipped.layouts;
  const home = (sections: readonly Section[], name: string) =>
    sections.find((section) => section.fields.includes(name))?.label;
  const closed = sealed.reduce((object, field) => withField(object, field), saved);
  const merged = added.reduce((object, field) => {
    const { apiName } = field;
    const into = { detail: home(detail.sections, apiName), form: home(form.sections, apiName) };
    const show = {
      column: list.columns.includes(apiName),
      filter: list.filters.includes(apiName),
      detail: into.detail !== undefined,
      form: into.form !== undefined,
    };
    return withField(object, field, show, into);
  }, closed);
  const targets = new Set(added.map((field) => field.apiName));
  const ids = new Set(saved.rules.map((rule) => rule.id));
  const rules = shipped.rules.filter((rule) => targets.has(rule.target) && !ids.has(rule.id));
  return { ...merged, rules: [...saved.rules, ...rules] };
}

/** What staff made of an option set, with the options that ship and it lacks. */
export function mergedSet(saved: OptionSet, shipped: OptionSet): OptionSet {
  const known = new Set(saved.options.map((option) => option.value));
  const added = shipped.options.filter((option) => !known.has(option.value));
  return added.length === 0 ? saved : { ...saved, options: [...saved.options, ...added] };
}
