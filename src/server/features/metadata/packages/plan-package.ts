import type { PackageChoiceMade, PackageItem } from '#schemas/api/packages.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import type { Package, PackageContents } from '#schemas/metadata/package.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { withCurrentNames } from '#generators/former-names.ts';
import { definitionChanges, isSameFragment, optionSetChanges } from '#generators/language/definition-changes.ts';
import { Failure } from '#shared/errors.ts';
import { pathKey, type Side } from '#shared/metadata/merge-parts.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { readVersions, type Subject } from '#server/core/catalog/versions/queries.ts';
import { fingerprint } from './fingerprint.ts';
import { type Choices, type Merged, mergedWith, noBase, OBJECTS, OPTION_SETS, valuesWay, wholeWay } from './merging.ts';
import { earlierContents, keptMappings, sharedViews, undoneVersions } from './queries.ts';
import { namesOfHere } from './names-of-here.ts';
import { keyedRecords, portableFields, portableValues, recordKind } from './record-kinds.ts';
import { rightsWords } from './rights.ts';

export interface PlanDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly shipped: Shipped;
}

/** What is written for one thing of a package: on top of `version` (0: it is new), over `before`. */
export interface Put<Kind extends PackageItem['kind'], Next> {
  readonly kind: Kind;
  readonly name: string;
  readonly label: string;
  readonly objectApiName: string;
  readonly id?: string;
  readonly version: number;
  readonly before: Next | null;
  readonly next: Next;
}

export type AnyPut =
  | Put<'optionSet', OptionSet>
  | Put<'object', ObjectDefinition>
  | Put<'record', RecordValues>
  | Put<'view', string>
  | Put<'mapping', PackageContents['mappings'][number]['mapping']>;

export interface Planned {
  readonly item: PackageItem;
  /** Absent where nothing changes, or a choice is missing. */
  readonly put?: AnyPut;
}

const ALL_VERSIONS = 1000;

/** The sides that were chosen for one thing. */
const choicesOf = (
  kind: PackageItem['kind'],
  name: string,
  made: readonly PackageChoiceMade[],
  others: Side | undefined,
): Choices => ({
  made: new Map(
    made
      .filter((choice) => choice.kind === kind && choice.name === name)
      .map(({ path, side }) => [pathKey(path), side]),
  ),
  others,
});

/** The newest state of a thing that the package has had too: as it was brought in earlier, as saved here, or as it ships. */
async function commonBase<T extends OptionSet | ObjectDefinition>(
  db: Db,
  subject: Subject,
  theirs: { readonly definition: T; readonly ancestors: readonly string[] },
  candidates: readonly T[],
  undone: ReadonlySet<string>,
): Promise<T | undefined> {
  const known = new Set([fingerprint(theirs.definition), ...theirs.ancestors]);
  const isKnown = (definition: object) => known.has(fingerprint(definition));
  const earlier = candidates.find(isKnown);
  if (earlier) return earlier;
  const versions = await readVersions(db, subject, ALL_VERSIONS);
  return versions
    .filter(({ kind, name, version }) => !undone.has(`${kind}:${name}:${version}`))
    .map(({ definition }) => definition as T)
    .find(isKnown);
}

function planned<Kind extends PackageItem['kind'], T>(
  put: Omit<Put<Kind, T>, 'next'>,
  merged: Merged<T>,
  rights: string[],
): { readonly item: PackageItem; readonly put?: Put<Kind, T> } {
  const { kind, name, label, before } = put;
  const { next, changes, clashes } = merged;
  const isOpen = clashes.some(({ side }) => side === null);
  const isSame = before !== null && changes.length === 0;
  const state = isOpen ? 'conflict' : before === null ? 'new' : isSame ? 'same' : 'changed';
  const item = { kind, name, label, state, changes, clashes, rights } as const;
  return state === 'new' || state === 'changed' ? { item, put: { ...put, next } } : { item };
}

const asNew = <T>(next: T, changes: string[]): Merged<T> => ({ next, changes, clashes: [] });

/** What a package makes of what is here now. Reads and writes nothing else. */
export async function planPackage(
  deps: PlanDeps,
  pack: Package,
  made: readonly PackageChoiceMade[] = [],
  others?: Side,
): Promise<Planned[]> {
  const { db, catalog, shipped } = deps;
  const { contents } = pack;
  const [earlier, undone] = [await earlierContents(db, pack.name), await undoneVersions(db)];
  const ofHere = namesOfHere(catalog, contents);
  const plans: Planned[] = [];
  for (const theirs of contents.optionSets) {
    const { name, label } = theirs.definition;
    const known = catalog.optionSets.get(name);
    const put = { kind: 'optionSet', name, label, objectApiName: '', version: known?.version ?? 0 } as const;
    if (!known) {
      const changes = optionSetChanges(undefined, theirs.definition);
      plans.push(planned({ ...put, before: null }, asNew(theirs.definition, changes), []));
      continue;
    }
    const { version: _version, ...mine } = known;
    const candidates = [
      ...earlier.flatMap(({ optionSets }) => optionSets.map(({ definition }) => definition)),
      ...shipped.optionSets,
    ].filter((set) => set.name === name);
    const base = await commonBase(db, { kind: 'optionSet', name }, theirs, candidates, undone);
    const sides = { base: base ?? { ...mine, options: [] }, mine, theirs: theirs.definition };
    plans.push(
      planned({ ...put, before: mine }, mergedWith(OPTION_SETS, sides, choicesOf('optionSet', name, made, others)), []),
    );
  }
  for (const theirs of contents.objects) {
    const { apiName: name, label } = theirs.definition;
    const mine = catalog.find(name)?.saved;
    const put = { kind: 'object', name, label, objectApiName: name, version: mine?.version ?? 0 } as const;
    const next = ofHere(theirs.definition);
    if (!mine) {
      const changes = definitionChanges(undefined, next);
      plans.push(planned({ ...put, before: null }, asNew(next, changes), rightsWords(undefined, next)));
      continue;
    }
    const candidates = [
      ...earlier.flatMap(({ objects }) => objects.map(({ definition }) => definition)),
      ...shipped.objects,
    ].filter(({ apiName }) => apiName === name);
    const base = (await commonBase(db, { kind: 'object', name }, theirs, candidates, undone)) ?? noBase(mine);
    const sides = { base: ofHere(base), mine, theirs: next };
    const merged = mergedWith(OBJECTS, sides, choicesOf('object', name, made, others));
    plans.push(planned({ ...put, before: mine }, merged, rightsWords(mine, merged.next)));
  }
  const coming = new Map(contents.objects.map(({ definition }) => [definition.apiName, definition]));
  const labelOf = (apiName: string) => {
    const label = catalog.find(apiName)?.definition.label ?? coming.get(apiName)?.label;
    if (label === undefined)
      throw new Failure('INVALID_METADATA', `包中的内容属于对象“${apiName}”，这里没有它，包中也没有`);
    return label;
  };
  plans.push(...(await recordPlans(deps, contents, earlier, made, others)));
  const viewed = [...new Set(contents.views.map(({ objectApiName }) => objectApiName))];
  const views = await sharedViews(db, viewed);
  for (const { objectApiName, name: viewName, state } of contents.views) {
    const mine = views.find((view) => view.objectApiName === objectApiName && view.name === viewName);
    const name = `${objectApiName} ${viewName}`;
    const label = `${labelOf(objectApiName)}：${viewName}`;
    const put = {
      kind: 'view',
      name,
      label,
      objectApiName,
      version: mine?.version ?? 0,
      ...(mine && { id: mine.id }),
    } as const;
    const base = earlier.flatMap((one) => one.views).find((one) => `${one.objectApiName} ${one.name}` === name)?.state;
    plans.push(
      wholePlan({ ...put, before: mine?.state ?? null }, base, state, '视图', choicesOf('view', name, made, others)),
    );
  }
  const mapped = [...new Set(contents.mappings.map(({ objectApiName }) => objectApiName))];
  const mappings = await keptMappings(db, mapped);
  for (const { objectApiName, name: mappingName, mapping } of contents.mappings) {
    const mine = mappings.find((one) => one.objectApiName === objectApiName && one.name === mappingName);
    const name = `${objectApiName} ${mappingName}`;
    const put = {
      kind: 'mapping',
      name,
      label: `${labelOf(objectApiName)}：${mappingName}`,
      objectApiName,
      version: mine?.version ?? 0,
    } as const;
    const base = earlier
      .flatMap((one) => one.mappings)
      .find((one) => `${one.objectApiName} ${one.name}` === name)?.mapping;
    plans.push(
      wholePlan(
        { ...put, before: mine?.mapping ?? null },
        base,
        mapping,
        '导入映射',
        choicesOf('mapping', name, made, others),
      ),
    );
  }
  return plans;
}

function wholePlan<Kind extends 'view' | 'mapping', T>(
  put: Omit<Put<Kind, T>, 'next'>,
  base: T | undefined,
  theirs: T,
  noun: string,
  choices: Choices,
): { readonly item: PackageItem; readonly put?: Put<Kind, T> } {
  if (put.before === null) return planned(put, asNew(theirs, [`新增${noun}“${put.label}”`]), []);
  const sides = { base: { value: base as T }, mine: { value: put.before }, theirs: { value: theirs } };
  const { next, ...rest } = mergedWith(wholeWay<T>(noun), sides, choices);
  return planned(put, { ...rest, next: next.value }, []);
}

async function recordPlans(
  { db, catalog }: PlanDeps,
  { records }: PackageContents,
  earlier: readonly PackageContents[],
  made: readonly PackageChoiceMade[],
  others: Side | undefined,
): Promise<Planned[]> {
  const plans: Planned[] = [];
  for (const [objectApiName, some] of Map.groupBy(records, (record) => record.objectApiName)) {
    const [object, kind] = [catalog.find(objectApiName), recordKind(objectApiName)];
    if (!object || !kind)
      throw new Failure(
        'INVALID_METADATA',
        `对象“${objectApiName}”的记录不能由包带来：只有帮助文章、术语、首页内容、首页步骤与自动化可以`,
      );
    const known = new Map((await keyedRecords(db, catalog, objectApiName)).map((record) => [record.key, record]));
    const labels = new Map(object.fields.map(({ apiName, label }) => [apiName, label]));
    const portable = new Set(portableFields(object).map(({ apiName }) => apiName));
    for (const { key, label, values } of some) {
      const name = `${objectApiName} ${key}`;
      // A field that is hidden or gone here takes no value.
      const theirs: RecordValues = Object.fromEntries(
        Object.entries(withCurrentNames(object.fields, values as RecordValues)).filter(([field]) =>
          portable.has(field),
        ),
      );
      const current = known.get(key);
      const put = {
        kind: 'record',
        name,
        label: `${object.definition.label}：${label}`,
        objectApiName,
        version: current?.version ?? 0,
        ...(current && { id: current.id }),
      } as const;
      if (!current) {
        plans.push(planned({ ...put, before: null }, asNew({ ...theirs, ...kind.own }, [`新增“${label}”`]), []));
        continue;
      }
      const mine = portableValues(object, current.values);
      const before = earlier
        .flatMap((one) => one.records)
        .find((one) => one.objectApiName === objectApiName && one.key === key);
      const base = withCurrentNames(object.fields, (before?.values ?? {}) as RecordValues);
      const sides = { base, mine, theirs };
      const merged = mergedWith(valuesWay(labels), sides, choicesOf('record', name, made, others));
      const audience = kind.audience ?? '';
      const isOpened = !isSameFragment(mine[audience], merged.next[audience]);
      const rights = isOpened ? [`“${label}”的${labels.get(audience) ?? '读者'}不同`] : [];
      plans.push(planned({ ...put, before: mine }, merged, rights));
    }
  }
  return plans;
}
