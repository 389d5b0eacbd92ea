import type { Condition, Existence, Noted, Operator } from '#schemas/metadata/condition.ts';
import { MAX_CONDITION_DEPTH, MAX_NOTED, OPERATORS } from '#schemas/generated/metadata/condition.ts';
import type { Sort } from '#schemas/metadata/sort.ts';
import { DEFAULT_LIST_STATE, DENSITIES, LIST_DISPLAYS, type ListState } from './list-state.ts';

/**
 * The URL of a list: `q` keyword, `s` sort (`foundedOn.desc,name.asc`), `c` columns, `w` widths (`name.240`), `d`
 * density, `p` pinned columns, `t` totals, `m` how it is shown where not as rows, `r` how it is ranked, `v` the saved view it began as, `f` filter as nested arrays:
 * `['industry','under',['ai']]`, with `'possibly'` behind it where bands count that may be meant, groups `['AND', …]`,
 * `['OR', …]`, `['NOT', …]`, which no field can be called, and records
 * that point here `['EXISTS', object, links, condition, at least]`, without a condition null, those on a list `['LIST', id]`, and those with notes
 * `['NOTED', 'own' or 'read', words]`.
 *
 * Two addresses leave the rest to a saved view: `?v=…` alone asks for that view, none at all for the person's default.
 * A list that is as its layout has it in spite of a view therefore says so with its density.
 */

/** What a URL says, and in Chinese what of it could not be read. */
export interface DecodedList {
  readonly state: ListState;
  readonly notices: readonly string[];
}

/** Behind the value of a comparison by amount: bands count where they may. */
const POSSIBLY = 'possibly';
/** A field, or a column that a list of records has of its own. */
const FIELD = /^[a-z][A-Za-z0-9]{0,39}(_list[1-9][0-9]{0,17})?$/;
/** A column: a field, or what its amounts are in CNY. */
const COLUMN = /^[a-z][A-Za-z0-9]{0,39}(_cny)?$/;
const OBJECT = /^[A-Z][A-Za-z0-9]{0,39}$/;
/** Of a saved view, and of a list of records. */
const VIEW_ID = /^[1-9][0-9]{0,17}$/;
/** The part that says how a list is ranked is read by who ranks it. */
const MATCH = /^[A-Za-z0-9.$_]{1,600}$/;
/** Days that an address names, and those between which all is. */
const DAYS = new Set(['from', 'to']);
const [FIRST, LAST] = ['1600-01-01', '2199-12-31'];
const MAX_KEYWORD = 100;
const [MIN_WIDTH, MAX_WIDTH] = [40, 800];

/** The query part of a list's path: empty, or beginning with `?`. Reads back to the same state. */
export function encodeListState(state: ListState): string {
  const parts: [string, string][] = [];
  if (state.keyword) parts.push(['q', state.keyword.toWellFormed()]);
  if (state.filter) parts.push(['f', swapQuotes(JSON.stringify(conditionToArray(state.filter)))]);
  if (state.sort) parts.push(['s', state.sort.map(({ field, order }) => `${field}.${order}`).join(',')]);
  if (state.columns) parts.push(['c', state.columns.join(',')]);
  const widths = Object.entries(state.widths);
  if (widths.length > 0) parts.push(['w', widths.map(([field, width]) => `${field}.${width}`).join(',')]);
  if (state.density !== DEFAULT_LIST_STATE.density) parts.push(['d', state.density]);
  if (state.pinned.length > 0) parts.push(['p', state.pinned.join(',')]);
  if (state.totals) parts.push(['t', '1']);
  if (state.display !== DEFAULT_LIST_STATE.display) parts.push(['m', state.display]);
  if (state.match !== undefined) parts.push(['r', state.match]);
  if (state.view !== undefined && parts.length === 0) parts.push(['d', state.density]);
  if (state.view !== undefined) parts.push(['v', state.view]);
  return parts.length === 0 ? '' : `?${parts.map(([key, value]) => `${key}=${encode(value)}`).join('&')}`;
}

/** Reads what `encodeListState` wrote. Never throws: what cannot be read is left out and named in `notices`. */
export function decodeListState(search: string): DecodedList {
  const notices: string[] = [];
  const parts = readParts(search, notices);
  const state: ListState = {
    keyword: (parts.get('q') ?? '').slice(0, MAX_KEYWORD),
    filter: readFilter(parts.get('f'), notices),
    sort: readSort(parts.get('s')),
    columns: readColumns(parts.get('c')),
    widths: readWidths(parts.get('w')),
    density: DENSITIES.find((density) => density === parts.get('d')) ?? DEFAULT_LIST_STATE.density,
    pinned: readColumns(parts.get('p')) ?? [],
    totals: parts.get('t') === '1',
    display: LIST_DISPLAYS.find((display) => display === parts.get('m')) ?? DEFAULT_LIST_STATE.display,
    view: VIEW_ID.test(parts.get('v') ?? '') ? parts.get('v') : undefined,
    match: MATCH.test(parts.get('r') ?? '') ? parts.get('r') : undefined,
  };
  return { state, notices };
}

/** The address of a list as its layout has it, where none at all would open the person's default view. */
export const PLAIN_LIST = `?d=${DEFAULT_LIST_STATE.density}`;

/** The address that asks for a saved view, as links to it are written. */
export const viewAddress = (id: string): string => `?v=${id}`;

/** The view that an address leaves everything to; undefined when it says for itself what to show. */
export const askedView = (search: string): string | undefined => /^\?v=([1-9][0-9]{0,17})$/.exec(search)?.[1];

// Left readable: these are safe in a fragment, and most of a filter is made of them.
const encode = (text: string): string => encodeURIComponent(text).replace(/%(5B|5D|2C|3A|7C)/g, decodeURIComponent);

/** JSON with its quotes and apostrophes exchanged, since a quote would be written `%22`. Its own inverse. */
const swapQuotes = (json: string): string => json.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));

function readParts(search: string, notices: string[]): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of search.replace(/^\?/, '').split('&').filter(Boolean)) {
    const at = part.indexOf('=');
    try {
      parts.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1)));
    } catch {
      notices.push('链接中有一部分无法识别，已忽略');
    }
  }
  return parts;
}

function conditionToArray(condition: Condition): unknown[] {
  if ('and' in condition) return ['AND', ...condition.and.map(conditionToArray)];
  if ('or' in condition) return ['OR', ...condition.or.map(conditionToArray)];
  if ('not' in condition) return ['NOT', conditionToArray(condition.not)];
  if ('exists' in condition) return existenceToArray(condition);
  if ('inList' in condition) return ['LIST', condition.inList];
  if ('noted' in condition) return notedToArray(condition);
  const { field, op, value, possibly } = condition;
  if (value === undefined) return [field, op];
  return possibly ? [field, op, value, POSSIBLY] : [field, op, value];
}

function notedToArray({ noted: { isOwn, contains } }: Noted): unknown[] {
  const head = ['NOTED', isOwn ? 'own' : 'read'];
  return contains === undefined ? head : [...head, contains];
}

function existenceToArray({ exists: { objectApiName, fields, filter, atLeast } }: Existence): unknown[] {
  const head = ['EXISTS', objectApiName, fields];
  if (filter === undefined && atLeast === undefined) return head;
  return [...head, filter ? conditionToArray(filter) : null, ...(atLeast === undefined ? [] : [atLeast])];
}

/**
 * The address that `encodeListState` writes for one with parts that are named like fields, as links from other pages have
 * (`state=PAID`): each narrows the list to one value, `all` to none; `from` and `to` are days between which it happened
 * (`at`). Undefined where there is no such part.
 */
export function narrowedAddress(search: string): string | undefined {
  const parts = readParts(search, []);
  const [from, to] = [parts.get('from'), parts.get('to')];
  const plain: Condition[] = from || to ? [{ field: 'at', op: 'between', value: [from || FIRST, to || LAST] }] : [];
  for (const [field, value] of parts)
    if (field.length > 1 && FIELD.test(field) && !['', 'all'].includes(value) && !DAYS.has(field))
      plain.push({ field, op: 'in', value: [value] });
  if (plain.length === 0) return undefined;
  const { state } = decodeListState(search);
  const all = [...plain, ...(state.filter ? [state.filter] : [])];
  return encodeListState({ ...state, filter: all.length > 1 ? { and: all } : all[0] });
}

function readFilter(text: string | undefined, notices: string[]): Condition | undefined {
  if (!text) return undefined;
  try {
    return arrayToCondition(JSON.parse(swapQuotes(text)), 1);
  } catch {
    notices.push('链接中的筛选条件无法识别，已忽略');
    return undefined;
  }
}

/** Throws on any shape that `conditionToArray` does not write. */
function arrayToCondition(input: unknown, depth: number): Condition {
  if (!Array.isArray(input) || depth > MAX_CONDITION_DEPTH) throw new TypeError('not a condition');
  const [head, ...rest] = input as unknown[];
  if (head === 'AND' || head === 'OR') {
    const members = rest.map((entry) => arrayToCondition(entry, depth + 1));
    if (members.length === 0) throw new TypeError('an empty group');
    return head === 'AND' ? { and: members } : { or: members };
  }
  if (head === 'NOT') return { not: arrayToCondition(rest[0], depth + 1) };
  if (head === 'EXISTS') return arrayToExistence(rest, depth);
  if (head === 'LIST') return { inList: listId(rest) };
  if (head === 'NOTED') return arrayToNoted(rest);
  if (typeof head !== 'string' || !FIELD.test(head) || !isOperator(rest[0])) throw new TypeError('not a comparison');
  const [op, value, possibly] = rest;
  if (rest.length === 1) return { field: head, op };
  return { field: head, op, value, ...(possibly === POSSIBLY && { possibly: true as const }) };
}

function listId([id]: unknown[]): string {
  if (typeof id !== 'string' || !VIEW_ID.test(id)) throw new TypeError('no list');
  return id;
}

function arrayToNoted([whose, contains]: unknown[]): Noted {
  const isOwn = whose === 'own' ? ({ isOwn: true } as const) : {};
  if (contains === undefined && whose === 'own') return { noted: isOwn };
  if ((whose !== 'own' && whose !== 'read') || typeof contains !== 'string') throw new TypeError('no notes');
  if (contains === '' || contains.length > MAX_NOTED) throw new TypeError('no notes');
  return { noted: { ...isOwn, contains } };
}

function arrayToExistence([objectApiName, fields, filter, atLeast]: unknown[], depth: number): Existence {
  const links = (Array.isArray(fields) ? (fields as unknown[]) : []).filter((name) => typeof name === 'string');
  if (typeof objectApiName !== 'string' || !OBJECT.test(objectApiName) || !links.every((name) => FIELD.test(name)))
    throw new TypeError('no records of another object');
  if (links.length === 0 || (atLeast !== undefined && !Number.isSafeInteger(atLeast)))
    throw new TypeError('no records of another object');
  const inner = filter === undefined || filter === null ? undefined : arrayToCondition(filter, depth + 1);
  const exists = { objectApiName, fields: links, ...(inner && { filter: inner }) };
  return { exists: atLeast === undefined ? exists : { ...exists, atLeast: atLeast as number } };
}

const isOperator = (value: unknown): value is Operator => OPERATORS.some((operator) => operator === value);

function readSort(text: string | undefined): readonly Sort[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').flatMap((entry) => {
    const [field = '', order] = entry.split('.');
    return FIELD.test(field) && (order === 'asc' || order === 'desc') ? [{ field, order } as const] : [];
  });
}

function readColumns(text: string | undefined): readonly string[] | undefined {
  const columns = [...new Set(text?.split(',').filter((apiName) => COLUMN.test(apiName)))];
  return columns.length > 0 ? columns : undefined;
}

function readWidths(text: string | undefined): Readonly<Record<string, number>> {
  const entries = (text ?? '').split(',').flatMap((entry): [string, number][] => {
    const [field = '', width] = entry.split('.');
    const pixels = Number(width);
    return COLUMN.test(field) && Number.isInteger(pixels) && pixels >= MIN_WIDTH && pixels <= MAX_WIDTH
      ? [[field, pixels]]
      : [];
  });
  return Object.fromEntries(entries);
}
