import { createHash } from 'node:crypto';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rollup } from '#schemas/metadata/rollup.ts';
import { isFromOthers, isList } from '#generators/field-types/registry.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';
import { findField, isSystem, liveFields } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { followsToday } from '#shared/conditions/periods.ts';

/** A key of an order over the records that are worked out. */
export interface Order {
  readonly field: FieldDefinition;
  readonly order: 'asc' | 'desc';
}

/** Records in between, where those that are worked out do not point at the home themselves. */
export interface Way {
  readonly object: ObjectDefinition;
  /** Its links that point at the home. */
  readonly from: readonly FieldDefinition[];
  /** Its links that point at the source; without any, links of the source point at it. */
  readonly to: readonly FieldDefinition[];
}

/** Roll-ups of one object over the same records in the same order: one question gives them all. */
export interface RollupGroup {
  readonly kind: 'rollup';
  /** Equal keys say that the same records are worked out in the same order. */
  readonly key: string;
  /** The object that the values belong to, and the one whose records they are worked out of. */
  readonly home: ObjectDefinition;
  readonly source: ObjectDefinition;
  readonly way: Way | undefined;
  /** Links of the source that point at the home, or at the records in between; none where those point at the source. */
  readonly links: readonly FieldDefinition[];
  readonly filter: Condition | undefined;
  readonly order: readonly Order[];
  readonly distinctBy: readonly FieldDefinition[];
  /** The roll-ups of the home that the question gives. */
  readonly fields: readonly FieldDefinition[];
  /** Fields of the source that the answer follows from, the links included. */
  readonly reads: ReadonlySet<string>;
  /** Does the answer change with the day, though no record does? */
  readonly isDaily: boolean;
}

/** Look-ups of one object by the same reference. */
export interface LookupGroup {
  readonly kind: 'lookup';
  readonly key: string;
  readonly home: ObjectDefinition;
  readonly source: ObjectDefinition;
  /** The reference of the home. */
  readonly link: FieldDefinition;
  readonly fields: readonly FieldDefinition[];
  readonly reads: ReadonlySet<string>;
  readonly isDaily: false;
}

export type DerivedGroup = RollupGroup | LookupGroup;

export type FindObject = (apiName: string) => ObjectDefinition | undefined;

const keyOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);

/** Fields by name, those that were removed too: what others build on them goes on until it is removed as well. */
const named = (object: ObjectDefinition, names: readonly string[]): FieldDefinition[] =>
  names.flatMap((name) => object.fields.find(({ apiName }) => apiName === name) ?? []);

/** The parts of a roll-up that say which records it is worked out of, and in what order. */
const recordsOf = ({ objectApiName, fields, through, filter, orderBy, distinctBy }: Rollup) => ({
  objectApiName,
  fields: fields?.toSorted(),
  through: through && [through.objectApiName, through.from.toSorted(), through.to?.toSorted()],
  filter,
  orderBy,
  distinctBy: distinctBy?.toSorted(),
});

const pointing = (object: ObjectDefinition, names: readonly string[] | undefined, at: ObjectDefinition) =>
  named(object, names ?? []).filter(({ targetApiName }) => targetApiName === at.apiName);

/** The records in between; null where they lead nowhere any more. */
function wayOf({ through }: Rollup, home: ObjectDefinition, source: ObjectDefinition, find: FindObject) {
  if (!through) return undefined;
  const object = find(through.objectApiName);
  if (!object || isSystem(object)) return null;
  const [from, to] = [pointing(object, through.from, home), pointing(object, through.to, source)];
  return from.length === 0 || (through.to && to.length === 0) ? null : ({ object, from, to } satisfies Way);
}

function rollupGroup(home: ObjectDefinition, fields: readonly FieldDefinition[], find: FindObject) {
  const rollup = fields[0]?.config?.rollup;
  const source = rollup && find(rollup.objectApiName);
  if (!rollup || !source || isSystem(source)) return undefined;
  const way = wayOf(rollup, home, source, find);
  const filter = conditionOf(source, rollup.filter);
  if (way === null || filter === null) return undefined;
  const isLedOn = way !== undefined && way.to.length > 0;
  const links = isLedOn ? [] : pointing(source, rollup.fields, way?.object ?? home);
  if (links.length === 0 && !isLedOn) return undefined;
  const order = (rollup.orderBy ?? []).flatMap(({ field, order: way }) =>
    named(source, [field]).map((one): Order => ({ field: one, order: way })),
  );
  const distinctBy = named(source, rollup.distinctBy ?? []);
  const taken = fields.flatMap(({ config }) => config?.rollup?.of ?? []);
  const compared = filter ? comparisons(filter) : [];
  const reads = [...links, ...order.map(({ field }) => field), ...distinctBy].map(({ apiName }) => apiName);
  return {
    kind: 'rollup',
    key: keyOf([home.apiName, recordsOf(rollup)]),
    home,
    source,
    way,
    links,
    filter,
    order,
    distinctBy,
    fields,
    reads: new Set([...reads, ...taken, ...compared.map(({ field }) => field)]),
    isDaily: compared.some(({ op }) => followsToday(op)),
  } satisfies RollupGroup;
}

/** The condition of a roll-up; undefined where there is none, null where it can no longer be read. */
function conditionOf(source: ObjectDefinition, filter: unknown): Condition | undefined | null {
  if (filter === undefined) return undefined;
  try {
    const fields = source.fields.map(({ removed: _removed, ...field }) => field);
    return parseCondition({ fields: withSystemFields(source, fields) }, filter);
  } catch (error) {
    if (error instanceof ConditionFault) return null;
    throw error;
  }
}

function lookupGroup(home: ObjectDefinition, fields: readonly FieldDefinition[], find: FindObject) {
  const link = findField(home, fields[0]?.config?.lookup?.reference ?? '');
  const source = link?.targetApiName === undefined ? undefined : find(link.targetApiName);
  if (!link || !source || isSystem(source)) return undefined;
  return {
    kind: 'lookup',
    key: keyOf([home.apiName, link.apiName]),
    home,
    source,
    link,
    fields,
    reads: new Set(fields.flatMap(({ config }) => config?.lookup?.field ?? [])),
    isDaily: false,
  } satisfies LookupGroup;
}

/** Joins fields to which the order of records does not matter to those of the same records in an order. */
function joinUnordered(groups: readonly FieldDefinition[][]): FieldDefinition[][] {
  const unordered = ([field]: readonly FieldDefinition[]): string | undefined => {
    const rollup = field?.config?.rollup;
    return rollup && !rollup.distinctBy ? JSON.stringify({ ...recordsOf(rollup), orderBy: undefined }) : undefined;
  };
  const isOrdered = ([field]: readonly FieldDefinition[]) => field?.config?.rollup?.orderBy !== undefined;
  const ordered = new Map(groups.filter(isOrdered).map((group) => [unordered(group), group]));
  return groups.filter((group) => {
    const records = unordered(group);
    const other = records === undefined || isOrdered(group) ? undefined : ordered.get(records);
    other?.push(...group);
    return !other;
  });
}

/** The values of an object that are worked out of others, by what is asked together. */
export function groupsOf(home: ObjectDefinition, find: FindObject): readonly DerivedGroup[] {
  const fields = liveFields(home).filter((field) => isFromOthers(field) && field.config?.result !== undefined);
  const parts = (field: FieldDefinition) =>
    JSON.stringify(field.config?.rollup ? recordsOf(field.config.rollup) : field.config?.lookup?.reference);
  return joinUnordered([...Map.groupBy(fields, parts).values()]).flatMap(
    (group) => (group[0]?.config?.rollup ? rollupGroup(home, group, find) : lookupGroup(home, group, find)) ?? [],
  );
}

/** Objects with the links of theirs that a group finds records by, towards its home. */
export const stepsOf = (group: DerivedGroup): { object: ObjectDefinition; links: readonly FieldDefinition[] }[] =>
  group.kind === 'lookup'
    ? []
    : [
        { object: group.source, links: group.links },
        ...(group.way ? [{ object: group.way.object, links: group.way.from }] : []),
      ];

/** Links of an object whose records are found by edges: a list of references, whose array no index finds quickly. */
export const edgeLinks = (apiName: string, groups: readonly DerivedGroup[]): FieldDefinition[] => {
  const steps = groups.flatMap(stepsOf).filter(({ object }) => object.apiName === apiName);
  const links = steps.flatMap((step) => step.links.filter(isList));
  return [...new Map(links.map((link) => [link.apiName, link])).values()];
};

/** A roll-up group with records in between. */
export type LedGroup = RollupGroup & { readonly way: Way };

export const isLed = (group: DerivedGroup): group is LedGroup => group.kind === 'rollup' && group.way !== undefined;

/** The object whose marks say that the homes behind its records are to be found: the one that `from` and `to` join on. */
export const turnOf = ({ way, source }: LedGroup): ObjectDefinition => (way.to.length > 0 ? source : way.object);

/** No key of a group begins so. */
const TURN = '>';

/**
 * What marks of such a record are called. Which homes are behind it is asked after the commit: a record in between that
 * another transaction was moving meanwhile is then seen where it is, or marks both of its homes itself.
 */
export const turnKey = ({ key }: LedGroup): string => `${TURN}${key}`;

export const isTurnKey = (key: string): boolean => key.startsWith(TURN);

/** Raised when the same definition over the same records would give another answer. */
const EDITION = 1;

/** Equal texts say that a field gives the same of the same records. */
export function derivedFingerprint(field: FieldDefinition): string {
  const { rollup, lookup, result, partial } = field.config ?? {};
  return JSON.stringify([EDITION, rollup ?? lookup, result, partial, field.decimalPlaces, field.targetApiName]);
}

/** What a field that is worked out of others holds for a record that no other one points at. */
export function emptyValue(field: FieldDefinition): 0 | false | undefined {
  const name = field.config?.rollup?.function;
  if (name === 'count' || name === 'countDistinct') return 0;
  return name === 'exists' ? false : undefined;
}
