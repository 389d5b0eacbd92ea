import { createHash } from 'node:crypto';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import type { Services } from '#server/services.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import { RecordSource } from './drawn-records.ts';
import { prng } from '#tests/support/prng.ts';

const TRIES = 80;
const LINKS = new Set(['reference', 'multiReference']);

/** A record whose values can be recognised in the text of any reply. */
export interface MarkedRecord {
  readonly id: string;
  readonly version: number;
  readonly values: RecordValues;
  /** Text by which the value of each marked field is recognised. */
  readonly marks: ReadonlyMap<string, string>;
}

const kindOf = ({ type }: FieldDefinition) =>
  type === 'image' ? { mime: 'image/png', ending: 'png' } : { mime: 'application/pdf', ending: 'pdf' };
const bucketOf = ({ config }: FieldDefinition) => (config?.private ? 'private' : 'public');
const fileId = (field: FieldDefinition, serial: number): string =>
  createHash('sha256').update(`${serial}/${field.apiName}`).digest('hex').slice(0, 32);
const addressOf = (field: FieldDefinition, serial: number) => `/files/${bucketOf(field)}/${fileId(field, serial)}`;

/** Files of the writer's own for the fields that take one: rows alone, as the bytes are never fetched. */
async function storeFiles(db: Db, fields: readonly FieldDefinition[], context: WriteContext, serial: number) {
  for (const field of fields.filter(({ type }) => type === 'file' || type === 'image')) {
    const { mime, ending } = kindOf(field);
    const file = { id: fileId(field, serial), owner_id: context.actor, bucket: bucketOf(field), mime, bytes: '1000' };
    const pdf = ending === 'pdf' ? 'open' : null;
    const row = { ...file, pdf, sha256: '', name: `a.${ending}`, created_at: context.now } as const;
    await db
      .insertInto('file')
      .values(row as never)
      .execute();
  }
}

/** A value that occurs nowhere else, and the text to look for; undefined for types that a reply could hold by chance. */
function markOf(field: FieldDefinition, serial: number): { value: unknown; text: string } | undefined {
  const name = `mark${serial}x${field.apiName.toLowerCase()}`.slice(0, field.maxLength ?? 60);
  switch (field.type) {
    case 'text':
    case 'longText':
      return { value: name, text: name };
    case 'phone':
      return { value: `1990${String(serial).padStart(7, '0')}`, text: `1990${String(serial).padStart(7, '0')}` };
    case 'email':
      return { value: `${name}@example.com`, text: name };
    case 'file':
    case 'image':
      // Names of files are the server's: the address is what a reply can be recognised by.
      return { value: { url: addressOf(field, serial), name: 'a' }, text: fileId(field, serial) };
    default:
      return undefined;
  }
}

/** A record for each object that a field must point at. */
async function links(
  services: Pick<Services, 'writer' | 'catalog' | 'database'>,
  fields: readonly FieldDefinition[],
  context: WriteContext,
  serial: number,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { apiName, type, required, targetApiName, config } of fields) {
    if (!required || !LINKS.has(type) || targetApiName === undefined) continue;
    const { id } = await storeMarked(services, targetApiName, context, serial + 100_000);
    if (config?.spokenFor) await speakFor(services.database.db, context.actor, id, serial);
    values[apiName] = type === 'reference' ? { id } : [{ id }];
  }
  return values;
}

/**
 * Stores a record that the object's rules accept, written by `context.actor`, with marks wherever a field takes one, and with
 * the values that are `given`.
 */
export async function storeMarked(
  services: Pick<Services, 'writer' | 'catalog' | 'database'>,
  apiName: string,
  context: WriteContext,
  serial: number,
  given: Readonly<Record<string, unknown>> = {},
): Promise<MarkedRecord> {
  const object = services.catalog.object(apiName).definition;
  await storeFiles(services.database.db, object.fields, context, serial);
  const linked = await links(services, object.fields, context, serial);
  const source = new RecordSource(object, prng(serial));
  const today = context.now.toISOString().slice(0, 10);
  const user = { id: context.actor, roles: [...context.roles] };
  const refused = new Set<string>();
  let problems: unknown;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const drawn = Object.entries(source.draw({ user, today }));
    const values: Record<string, unknown> = Object.fromEntries(
      drawn.filter(([name]) => {
        const field = object.fields.find(({ apiName }) => apiName === name);
        return field !== undefined && !LINKS.has(field.type) && field.type !== 'formula';
      }),
    );
    Object.assign(values, linked, given);
    const marks = new Map<string, string>();
    for (const field of object.fields) {
      const isGiven = field.apiName in given;
      const mark = isGiven || refused.has(field.apiName) ? undefined : markOf(field, serial);
      if (!mark) continue;
      values[field.apiName] = mark.value;
      marks.set(field.apiName, mark.text);
    }
    try {
      const { id, version } = await services.writer.create(object.apiName, `marked-${serial}-${turn}`, values, context);
      return { id, version, values: values as RecordValues, marks };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems = error.problems;
      for (const { field } of error.problems) refused.add(field);
    }
  }
  throw new Error(`No record of ${object.apiName}: ${JSON.stringify(problems)}`);
}
