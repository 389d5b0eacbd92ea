import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { numberedFields } from '#generators/numbers.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { Problem } from '#shared/errors.ts';
import type { RateTable } from '#shared/money/rates.ts';
import { schemaMessage } from '#shared/validation/messages.ts';
import { type Member, rulesUser } from '#shared/policy/actor.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { fileProblems, type TakenFiles, withKnownFiles } from '#server/core/files/taken-files.ts';
import { withEquivalents } from './equivalents.ts';
import { linkIds } from './link-ids.ts';
import type { PlainRecord } from './queries.ts';

/** Who writes, why, and when. `origin` is form, api, sample, import:<source>, import:<file>#<job>,
 * undo:import#<job>, merge:<id>, undo:merge#<id> or correction:<id>. */
export interface WriteContext {
  readonly actor: string;
  readonly roles: readonly string[];
  readonly origin: string;
  readonly now: Date;
  /** Written in bulk, and news all the same. */
  readonly isNews?: boolean;
  /** What follows from the write of one record, in its transaction. */
  readonly follow?: ((trx: Db, record: PlainRecord) => Promise<void>) | undefined;
}

/** The writer as rules see one. */
const userOf = ({ actor, roles }: WriteContext) => ({ id: actor, roles });

/** What a new record of this writer begins with; worked out when it is first asked for. */
export function beginningOf(object: CatalogObject, context: WriteContext, today: string, rates: RateTable) {
  let values: RecordValues | undefined;
  return () => (values ??= { ...object.check.initial({ user: userOf(context), today, rates }), ...object.emptyValues });
}

/** A write of a signed-in user by a form of the product: rules see the user's roles, and SVIP as one of them. */
export const formContext = (actor: Member, now: Date): WriteContext => ({
  actor: actor.id,
  roles: rulesUser(actor).roles,
  origin: 'form',
  now,
});

/** A record as it would be stored, and the problems that prevent that. */
export interface Judged {
  readonly values: RecordValues;
  readonly problems: readonly Problem[];
}

/** A record that an import brings again after it was archived: it stays as it is. */
export const ARCHIVED: Judged = {
  values: {},
  problems: [{ field: '', message: '这条记录已归档，不再更新；需要时请先恢复' }],
};

const MISSING_REFERENCE = '关联的记录不存在';

/** What a judgement needs beside the record: looked up once for a whole batch. `missing` holds `target:id` of dead links. */
export interface Around {
  readonly context: WriteContext;
  readonly today: string;
  readonly rates: RateTable;
  /** What a new record begins with. */
  readonly beginning: () => RecordValues;
  readonly missing: ReadonlySet<string>;
  /** Files that the writer may refer to. */
  readonly files: TakenFiles;
}

/** What was sent, laid over what was there, through every check: the shared rules first, then ajv, then links and files. */
export function judgeRecord(
  object: CatalogObject,
  old: RecordValues | undefined,
  input: unknown,
  { context, today, rates, beginning, missing, files }: Around,
): Judged {
  const user = userOf(context);
  const cleaned = object.check.clean(input);
  const given = input as Record<string, unknown>;
  const merged: Record<string, FieldValue> = {};
  // A key that was sent and cleaned away was sent empty: it clears.
  for (const [apiName, value] of cleaned.problems.length > 0 ? [] : Object.entries(old ?? beginning()))
    if (!Object.hasOwn(given, apiName) || object.isFromOthers(apiName)) merged[apiName] = value;
  Object.assign(merged, cleaned.values);
  // Numbers are given with the write: one that is sent means nothing.
  for (const { apiName } of numberedFields(object.fields)) {
    delete merged[apiName];
    if (old?.[apiName] !== undefined) merged[apiName] = old[apiName];
  }
  if (!old) {
    const isGiven = (apiName: string) => Object.hasOwn(given ?? {}, apiName);
    Object.assign(merged, object.check.starts.of(merged, isGiven, { user, today, rates }));
  }
  const checked = object.check.check(merged, { ...(old && { old }), user, today, rates });
  const problems = [...cleaned.problems, ...checked.problems];
  const named = new Set(problems.map((problem) => problem.field));
  for (const error of problems.length > 0 ? [] : object.structure(checked.values)) {
    const field = error.path.split('/')[1] ?? error.params.property ?? '';
    if (!named.has(field) && checked.touches(field)) problems.push({ field, message: schemaMessage(error) });
  }
  for (const field of object.fields.filter((candidate) => candidate.targetApiName)) {
    const sent = linkIds(Object.hasOwn(given ?? {}, field.apiName) ? checked.values[field.apiName] : undefined);
    // What was linked before stays linked though its record was archived since.
    const linked = new Set(linkIds(old?.[field.apiName]));
    if (sent.some((id) => !linked.has(id) && missing.has(`${field.targetApiName}:${id}`)))
      problems.push({ field: field.apiName, message: MISSING_REFERENCE });
  }
  const refused = new Set(problems.map((problem) => problem.field));
  const fileFaults = fileProblems(object.fields, old, checked.values, files, isBulkOrigin(context.origin));
  problems.push(...fileFaults.filter(({ field }) => !refused.has(field)));
  const known = withKnownFiles(object.fields, old, checked.values, files);
  const converted = withEquivalents(object.fields, known, rates, today);
  return { values: object.formulas.kept(converted, today), problems };
}

/** Rows that staff bring in as a file, and the sample data: their pictures may be addresses on other hosts. */
const isBulkOrigin = (origin: string): boolean => /^(undo:)?import:|^sample$/.test(origin);

/** Each field that differs, before and after; null where empty. Of what is sealed history keeps that it changed, never what. */
export function difference(fields: readonly FieldDefinition[], before: RecordValues, after: RecordValues) {
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const field of fields) {
    const { apiName } = field;
    if (sameValue(before[apiName], after[apiName])) continue;
    changes[apiName] = isSealed(field)
      ? { before: null, after: null }
      : { before: before[apiName] ?? null, after: after[apiName] ?? null };
  }
  return changes;
}
