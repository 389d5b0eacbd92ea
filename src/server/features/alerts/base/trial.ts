import type { AlertKind, AlertSource } from '#schemas/api/alerts.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';

/** A subscription as it is tried on changes. */
export interface Subscribed {
  readonly id: string;
  readonly account_id: string;
  readonly source: AlertSource;
  readonly object_api_name: string;
  readonly target_id: string;
  readonly kinds: readonly AlertKind[];
  readonly fields: readonly string[];
  /** Of a saved view: the state of its list, or null where the view is gone or no longer shared. */
  readonly state: string | null;
}

/** What of one object a subscription asks about. */
export interface Trial {
  readonly objectApiName: string;
  /** This record alone. */
  readonly record?: string;
  /** Records that meet this; all when absent. */
  readonly condition?: Condition | undefined;
  readonly kinds: ReadonlySet<AlertKind>;
  /** Fields whose changes count as one. */
  readonly watched: ReadonlySet<string>;
}

/** A subscription that cannot be tried now: it matches nothing, and its owner reads why. */
export class Unfit extends Error {}

/** What a kind of source knows of its target, as a user reads it. */
export interface Target {
  readonly name: string;
  /** Where it is looked at. */
  readonly link: string;
}

/** Which fields a condition may name: all that are kept, or those that one user may list. */
export type FieldsOf = (object: CatalogObject) => readonly FieldDefinition[];

/** One kind of what can be subscribed to. A further kind is a further module of this shape in sources.ts. */
export interface SourceKind {
  /** What is tried on changes. @throws Unfit with the reason in Chinese */
  readonly trials: (subscribed: Subscribed, catalog: Catalog, fieldsOf: FieldsOf) => readonly Trial[];
  /** Name and address of the targets of some subscriptions, by target id; those that are gone are left out. */
  readonly targets: (
    db: Db,
    object: CatalogObject,
    ids: readonly string[],
    accountId: string,
  ) => Promise<ReadonlyMap<string, Target>>;
  /** Kinds where none are chosen. */
  readonly usual: readonly AlertKind[];
}
