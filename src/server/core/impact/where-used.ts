import { HOME_BLOCK } from '#schemas/home-binding.ts';
import type { FieldUse } from '#schemas/api/metadata.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { usingBlocks, usingImports, usingSubscriptions, usingViews } from './use-queries.ts';

type Fragment = Readonly<Record<string, unknown>>;

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Does a fragment about records of one object name a field of it, at any depth? Fragments about other objects are apart. */
function names(value: unknown, apiName: string, target: string): boolean {
  if (value === apiName) return true;
  if (Array.isArray(value)) return value.some((entry) => names(entry, apiName, target));
  if (!isFragment(value)) return false;
  const about = value['objectApiName'];
  if (about !== undefined && about !== target) return false;
  return Object.entries(value).some(([key, inner]) => key !== 'label' && names(inner, apiName, target));
}

/** Fragments of a definition that are about records of an object, at any depth: lists, charts, roll-ups, questions of filters. */
function fragmentsAbout(value: unknown, target: string): Fragment[] {
  if (Array.isArray(value)) return value.flatMap((entry) => fragmentsAbout(entry, target));
  if (!isFragment(value)) return [];
  if (value['objectApiName'] === target) return [value];
  return Object.values(value).flatMap((entry) => fragmentsAbout(entry, target));
}

const builds = (value: unknown, apiName: string, target: string): boolean =>
  fragmentsAbout(value, target).some((fragment) => names(fragment, apiName, target));

/** Look-ups name a reference of their own object, and so say only indirectly whose field they take. */
function looksUp(holder: ObjectDefinition, { config }: FieldDefinition, apiName: string, target: string): boolean {
  const { lookup } = config ?? {};
  if (lookup?.field !== apiName) return false;
  return holder.fields.some((one) => one.apiName === lookup.reference && one.targetApiName === target);
}

/** The places of a definition that build on a field of an object. */
function placesIn(holder: ObjectDefinition, apiName: string, target: string): string[] {
  const whose = `对象“${holder.label}”的`;
  const { detail, board } = holder.layouts;
  const labelled = [
    ...holder.fields
      .filter((field) => !field.removed && (builds(field, apiName, target) || looksUp(holder, field, apiName, target)))
      .map(({ label }) => `字段“${label}”`),
    ...detail.related.filter((list) => builds(list, apiName, target)).map(({ label }) => `关联列表“${label}”`),
    ...(detail.charts ?? []).filter((chart) => builds(chart, apiName, target)).map(({ label }) => `图表“${label}”`),
    ...(holder.fixedLists ?? [])
      .filter((list) => builds(list, apiName, target))
      .map(({ label }) => `专题列表“${label}”`),
    ...(holder.actions ?? []).filter((action) => builds(action, apiName, target)).map(({ label }) => `操作“${label}”`),
  ];
  const unlabelled = [
    ['看板', board],
    ['匹配', holder.matching],
    ['数据质量', holder.quality],
  ] as const;
  return [...labelled, ...unlabelled.filter(([, part]) => builds(part, apiName, target)).map(([place]) => place)].map(
    (place) => `${whose}${place}`,
  );
}

/** Criteria of matching compare fields of projects with fields of deals and institutions, which they name without their object. */
const comparesIn = (holder: ObjectDefinition, apiName: string): string[] =>
  (holder.criteria ?? [])
    .filter(({ evidence, stated, statedTo }) => [evidence, stated, statedTo].includes(apiName))
    .map(({ label, subject }) => `对象“${holder.label}”的匹配条件“${label ?? subject}”`);

/** Fields that a change hides or gives another type. */
function changedFields(from: ObjectDefinition, to: ObjectDefinition): FieldDefinition[] {
  return from.fields.filter((old) => {
    const next = to.fields.find(({ apiName }) => apiName === old.apiName);
    return !old.removed && (!next || next.removed === true || next.type !== old.type);
  });
}

/**
 * Where else what a change hides or retypes is built on: definitions of other objects, saved views, subscriptions, and what
 * the first page shows. What its own definition says of it is checked with the definition.
 */
export async function fieldUses(db: Db, catalog: Catalog, to: ObjectDefinition): Promise<FieldUse[]> {
  const from = catalog.find(to.apiName)?.saved;
  if (!from) return [];
  const fields = changedFields(from, to);
  if (fields.length === 0) return [];
  const others = catalog.objects.map(({ saved }) => saved).filter(({ apiName }) => apiName !== to.apiName);
  const blocks = catalog.find(HOME_BLOCK.object);
  const uses: FieldUse[] = [];
  for (const { apiName } of fields) {
    const views = await usingViews(db, to.apiName, apiName);
    const home = blocks ? await usingBlocks(db, blocks.table, HOME_BLOCK.fields, to.apiName, apiName) : [];
    const subscriptions = await usingSubscriptions(db, to.apiName, apiName);
    const imports = await usingImports(db, to.apiName, apiName);
    const places = [
      ...others.flatMap((other) => [...placesIn(other, apiName, to.apiName), ...comparesIn(other, apiName)]),
      ...views.map((name) => `保存的视图“${name}”`),
      ...home.map((title) => `首页内容“${title}”`),
      ...(imports > 0 ? [`${imports} 次导入的字段对应`] : []),
      ...(subscriptions > 0 ? [`${subscriptions} 个订阅`] : []),
    ];
    uses.push(...places.map((place) => ({ field: apiName, place })));
  }
  return uses;
}
