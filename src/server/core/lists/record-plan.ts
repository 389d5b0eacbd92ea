import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';
import type { SeenRows } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { type Beside, RECORD_PLACES, recordText } from './queries.ts';
import { partlySeen } from './partly-seen.ts';
import { isToLimited } from './reference-names.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';
import { type RecordColumns, recordColumns } from './record-columns.ts';

/** What is read of one record for a scope. */
export interface RecordPlan {
  readonly text: string;
  readonly beside: Beside;
  /** Values behind the ids and accounts: of the conditions on which records the person sees. */
  readonly more: readonly unknown[];
  /** Is it the plan of all users of a kind? */
  readonly isShared: boolean;
  /** Fields that are open, but for sealed ones. */
  readonly open: readonly FieldDefinition[];
  readonly sealed: RecordColumns;
  /** Fields that are shown of some records alone, or with some of their links: the row says whether it shows them whole. */
  readonly parts: readonly string[];
  /** Are some of the open fields worked out as they are read? */
  readonly hasLive: boolean;
  /** Objects whose names are read with the links: the text is that of their present definitions. */
  readonly targets: ReadonlyMap<string, ReadableObject | undefined>;
}

const NOTHING: ReadonlyMap<string, SeenRows> = new Map();
/** By the fields that are open, as a text of one letter a field: users of a kind share one plan. */
const PLANS = new WeakMap<ReadableObject, Map<string, RecordPlan>>();
/** Texts of more kinds of readers than this are made again: no object has as many in use. */
const MOST_PLANS = 50;

/** Objects whose names are read with the links of another one. */
const linkedObjects = ({ fields }: ReadableObject, objects: ObjectSource): ReadableObject[] =>
  fields.flatMap(({ targetApiName }) => (targetApiName === undefined ? [] : (objects.find(targetApiName) ?? [])));

/** The plan is kept for as long as the object is as it is: writing its statement costs as much as reading its row. */
export function recordPlan(
  object: ReadableObject,
  scope: Pick<ReadScope, 'readable' | 'opens' | 'rowsOf' | 'valuesOf' | 'today'>,
  objects: ObjectSource,
  beside: Beside,
): RecordPlan {
  const limited = object.fields.filter((field) => field.config?.limits !== undefined && !scope.readable(field));
  const partly = scope.valuesOf && limited.length > 0 ? partlySeen(object, limited, scope.valuesOf) : NOTHING;
  const letter = (field: FieldDefinition): string => {
    if (isSealed(field)) return scope.opens ? 's' : '-';
    if (!scope.readable(field)) return partly.has(field.apiName) ? 'p' : '-';
    return isLive(object, field) ? 'l' : 'o';
  };
  const letters = object.fields.map(letter);
  const key = `${letters.join('')}${beside.marks ? 'm' : '-'}${beside.companies ? 'c' : '-'}`;
  const known = PLANS.get(object) ?? new Map<string, RecordPlan>();
  // What one user sees of these objects is not what another one does: such a text is kept for no other.
  const isOwn =
    partly.size > 0 || [object, ...linkedObjects(object, objects)].some((one) => scope.rowsOf(one) !== undefined);
  const kept = isOwn ? undefined : known.get(key);
  if (kept && [...kept.targets].every(([name, target]) => objects.find(name) === target)) return kept;
  const of = (wanted: string) => object.fields.filter((_, at) => wanted.includes(letters[at] ?? '-'));
  const plain = of('op');
  const sealed = recordColumns(of('s'));
  const parameters = new Parameters();
  const places = RECORD_PLACES * (beside.companies ? 2 : 1);
  for (let at = 0; at < places; at += 1) parameters.add(null, 'bigint');
  const parts = isOwn
    ? plain.filter((field) => partly.has(field.apiName) || isToLimited(field, objects, scope.rowsOf))
    : [];
  const text = recordText(object, plain, sealed.names, objects, beside, { ...scope, partly }, parts, parameters);
  const plan = {
    text,
    beside,
    more: parameters.values.slice(places),
    isShared: !isOwn,
    open: of('ol'),
    sealed,
    parts: parts.map(({ apiName }) => apiName),
    hasLive: letters.includes('l'),
    targets: new Map(plain.flatMap(({ targetApiName: name }) => (name ? [[name, objects.find(name)]] : []))),
  };
  if (isOwn) return plan;
  if (known.size >= MOST_PLANS) known.clear();
  PLANS.set(object, known.set(key, plan));
  return plan;
}
