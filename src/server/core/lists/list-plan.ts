import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import { MAX_PAGE_SIZE, MAX_PAGED_ROWS } from '#schemas/api/records.ts';
import { actionFields } from '#generators/actions.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { comparisons, ConditionFault, parseCondition } from '#generators/filters.ts';
import { currentName } from '#generators/former-names.ts';
import { readOwnName } from '#generators/own-columns.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import { Failure } from '#shared/errors.ts';
import type { AskedObjects, LinkedRows, NotedTest, SeenRows } from '#server/core/conditions/conditions.ts';

import { heldOfRow } from '#server/core/conditions/listed-queries.ts';
import type { Position, SortKey } from '#server/core/conditions/keyset.ts';
import { isLive, refuseLive } from '#server/core/formulas/live-formulas.ts';
import { listsOfAll } from './lists-of-all.ts';
import { partlySeen } from './partly-seen.ts';
import type { ReadableObject, ReadScope, RowsOf } from './readable-object.ts';

/** Which records: a condition from outside, a keyword, and a condition of our own that is not asked for. */
export interface Selection {
  readonly filter?: unknown;
  readonly keyword?: string | undefined;
  readonly within?: Condition | undefined;
  /** Only records that this account created. */
  readonly owner?: string | undefined;
  /** Only these records. */
  readonly ids?: readonly string[] | undefined;
  /** All but these. */
  readonly except?: readonly string[] | undefined;
}

/** A page of them. `page` counts from 1; `after` is the cursor of the page before. */
export interface PageQuery extends Selection {
  readonly sort?: readonly Sort[] | undefined;
  readonly fields?: readonly string[] | undefined;
  /** The picture beside the name as well. */
  readonly withLogo?: boolean | undefined;
  readonly page?: number | undefined;
  readonly after?: string | undefined;
  readonly pageSize?: number | undefined;
  /** How many match as well, with the first page. */
  readonly withCount?: boolean | undefined;
}

/** A selection that has been checked: live and readable fields only. */
export interface SelectionPlan {
  readonly object: ReadableObject;
  readonly readable: readonly FieldDefinition[];
  /** Columns of lists that may be compared and ordered by beside them. */
  readonly own: readonly FieldDefinition[];
  readonly today: string;
  readonly rowsOf: RowsOf;
  /** Which records of the object the reader sees, whatever is asked for; undefined for all. */
  readonly seenRows: SeenRows | undefined;
  readonly others: AskedObjects | undefined;
  readonly linkedRows: LinkedRows | undefined;
  readonly reader: string | undefined;
  readonly noted?: NotedTest | undefined;
  /** Names of the lists in the condition, once it is known that the user may read them. */
  readonly listNames?: ReadonlyMap<string, string>;
  readonly condition: Condition | undefined;
  readonly keyword: string;
  readonly owner: string | undefined;
  readonly ids: readonly string[] | undefined;
  readonly except: readonly string[] | undefined;
}

/** A page that can be read. */
export interface PagePlan extends SelectionPlan {
  readonly shown: readonly FieldDefinition[];
  /** On which records the user sees a field of `shown` that is not readable as a whole. */
  readonly partly: ReadonlyMap<string, SeenRows>;
  readonly keys: readonly SortKey[];
  readonly position: Position | undefined;
  readonly offset: number;
  /** Rows before the page. */
  readonly seen: number;
  readonly pageSize: number;
  /** All that decides which rows come in which order, and who reads them, as text. */
  readonly identity: string;
}

const NOTHING: ReadonlyMap<string, SeenRows> = new Map();
const DEFAULT_PAGE_SIZE = 20;
const MAX_SORTS = 5;
const MAX_KEYWORD = 100;
const SHOWN_LENGTH = 40;

const shorten = (text: unknown): string => String(text).slice(0, SHOWN_LENGTH);

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field, message }]);
}

/**
 * A condition from outside on what the reader may read of a list; `lastLook` as in ConditionSource. @throws Failure
 * INVALID_QUERY, naming the place.
 */
export function listCondition(object: ReadableObject, filter: unknown, scope: ReadScope, lastLook = false): Condition {
  const { others, reader, noted, own = [] } = scope;
  const fields = readableFields(object, scope.readable);
  try {
    const condition = parseCondition(
      {
        fields: [...fields, ...own],
        apiName: object.definition.apiName,
        others,
        lists: reader !== undefined,
        notes: noted !== undefined,
        lastLook,
      },
      filter,
    );
    const compared = new Set(comparisons(condition).map(({ field }) => field));
    for (const field of fields) if (compared.has(field.apiName)) refuseLive(object, field, 'filter');
    return condition;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Failure('INVALID_QUERY', error.message, [{ field: error.path, message: error.message }]);
  }
}

function planCondition(object: ReadableObject, { filter, within }: Selection, scope: ReadScope) {
  if (filter === undefined || filter === null) return within;
  const condition = listCondition(object, filter, scope);
  return within ? { and: [within, condition] } : condition;
}

function planKeyword(keyword = ''): string {
  if (keyword.includes('\0')) refuse('keyword', '关键词含有无法识别的字符');
  // A tab or a line break that came along with a pasted word is a space.
  const word = keyword.replace(/\p{Cc}/gu, ' ').trim();
  return word.length > MAX_KEYWORD ? refuse('keyword', `关键词最长 ${MAX_KEYWORD} 个字符`) : word;
}

type Fields = readonly FieldDefinition[];
/** By what is open, which is the same function for all users of a kind: every list begins with these. */
const READABLE = new WeakMap<ReadScope['readable'], WeakMap<ReadableObject, Fields>>();

function readableFields(object: ReadableObject, isOpen: ReadScope['readable']): Fields {
  const known = READABLE.get(isOpen) ?? new WeakMap<ReadableObject, Fields>();
  READABLE.set(isOpen, known);
  const fields =
    known.get(object) ??
    // What is sealed is in no list, whatever the scope says.
    withSystemFields(object.definition, object.fields).filter((field) => !isSealed(field) && isOpen(field));
  known.set(object, fields);
  return fields;
}

/** Checks which records are meant. @throws Failure INVALID_QUERY, naming the place. */
export function planSelection(object: ReadableObject, selection: Selection, scope: ReadScope): SelectionPlan {
  const readable = readableFields(object, scope.readable);
  const condition = planCondition(object, selection, scope);
  return {
    object,
    readable,
    own: scope.own ?? [],
    today: scope.today,
    rowsOf: scope.rowsOf,
    seenRows: scope.rowsOf(object),
    others: scope.others,
    linkedRows: scope.linkedRows,
    reader: scope.reader,
    noted: scope.noted,
    condition,
    keyword: planKeyword(selection.keyword),
    owner: selection.owner,
    ids: selection.ids,
    except: selection.except && selection.except.length > 0 ? selection.except : undefined,
  };
}

function sortKey(
  { object, readable, own, condition }: SelectionPlan,
  { field: asked, order }: Sort,
  path: string,
): SortKey {
  const apiName = currentName(readable, asked);
  const isMeant = (candidate: FieldDefinition) => candidate.apiName === apiName;
  const field = readable.find(isMeant) ?? own.find(isMeant);
  if (!field) return refuse(`${path}.field`, `没有字段“${shorten(asked)}”，不能按它排序`);
  refuseLive(object, field, `${path}.field`);
  if (order !== 'asc' && order !== 'desc') return refuse(`${path}.order`, '排序方向应为 asc 或 desc');
  const column = fieldType(field)
    .columns(field)
    .find(({ name }) => name === fieldType(field).sortColumn(field));
  if (!column) return refuse(`${path}.field`, `不能按“${field.label}”排序`);
  const { name, sqlType, index } = column;
  const listed = readOwnName(apiName);
  if (listed && !listsOfAll(condition).includes(listed.listId))
    refuse(`${path}.field`, `“${field.label}”是清单的列，只能在该清单内按它排序`);
  return {
    column: name,
    ...(listed && { text: heldOfRow(listed, sqlType) }),
    sqlType,
    order,
    options: fieldType(field).optionOrder?.(field),
    indexed: index === 'sorted',
  };
}

/** The order asked for; else the layout's, as far as it is open to the person. */
function planSort(selection: SelectionPlan, sort: readonly Sort[] | undefined) {
  const { object, readable } = selection;
  if (sort && sort.length > MAX_SORTS) refuse('sort', `最多按 ${MAX_SORTS} 个字段排序`);
  // A default order leaves out the keys that it cannot use.
  const isOpen = ({ field: apiName }: Sort) =>
    readable.some((field) => field.apiName === apiName && !isLive(object, field));
  const wanted = sort ?? object.definition.layouts.list.sort.filter(isOpen);
  const keys = wanted.map((entry, index) => sortKey(selection, entry, `sort[${index}]`));
  // A second key on the same column decides nothing.
  return keys.filter((key, index) => keys.findIndex(({ column }) => column === key.column) === index);
}

function planPageSize(pageSize: number, most: number): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= most) return pageSize;
  return refuse('pageSize', `每页条数应为 1 到 ${most} 的整数`);
}

function planOffset(page: number, pageSize: number): number {
  if (!Number.isInteger(page) || page < 1) refuse('page', '页码应为不小于 1 的整数');
  if (page * pageSize > MAX_PAGED_ROWS)
    refuse('page', `按页码最多翻到第 ${MAX_PAGED_ROWS.toLocaleString('en')} 条，之后请用 after 游标翻页`);
  return (page - 1) * pageSize;
}

/** The names that fields have now. @throws Failure INVALID_QUERY */
function readNames(object: ReadableObject, asked: readonly string[]): string[] {
  const names = asked.map((name) => currentName(object.fields, name));
  const known = new Set(withSystemFields(object.definition, object.fields).map(({ apiName }) => apiName));
  const unknown = names.findIndex((apiName) => !known.has(apiName));
  if (unknown >= 0) refuse(`fields[${unknown}]`, `没有字段“${shorten(asked[unknown])}”`);
  return names;
}

function planFields(
  object: ReadableObject,
  readable: readonly FieldDefinition[],
  { fields: asked, withLogo }: PageQuery,
  { valuesOf }: ReadScope,
): Pick<PagePlan, 'shown' | 'partly'> {
  const names = asked && readNames(object, asked);
  const { nameField, layouts, actions } = object.definition;
  const logo = withLogo ? (layouts.detail.logo ?? []) : [];
  const wanted = new Set([names ?? [nameField, ...layouts.list.columns], logo, actionFields(actions)].flat());
  // What is closed to the person is left out here and so never leaves the database.
  const open = readable.filter((field) => wanted.has(field.apiName));
  if (!valuesOf) return { shown: open, partly: NOTHING };
  const others = object.fields.filter((field) => wanted.has(field.apiName) && !open.includes(field));
  const partly = partlySeen(object, others, valuesOf);
  return { shown: [...open, ...others.filter(({ apiName }) => partly.has(apiName))], partly };
}

/**
 * Checks a page; its cursor is read where the keys of cursors are known. @throws Failure INVALID_QUERY, with the place
 * in `problems`.
 */
export function planPage(
  object: ReadableObject,
  query: PageQuery,
  scope: ReadScope,
  maxPageSize: number = MAX_PAGE_SIZE,
): PagePlan {
  const selection = planSelection(object, query, scope);
  const keys = planSort(selection, query.sort);
  const pageSize = planPageSize(query.pageSize ?? DEFAULT_PAGE_SIZE, maxPageSize);
  if (query.after !== undefined && query.page !== undefined) refuse('page', 'page 与 after 只能用一个');
  const offset = planOffset(query.page ?? 1, pageSize);
  const { condition, keyword, owner, ids, except } = selection;
  return {
    ...selection,
    ...planFields(object, selection.readable, query, scope),
    keys,
    position: undefined,
    offset,
    seen: offset,
    pageSize,
    identity: JSON.stringify([object.table, condition, keyword, owner, keys, ids, except, scope.reader]),
  };
}
