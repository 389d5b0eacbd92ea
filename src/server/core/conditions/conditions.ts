import type { Comparison, Condition, Existence, Noted } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { quote } from '#generators/storage.ts';
import { fieldType, isLinking, isList } from '#generators/field-types/registry.ts';
import type { PointingSource } from '#generators/filters.ts';
import { type OwnName, readOwnName } from '#generators/own-columns.ts';
import { questionOf } from '#shared/conditions/value-test.ts';
import { heldAs, isListed, isListedAs } from './listed-queries.ts';
import { isOwn } from './own-queries.ts';
import type { Parameters } from './parameters.ts';
import { type ColumnText, compileTest } from './value-queries.ts';

/** Which records of one object a user sees: those that meet a condition, and those of the user's own; none without either. */
export interface SeenRows {
  readonly fields: readonly FieldDefinition[];
  readonly condition: Condition | undefined;
  /** The account whose own records are seen as well; undefined where none are. */
  readonly own: string | undefined;
  /** What has to hold beside that. */
  readonly within?: Condition | undefined;
}

/** Records of another object that a condition may ask about: all, or where `owner` is given those of this account. */
export interface AskedObject extends PointingSource {
  readonly definition: ObjectDefinition;
  readonly table: string;
  readonly owner: string | undefined;
  /** Which of them the person sees; undefined for all. */
  readonly seenRows: SeenRows | undefined;
}

/** Objects that a condition may ask about, by apiName; the same for its check and its text. */
export type AskedObjects = (apiName: string) => AskedObject | undefined;

/**
 * A test that the row `id` of an object has such a note, for one user. Notes are read by their feature alone, which gives
 * this; absent where no user asks for themselves.
 */
export type NotedTest = (objectApiName: string, noted: Noted['noted'], parameters: Parameters) => string;

/** The records of another object that a field links to and the person sees; nothing where all are seen. */
export type LinkedRows = (
  field: FieldDefinition,
) =>
  | { readonly object: { readonly definition: ObjectDefinition; readonly table: string }; readonly seen: SeenRows }
  | undefined;

/** What the compiler needs: the live fields, the day (`YYYY-MM-DD`, Asia/Shanghai) and where values go. */
export interface ConditionContext {
  readonly fields: readonly FieldDefinition[];
  readonly today: string;
  readonly parameters: Parameters;
  /** As the condition was parsed with. */
  readonly others?: AskedObjects | undefined;
  /** Links to records that the person does not see are as none. */
  readonly linkedRows?: LinkedRows | undefined;
  /** The account that asks; of a list that it may not read no record is on it. */
  readonly reader?: string | undefined;
  /** The object whose records are asked about, and what may be asked of notes on them. */
  readonly notes?: { readonly objectApiName: string; readonly test: NotedTest } | undefined;
}

/** Columns of a field that a list has of its own. */
const heldColumns =
  (field: FieldDefinition, own: OwnName): ColumnText =>
  (name) =>
    heldAs(
      own,
      fieldType(field)
        .columns(field)
        .find((column) => column.name === name)?.sqlType ?? 'text',
    );

/** Columns of links, as far as the person sees the records that they lead to; what is asked of no others discloses none. */
function seenLinks(
  field: FieldDefinition,
  { linkedRows, today, parameters }: ConditionContext,
): ColumnText | undefined {
  const linked = isLinking(field) ? linkedRows?.(field) : undefined;
  if (!linked) return undefined;
  const { object, seen } = linked;
  return (name) => {
    const some = `where l.id in (select id from ${quote(object.table)} where ${isSeen(object, seen, today, parameters)})`;
    return isList(field)
      ? `nullif(array(select l.id from unnest(${quote(name)}) l(id) ${some}), '{}')`
      : `(select l.id from (values(${quote(name)})) l(id) ${some})`;
  };
}

function compileComparison(comparison: Comparison, context: ConditionContext): string {
  const { fields, today, parameters, reader } = context;
  const field = fields.find((candidate) => candidate.apiName === comparison.field);
  if (!field) throw new Error(`The condition names ${comparison.field}, which the object does not have.`);
  const { ask, negated } = questionOf(field, comparison, today);
  const own = readOwnName(field.apiName);
  const test = own
    ? isListedAs(own.listId, reader, compileTest(field, ask, parameters, heldColumns(field, own)), parameters)
    : compileTest(field, ask, parameters, seenLinks(field, context));
  return negated ? `(${test}) is not true` : test;
}

/**
 * Ids of the records that enough others point at. Nothing in it refers to the row outside, so that the planner may start
 * from either side: with the few records that match, or with the few rows of a page.
 */
function compileExistence({ exists }: Existence, context: ConditionContext): string {
  const { objectApiName, fields: names, filter, atLeast = 1 } = exists;
  const { parameters } = context;
  const asked = context.others?.(objectApiName);
  const links = asked?.fields.filter(({ apiName }) => names.includes(apiName)) ?? [];
  const [link, another] = links;
  if (!asked || !link) throw new Error(`The condition asks about ${objectApiName}, which it may not.`);
  const tests = [
    ...(filter
      ? [
          compileCondition(filter, {
            ...context,
            fields: asked.fields,
            notes: context.notes && { ...context.notes, objectApiName },
          }),
        ]
      : []),
    ...(asked.owner === undefined ? [] : [isOwn(asked, asked.owner, parameters)]),
    ...(asked.seenRows ? [isSeen(asked, asked.seenRows, context.today, parameters)] : []),
  ];
  const column = quote(link.apiName);
  const isSingle = !another && !isList(link);
  // A record may name the same one in several places.
  const named = links.map((one) => (isList(one) ? quote(one.apiName) : `array[${quote(one.apiName)}]`)).join(' || ');
  const home = isSingle ? column : `unnest(${named})`;
  const known = isSingle ? [`${column} is not null`] : [];
  const where = [...known, ...tests].map((test) => ` and ${test}`).join('');
  const rows = `select ${home} as home, id from ${quote(asked.table)} where true${where}`;
  if (atLeast === 1) return `id in (select home from (${rows}) pointing where home is not null)`;
  const counted = `select home from (${rows}) pointing where home is not null group by home`;
  return `id in (${counted} having count(distinct id) >= ${parameters.add(atLeast, 'bigint')})`;
}

function compileNoted({ noted }: Noted, { notes, parameters }: ConditionContext): string {
  if (!notes) throw new Error('The condition asks what is noted, which it may not.');
  return notes.test(notes.objectApiName, noted, parameters);
}

/**
 * A parsed condition as the text of an SQL condition over the object's table; its values go to `parameters`. It may be
 * null where it is false, which `where`, `and` and `or` take alike; what is negated is never null.
 */
export function compileCondition(condition: Condition, context: ConditionContext): string {
  const compile = (member: Condition) => compileCondition(member, context);
  if ('and' in condition) return `(${condition.and.map(compile).join(' and ')})`;
  if ('or' in condition) return `(${condition.or.map(compile).join(' or ')})`;
  if ('not' in condition) return `((${compile(condition.not)}) is not true)`;
  if ('inList' in condition) return isListed(condition.inList, context.reader, context.parameters);
  if ('noted' in condition) return compileNoted(condition, context);
  return 'exists' in condition ? compileExistence(condition, context) : compileComparison(condition, context);
}

/** A test that a user sees a record of an object; in a query of its own where the record is called `alias`. */
export function isSeen(
  object: { readonly definition: ObjectDefinition; readonly table: string },
  { fields, condition, own, within }: SeenRows,
  today: string,
  parameters: Parameters,
  alias?: string,
): string {
  const tests = [
    ...(condition ? [compileCondition(condition, { fields, today, parameters })] : []),
    ...(own === undefined ? [] : [isOwn(object, own, parameters)]),
  ];
  const seen = tests.length > 0 ? `(${tests.join(' or ')})` : 'false';
  const test = within ? `(${seen} and ${compileCondition(within, { fields, today, parameters })})` : seen;
  return alias === undefined ? test : `${alias}.id in (select id from ${quote(object.table)} where ${test})`;
}
