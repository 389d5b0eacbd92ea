import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';
import { type Beside, recordText } from './queries.ts';
import type { ObjectSource, ReadableObject, ReadScope } from './readable-object.ts';
import { type RecordColumns, recordColumns } from './record-columns.ts';

/** What is read of one record for a scope. */
export interface RecordPlan {
  readonly text: string;
  /** Fields that are open, but for sealed ones. */
  readonly open: readonly FieldDefinition[];
  readonly sealed: RecordColumns;
  /** Are some of the open fields worked out as they are read? */
  readonly hasLive: boolean;
  /** Objects whose names are read with the links: the text is that of their present definitions. */
  readonly targets: ReadonlyMap<string, ReadableObject | undefined>;
}

/** By the fields that are open, as a text of one letter a field: users of a kind share one plan. */
const PLANS = new WeakMap<ReadableObject, Map<string, RecordPlan>>();
/** Texts of more kinds of readers than this are made again: no object has as many in use. */
const MOST_PLANS = 50;

/** The plan is kept for as long as the object is as it is: writing its statement costs as much as reading its row. */
export function recordPlan(
  object: ReadableObject,
  scope: Pick<ReadScope, 'readable' | 'opens'>,
  objects: ObjectSource,
  beside: Beside,
): RecordPlan {
  const letter = (field: FieldDefinition): string => {
    if (isSealed(field)) return scope.opens ? 's' : '-';
    if (!scope.readable(field)) return '-';
    return isLive(object, field) ? 'l' : 'o';
  };
  const letters = object.fields.map(letter);
  const key = `${letters.join('')}${beside.marks ? 'm' : '-'}${beside.companies ? 'c' : '-'}`;
  const known = PLANS.get(object) ?? new Map<string, RecordPlan>();
  const kept = known.get(key);
  if (kept && [...kept.targets].every(([name, target]) => objects.find(name) === target)) return kept;
  const of = (wanted: string) => object.fields.filter((_, at) => wanted.includes(letters[at] ?? '-'));
  const plain = of('o');
  const sealed = recordColumns(of('s'));
  const plan = {
    text: recordText(object, plain, sealed.names, objects, beside),
    open: of('ol'),
    sealed,
    hasLive: letters.includes('l'),
    targets: new Map(plain.flatMap(({ targetApiName: name }) => (name ? [[name, objects.find(name)]] : []))),
  };
  if (known.size >= MOST_PLANS) known.clear();
  PLANS.set(object, known.set(key, plan));
  return plan;
}
