import type { PointingObject } from '#schemas/api/pointing-object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, hasDuty, kindText, rulesUser } from '#shared/policy/actor.ts';
import { decideAudience, dutiesOf } from '#shared/policy/decide.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields, partlyListed } from '#server/core/catalog/object-view.ts';
import { readFromWriter } from '#server/db/replicas/reading.ts';
import type { AskedObject, AskedObjects, LinkedRows, NotedTest } from '#server/core/conditions/conditions.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';
import type { ReadScope } from './readable-object.ts';
import { rowsFor, valuesFor } from './rows-of.ts';

/** Which records and fields of an object's list are one person's to see. Lists, counts, totals and exports all ask here. */
export interface ListAccess {
  /** Only records of this account, or of the companies that it speaks for where they belong to companies; undefined for all. */
  readonly owner: string | undefined;
  readonly scope: ReadScope;
}

/** Where objects are looked up, those of features among them. */
export interface Objects {
  readonly find: (apiName: string) => CatalogObject | undefined;
}

/** What features keep (accounts, orders, messages) is read from the server that takes writes. */
export function readSystemFromWriter({ isSystem }: Pick<CatalogObject, 'isSystem'>): void {
  if (isSystem) readFromWriter();
}

/** Why the list of an object is closed to the person; null when it is open. */
function refusalOf({ definition }: CatalogObject, actor: Actor) {
  const { access } = definition;
  const { list } = access;
  // The list of an object that belongs to its owners is each owner's own.
  return decideAudience(actor, access, list === 'owner' ? 'member' : list);
}

function ownerOf({ definition }: CatalogObject, actor: Actor): string | undefined {
  const { access } = definition;
  const isOwnOnly = access.rows === 'own' || (access.list === 'owner' && !hasDuty(actor, ...dutiesOf(access)));
  return isOwnOnly ? rulesUser(actor).id : undefined;
}

/**
 * What the person may ask about the records of another object: what its list shows them and can be compared, or nothing.
 * A count of records that they may not see would disclose them.
 */
function askedObject(object: CatalogObject | undefined, actor: Actor): AskedObject | undefined {
  if (!object || object.isSystem || refusalOf(object, actor) !== null) return undefined;
  const { apiName, table, definition } = object;
  const fields = listableFields(object, actor).filter((field) => !isLive(object, field));
  return {
    apiName,
    label: definition.label,
    definition,
    fields,
    table,
    owner: ownerOf(object, actor),
    seenRows: rowsFor(actor)(object),
  };
}

/** What the person may ask about other objects, by apiName. */
export const askedBy =
  (actor: Actor, objects: Objects): AskedObjects =>
  (apiName) =>
    askedObject(objects.find(apiName), actor);

/** Which of the records that a field links to the person sees. */
function linkedBy(actor: Actor, objects: Objects): LinkedRows {
  const rowsOf = rowsFor(actor);
  return ({ targetApiName }) => {
    const object = targetApiName === undefined ? undefined : objects.find(targetApiName);
    const seen = object && rowsOf(object);
    return seen && { object, seen };
  };
}

/** Objects whose records may point at those of one and that the person may ask about, with the links. */
export function pointingObjects(target: CatalogObject, all: readonly CatalogObject[], actor: Actor): PointingObject[] {
  return all.flatMap((object) => {
    const { label, fields = [] } = askedObject(object, actor) ?? {};
    const links = fields.filter((field) => isLinking(field) && field.targetApiName === target.apiName);
    if (label === undefined || links.length === 0) return [];
    return [
      {
        objectApiName: object.apiName,
        label,
        fields: links.map(({ apiName, label: name }) => ({ apiName, label: name })),
      },
    ];
  });
}

/** What a person may ask of notes on records; undefined for those who write none. */
export type NotedBy = (actor: Actor) => NotedTest | undefined;

type IsOpen = ReadScope['readable'];
const OPEN = new WeakMap<CatalogObject, Map<string, IsOpen>>();

/** Which fields a list may show: the same function for all users of a kind until the object changes, so that what is made with it can be kept. */
function openFields(object: CatalogObject, actor: Actor): IsOpen {
  const kind = kindText(actor);
  const known = OPEN.get(object) ?? new Map<string, IsOpen>();
  OPEN.set(object, known);
  const made = known.get(kind) ?? isAmong(listableFields(object, actor));
  known.set(kind, made);
  return made;
}

/** Which values a list shows beside those, on some of its records; undefined where there are none. */
function partlyOpen(object: CatalogObject, actor: Actor): ReadScope['valuesOf'] {
  const fields = partlyListed(object, actor);
  const [isListed, valuesOf] = [isAmong(fields), valuesFor(actor)];
  return fields.length > 0 ? (one, field) => (isListed(field) ? valuesOf(one, field) : undefined) : undefined;
}

function isAmong(fields: readonly FieldDefinition[]): IsOpen {
  const names = new Set(fields.map(({ apiName }) => apiName));
  return ({ apiName }) => names.has(apiName);
}

/**
 * `noted` is given where the person asks for themselves on screen: nothing else may ask what is noted.
 * @throws Failure when the list of this object is closed to the person.
 */
export function listAccess(
  object: CatalogObject,
  actor: Actor,
  now: Date,
  objects: Objects,
  noted?: NotedBy,
): ListAccess {
  const refused = refusalOf(object, actor);
  if (refused) throw new Failure(refused);
  readSystemFromWriter(object);
  return {
    owner: ownerOf(object, actor),
    scope: {
      readable: openFields(object, actor),
      valuesOf: partlyOpen(object, actor),
      rowsOf: rowsFor(actor),
      others: askedBy(actor, objects),
      linkedRows: linkedBy(actor, objects),
      today: shanghaiDay(now),
      reader: actor.id ?? undefined,
      noted: object.isSystem ? undefined : noted?.(actor),
    },
  };
}
