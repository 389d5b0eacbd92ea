import type { AuditEntry, SavedObject, ShippedDifference } from '#schemas/api/metadata-editing.ts';
import { Rule } from '#schemas/metadata/rule.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { definitionChanges, optionSetChanges } from '#generators/language/definition-changes.ts';
import { resolveOptions } from '#generators/options.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Shipped } from '#server/core/catalog/install.ts';
import { checkLanguage } from '#server/core/catalog/language-check.ts';
import { mergedObject, mergedSet } from '#server/core/catalog/upgrade-shipped.ts';
import {
  countRows,
  estimatedRows,
  readLatest,
  readVersions,
  type Subject,
  type VersionFilter,
} from '#server/core/catalog/versions/queries.ts';
import { auditEntry, authorName } from '#server/core/catalog/versions/version-words.ts';

/** Rows counted one by one where the database has no estimate yet. */
const COUNTED_ROWS = 10_000;
const DEFAULT_PAGE = 20;

/** A page of versions of one thing, newest first. @throws Failure UNKNOWN_OBJECT when it has none at all. */
export async function versionPage(db: Db, subject: Subject, query: { before?: number; pageSize?: number }) {
  const pageSize = query.pageSize ?? DEFAULT_PAGE;
  const rows = await readVersions(db, { ...subject, below: query.before }, pageSize + 1);
  if (rows.length === 0 && query.before === undefined) throw unknown(subject);
  const shown = rows.slice(0, pageSize);
  return {
    list: shown.map((row) => withoutSubject(auditEntry(row))),
    before: rows.length > pageSize ? (shown.at(-1)?.version ?? null) : null,
  };
}

const withoutSubject = ({ kind: _kind, name: _name, ...summary }: AuditEntry) => summary;

const unknown = ({ kind, name }: Subject) =>
  new Failure('UNKNOWN_OBJECT', `${kind === 'object' ? '对象' : '选项集'}“${name}”不存在`);

/** One version with all that it says. @throws Failure UNKNOWN_OBJECT. */
export async function wholeVersion(db: Db, subject: Subject, version?: number) {
  const [row] = await readVersions(db, { ...subject, version }, 1);
  if (!row) throw version === undefined ? unknown(subject) : new Failure('UNKNOWN_OBJECT', `没有版本 ${version}`);
  return { row, summary: withoutSubject(auditEntry(row)) };
}

/** Where a page of the audit goes on, as opaque text. */
const writeMark = (after: NonNullable<VersionFilter['after']>): string =>
  Buffer.from(JSON.stringify([after.mark, after.kind, after.name, after.version])).toString('base64url');

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;

/** @throws Failure INVALID_QUERY when it is none of ours. */
function readMark(text: string): NonNullable<VersionFilter['after']> {
  try {
    const [mark, kind, name, version] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof mark === 'string' && INSTANT.test(mark) && Number.isInteger(version))
      return { mark, kind: String(kind), name: String(name), version: Number(version) };
  } catch {
    // Said below.
  }
  throw new Failure('INVALID_QUERY', '翻页位置无效，请从头查看', [{ field: 'before', message: '翻页位置无效' }]);
}

/** A page of the audit of everything. */
export async function auditPage(db: Db, query: VersionFilter & { before?: string; pageSize?: number }) {
  const { before, pageSize = DEFAULT_PAGE, ...filter } = query;
  const rows = await readVersions(db, { ...filter, ...(before && { after: readMark(before) }) }, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { list: shown.map(auditEntry), before: rows.length > pageSize && last ? writeMark(last) : null };
}

/** About how many rows a table has; null where that is not known without counting many. */
export async function rowsOf(db: Db, table: string, estimates: ReadonlyMap<string, number>): Promise<number | null> {
  const estimate = estimates.get(table);
  if (estimate !== undefined) return estimate;
  const counted = await countRows(db, table, COUNTED_ROWS + 1);
  return counted > COUNTED_ROWS ? null : counted;
}

/** Every object as staff see it, by label. */
export async function savedObjects(db: Db, catalog: Catalog, shipped: Shipped): Promise<SavedObject[]> {
  const [latest, estimates] = await Promise.all([readLatest(db), estimatedRows(db)]);
  const savers = new Map(latest.filter(({ kind }) => kind === 'object').map((row) => [row.name, row]));
  const objects: SavedObject[] = [];
  for (const { saved, table } of catalog.objects) {
    const { apiName, label, version, route, heading, position, kind, fixedLists = [], access, fields, rules } = saved;
    const saver = savers.get(apiName);
    const ships = shipped.objects.find((object) => object.apiName === apiName);
    const removedFields = fields.filter((field) => field.removed).length;
    objects.push({
      apiName,
      label,
      version,
      ...(route !== undefined && { route }),
      ...(heading !== undefined && { heading }),
      ...(position !== undefined && { position }),
      ...(kind !== undefined && { kind }),
      ...(fixedLists.length > 0 && { fixedRoutes: fixedLists.map((list) => list.route) }),
      list: access.list,
      detail: access.detail,
      fields: fields.length - removedFields,
      removedFields,
      rules: rules.length,
      records: await rowsOf(db, table, estimates),
      hasUpdate: ships !== undefined && mergedObject(saved, ships) !== saved,
      author: saver?.author ?? '',
      authorName: saver ? authorName(saver) : '',
      at: saver?.at ?? '',
    });
  }
  return objects.toSorted((left, right) => (left.apiName < right.apiName ? -1 : 1));
}

/** What ships and is missing from what staff made of it. */
export function shippedDifferences(catalog: Catalog, shipped: Shipped): ShippedDifference[] {
  const objects = shipped.objects.flatMap((object) => {
    const saved = catalog.find(object.apiName)?.saved;
    const changes = saved ? definitionChanges(saved, mergedObject(saved, object)) : [];
    return [{ kind: 'object' as const, name: object.apiName, label: saved?.label ?? object.label, changes }];
  });
  const sets = shipped.optionSets.flatMap((set) => {
    const saved = catalog.optionSets.get(set.name);
    const changes = saved ? optionSetChanges(saved, mergedSet(saved, set)) : [];
    return [{ kind: 'optionSet' as const, name: set.name, label: saved?.label ?? set.label, changes }];
  });
  return [...objects, ...sets].filter(({ changes }) => changes.length > 0);
}

/** What is wrong with one rule of a definition. @throws Failure INVALID_METADATA when either is not in the language. */
export function ruleProblems(catalog: Catalog, definition: unknown, rule: unknown): Problem[] {
  checkLanguage(Rule, rule, 'rule');
  checkLanguage(ObjectDefinition, definition, '');
  const object = { ...(definition as ObjectDefinition), rules: [rule as Rule] };
  return checkRules(resolveOptions(object, catalog.optionSets)).slice(0, MAX_PROBLEMS);
}
const MAX_PROBLEMS = 20;
