import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { conversions, unkeptFields } from '#generators/conversions.ts';
import { Failure, type Problem } from '#shared/errors.ts';

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

/** Links say which records may be chosen by fields of these, and leave out whose they are. */
const choosesBy = ({ targetApiName, config }: FieldDefinition, apiName: string, target: string): boolean =>
  targetApiName === target && (names(config?.targetFilter, apiName, target) || config?.targetMatch?.field === apiName);

/** The places of a definition that build on a field of an object. */
export function placesIn(holder: ObjectDefinition, apiName: string, target: string): string[] {
  const whose = `对象“${holder.label}”的`;
  const { detail, board } = holder.layouts;
  const labelled = [
    ...holder.fields
      .filter((field) => !field.removed)
      .filter(
        (field) =>
          builds(field, apiName, target) ||
          looksUp(holder, field, apiName, target) ||
          choosesBy(field, apiName, target),
      )
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
export const comparesIn = (holder: ObjectDefinition, apiName: string): string[] =>
  (holder.criteria ?? [])
    .filter(({ evidence, stated, statedTo }) => [evidence, stated, statedTo].includes(apiName))
    .map(({ label, subject }) => `匹配条件“${label ?? subject}”`);

/** Places named in one message at most. */
const MAX_PLACES = 5;

/**
 * What other objects work out of a field, show or ask for must not lose its column or get another type of value.
 * @throws Failure INVALID_METADATA naming the field and the places.
 */
export function refuseBuiltOn(from: ObjectDefinition, to: ObjectDefinition, others: readonly ObjectDefinition[]): void {
  const changed = [...unkeptFields(from, to), ...conversions(from, to).map((one) => one.from)];
  const problems = changed.flatMap(({ apiName, label }): Problem[] => {
    const places = others
      .filter((other) => other.apiName !== to.apiName)
      .flatMap((other) => placesIn(other, apiName, to.apiName));
    if (places.length === 0) return [];
    const more = places.length > MAX_PLACES ? ` 等 ${places.length} 处` : '';
    const words = `${places.slice(0, MAX_PLACES).join('、')}${more}`;
    return [{ field: apiName, message: `字段“${label}”正用于${words}，不能删除或更换类型；请先在这些位置去掉它` }];
  });
  if (problems.length > 0) throw new Failure('INVALID_METADATA', problems[0]?.message, problems);
}
