import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isAutomatic } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';

/** What changes of one field of a company, and waits for staff. */
interface Proposal {
  readonly objectApiName: string;
  readonly id: string;
  readonly name: string;
  readonly changes: readonly {
    readonly field: FieldDefinition;
    readonly before: FieldValue | null;
    readonly proposed: FieldValue | null;
  }[];
}

export interface OwnEditDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly writer: RecordWriter;
  /** Proposes values to staff; what it gives does so within a transaction. */
  readonly proposeOwn: (proposal: Proposal, actor: Member) => Promise<(trx: Db) => Promise<void>>;
  readonly now: () => Date;
}

/** A change of a record by a member of the company that it is. */
interface OwnEdit {
  readonly object: CatalogObject;
  readonly id: string;
  /** The version that the form was filled from. */
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

type Mark = 'direct' | 'review';

const markOf = (field: FieldDefinition): Mark | undefined =>
  isAutomatic(field) || isSealed(field) ? undefined : field.config?.ownerEdits;

/** The fields that members of the company change, as the metadata marks them, and those of them that staff decide on. */
export function ownFields({ fields }: CatalogObject): { readonly writable: string[]; readonly reviewed: string[] } {
  const named = (mark: (found: Mark | undefined) => boolean) =>
    fields.filter((field) => mark(markOf(field))).map(({ apiName }) => apiName);
  return { writable: named((mark) => mark !== undefined), reviewed: named((mark) => mark === 'review') };
}

/**
 * Changes the record of a company on behalf of one of its members: what is theirs to say at once, and facts that others rely on
 * by proposals to staff. Both or neither.
 * The caller has refused fields that are not marked. @throws Failure INVALID_BODY with the problems by field; CONFLICT for another version;
 * UNKNOWN_RECORD for a user who has stopped being a member.
 */
export async function writeOwn(
  deps: OwnEditDeps,
  { object, id, version, values }: OwnEdit,
  actor: Member,
): Promise<void> {
  const { database, writer, proposeOwn, now } = deps;
  const { apiName, definition } = object;
  const context = formContext(actor, now());
  const judged = await writer.judge(apiName, id, values, context);
  if (judged.problems.length > 0) throw new Failure('INVALID_BODY', undefined, judged.problems);
  const read = await database.db.transaction().execute((trx) => writer.read(trx, apiName, id));
  const changes = object.fields
    .filter((field) => Object.hasOwn(values, field.apiName) && markOf(field) === 'review')
    .map((field) => ({
      field,
      before: read.values[field.apiName] ?? null,
      proposed: judged.values[field.apiName] ?? null,
    }))
    .filter(({ before, proposed }) => !sameValue(before, proposed));
  const name = String(read.values[definition.nameField] ?? '');
  const propose = await proposeOwn({ objectApiName: apiName, id, name, changes }, actor);
  const direct = Object.fromEntries(
    Object.entries(values).filter(([field]) => markOf(object.field(field) ?? UNKNOWN) === 'direct'),
  );
  await database.db.transaction().execute(async (trx) => {
    if (!(await isCompanyMember(trx, id, actor.id))) throw new Failure('UNKNOWN_RECORD');
    await writer.update(apiName, id, version, direct, context, trx);
    await propose(trx);
  });
}

const UNKNOWN: FieldDefinition = { apiName: '', type: 'text', label: '' };

/** @throws Failure INVALID_BODY for fields that members of the company do not change. */
export function refuseUnmarked(object: CatalogObject, values: Readonly<Record<string, unknown>>): void {
  const closed = Object.keys(values).filter((name) => markOf(object.field(name) ?? UNKNOWN) === undefined);
  if (closed.length === 0) return;
  const message = '此项由平台维护，如有错误请在企业主页提交纠错';
  throw new Failure(
    'INVALID_BODY',
    undefined,
    closed.map((field) => ({ field, message })),
  );
}
