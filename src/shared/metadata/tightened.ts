import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { fieldType, isComputed, isMoney } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { type UniqueKey, uniqueKeys, uniqueWords } from '#generators/unique.ts';
import { Exact } from '#shared/money/exact.ts';
import { backFills } from './back-fill.ts';

/** What may be asked of the value of a field by itself. Lengths count code points; days are YYYY-MM-DD. */
export const LIMITS = [
  'required',
  'minLength',
  'maxLength',
  'entryLength',
  'maxItems',
  'atLeast',
  'atMost',
  'decimals',
  'firstDay',
  'lastDay',
  'wholeDay',
  'currencies',
  'pattern',
] as const;
export type LimitName = (typeof LIMITS)[number];

type Bound = string | number | true | readonly string[];

/** Something that a definition asks of every record and the one before it did not ask, or not as strictly. */
export interface Tightening {
  /** Tells it from the others of the same change. */
  readonly key: string;
  readonly field: string;
  /** In words, e.g. “年份”不小于 1900. */
  readonly words: string;
  /** A limit of the field alone, or the rule that says it. */
  readonly limit?: { readonly name: LimitName; readonly bound: Bound };
  readonly rule?: string;
  /** What records have to differ in: asked of all of them together. */
  readonly unique?: UniqueKey;
  /** The records that fail it, as a condition of lists; absent where the language of conditions has no words for them. */
  readonly filter?: Condition;
}

const WORDS: Readonly<Record<LimitName, (bound: Bound) => string>> = {
  required: () => '必填',
  minLength: (bound) => `至少 ${String(bound)} 个字符`,
  maxLength: (bound) => `最多 ${String(bound)} 个字符`,
  entryLength: (bound) => `每项最多 ${String(bound)} 个字符`,
  maxItems: (bound) => `最多 ${String(bound)} 项`,
  atLeast: (bound) => `不小于 ${String(bound)}`,
  atMost: (bound) => `不大于 ${String(bound)}`,
  decimals: (bound) => (bound === 0 ? '不带小数' : `最多 ${String(bound)} 位小数`),
  firstDay: (bound) => `不早于 ${String(bound)}`,
  lastDay: (bound) => `不晚于 ${String(bound)}`,
  wholeDay: () => '须精确到日',
  currencies: (bound) => `币种只能是 ${(bound as readonly string[]).join('、')}`,
  pattern: (bound) => `格式须符合 ${String(bound)}`,
};

/** A smaller bound asks for more, a greater one asks for more. */
const UPPER: ReadonlySet<LimitName> = new Set([
  'maxLength',
  'entryLength',
  'maxItems',
  'atMost',
  'decimals',
  'lastDay',
]);
const LOWER: ReadonlySet<LimitName> = new Set(['minLength', 'atLeast', 'firstDay']);
const DAYS: ReadonlySet<LimitName> = new Set(['firstDay', 'lastDay']);

const placesOf = ({ pattern }: JsonSchema): number => Number(/\{1,(\d+)\}\)\?\$$/.exec(String(pattern))?.[1] ?? 0);

/** What a field asks of its own values, by its JSON Schema: all that is kept in columns that can be compared. */
function limitsOf(field: FieldDefinition): ReadonlyMap<LimitName, Bound> {
  const whole = fieldType(field).schema(field);
  const parts = (whole['properties'] ?? {}) as Readonly<Record<string, JsonSchema | undefined>>;
  const schema = isMoney(field) ? (parts['num'] ?? {}) : whole;
  const entries = (schema['items'] ?? {}) as JsonSchema;
  const isDecimal = schema['format'] === 'decimal';
  const found: readonly (readonly [LimitName, unknown])[] = [
    ['required', field.required === true ? true : undefined],
    ['minLength', schema['minLength']],
    ['maxLength', schema['maxLength']],
    ['entryLength', entries['maxLength']],
    ['maxItems', schema['maxItems']],
    ['atLeast', schema['decimalMinimum'] ?? schema['minimum']],
    ['atMost', schema['decimalMaximum'] ?? schema['maximum']],
    ['decimals', isDecimal ? placesOf(schema) : undefined],
    ['firstDay', schema['dateMinimum']],
    ['lastDay', schema['dateMaximum']],
    ['wholeDay', schema['format'] === 'full-date' ? true : undefined],
    ['currencies', parts['currency']?.['enum']],
    ['pattern', field.config?.pattern],
  ];
  return new Map(found.flatMap(([name, bound]) => (bound === undefined ? [] : [[name, bound as Bound]])));
}

function isStricter(name: LimitName, old: Bound | undefined, next: Bound): boolean {
  if (old === undefined) return true;
  if (DAYS.has(name)) return name === 'firstDay' ? next > old : next < old;
  const [before, after] = [old, next].map((bound) => (Array.isArray(bound) ? bound : String(bound)));
  if (UPPER.has(name)) return new Exact(after as string).lt(before as string);
  if (LOWER.has(name)) return new Exact(after as string).gt(before as string);
  if (Array.isArray(before) && Array.isArray(after)) return before.some((entry) => !after.includes(entry));
  return old !== next;
}

/** The records that fail a limit, where lists can be filtered by it. */
function filterOf(field: FieldDefinition, name: LimitName, bound: Bound): Condition | undefined {
  const { apiName } = field;
  const { operators } = fieldType(field);
  if (name === 'required') return operators.includes('empty') ? { field: apiName, op: 'empty' } : undefined;
  if (name === 'currencies') {
    const held: Condition = { field: apiName, op: 'notEmpty' };
    return { and: [held, { not: { field: apiName, op: 'currencyIs', value: bound } }] };
  }
  // Lists compare amounts by what they are worth in CNY.
  const isPlain = !isMoney(field);
  if (isPlain && name === 'atLeast') return { field: apiName, op: 'lt', value: bound };
  if (isPlain && name === 'atMost') return { field: apiName, op: 'gt', value: bound };
  return undefined;
}

/** Rules that show or work out a field decide whether anything is asked of it. */
const isDecided = ({ rules }: ObjectDefinition, apiName: string): boolean =>
  rules.some(({ kind, target }) => target === apiName && (kind === 'visible' || kind === 'value'));

function fieldTightenings(from: ObjectDefinition, to: ObjectDefinition, filled: ReadonlySet<string>): Tightening[] {
  const before = new Map(from.fields.map((field) => [field.apiName, field]));
  return to.fields.flatMap((field): Tightening[] => {
    const { apiName, label } = field;
    if (field.removed || isComputed(field) || isSealed(field)) return [];
    const old = before.get(apiName);
    const isKnown = old !== undefined && !old.removed && old.type === field.type;
    // What is said of values of another type is said by the conversion.
    const known = isKnown ? limitsOf(old) : new Map<LimitName, Bound>();
    return [...limitsOf(field)].flatMap(([name, bound]): Tightening[] => {
      const isAsked = name === 'required' ? !filled.has(apiName) && !isDecided(to, apiName) : isKnown;
      if (!isAsked || !isStricter(name, known.get(name), bound)) return [];
      const filter = isKnown ? filterOf(field, name, bound) : undefined;
      const words = `“${label}”${WORDS[name](bound)}`;
      return [{ key: `${apiName}.${name}`, field: apiName, words, limit: { name, bound }, ...(filter && { filter }) }];
    });
  });
}

const isSameRule = (left: Rule | undefined, right: Rule): boolean =>
  left?.kind === right.kind && left.target === right.target && left.when === right.when && left.rule === right.rule;

/** Rules that refuse records, and those that decide whether a required field is asked for. */
const REFUSING: ReadonlySet<Rule['kind']> = new Set(['assert', 'options', 'required']);

function ruleTightenings(from: ObjectDefinition, to: ObjectDefinition): Tightening[] {
  const before = new Map(from.rules.map((rule) => [rule.id, rule]));
  return to.rules.flatMap((rule): Tightening[] => {
    const { id, kind, target } = rule;
    const field = to.fields.find(({ apiName }) => apiName === target);
    if (!field || field.removed || !REFUSING.has(kind) || isSameRule(before.get(id), rule)) return [];
    const says =
      kind === 'required' ? `“${field.label}”按规则必填` : `“${field.label}”：${rule.message ?? '按规则不符'}`;
    return [{ key: `rule ${id}`, field: target, words: `${says}（规则 ${id}）`, rule: id }];
  });
}

/** Values that are to differ from record to record, where they did not have to, or not as much. */
function uniqueTightenings(from: ObjectDefinition, to: ObjectDefinition): Tightening[] {
  const known = new Set(uniqueKeys(to.apiName, from.fields).map(({ index }) => index));
  return uniqueKeys(to.apiName, to.fields).flatMap((key): Tightening[] => {
    const { apiName } = key.field;
    const isHeld = [key.field, ...key.scope].every((field) => from.fields.some((old) => old.apiName === field.apiName));
    if (known.has(key.index) || !isHeld) return [];
    return [{ key: `${apiName}.unique`, field: apiName, words: uniqueWords(key), unique: key }];
  });
}

/**
 * What a definition asks of records that the one before it did not: limits of fields, then rules. Both have the options of
 * their fields filled in. What a back-fill gives a value is not asked for.
 */
export function tightenings(from: ObjectDefinition, to: ObjectDefinition): readonly Tightening[] {
  const filled = new Set(backFills(from, to).map(({ field }) => field.apiName));
  return [...fieldTightenings(from, to, filled), ...uniqueTightenings(from, to), ...ruleTightenings(from, to)];
}
