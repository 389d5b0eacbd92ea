import type { AlertKind, AlertSource } from '#schemas/api/alerts.ts';
import type { PointingSource } from '#generators/filters.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ReadScope } from '#server/core/lists/readable-object.ts';
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
  /** Of a saved view: the state of its list. Of a kept list: text that is another when other records are on it. Null where it is gone or no longer shared. */
  readonly state: string | null;
  /** Records of a kept list, or below a record, where they are known. */
  readonly items?: readonly ListedRecord[];
}

/** A target as it is tried before it is subscribed to. */
export const asSubscribed = (
  {
    source,
    objectApiName,
    targetId,
  }: { readonly source: AlertSource; readonly objectApiName: string; readonly targetId: string },
  accountId: string,
): Omit<Subscribed, 'state'> => ({
  id: '0',
  account_id: accountId,
  source,
  object_api_name: objectApiName,
  target_id: targetId,
  kinds: ['entered'],
  fields: [],
});

/** A record on a list, with the snapshot as of which it is; none where that makes no difference. */
export interface ListedRecord {
  readonly id: string;
  readonly since?: string;
}

/** What of one object a subscription asks about. */
export interface Trial {
  readonly objectApiName: string;
  /** This record alone. */
  readonly record?: string;
  /** A snapshot as of which it is asked, where that is later than the subscription. */
  readonly since?: string;
  /** Records that meet this; all when absent. */
  readonly condition?: Condition | undefined;
  /** Words that a record has to hold as well. */
  readonly keyword?: string;
  /** Its values alone do not say whether a record meets it: the database is asked, and what met it before is kept. */
  readonly isKept?: true;
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

/** What a condition may name: all that is kept, or what one user may list. */
export interface Asker {
  /** Who asks; undefined where no user in particular does. */
  readonly actor?: Member;
  readonly fields: (object: CatalogObject) => readonly FieldDefinition[];
  /** Other objects whose records it may ask about, by apiName. */
  readonly others: (apiName: string) => PointingSource | undefined;
}

/** Which records a user sees, and the day. */
export type Seeing = Pick<ReadScope, 'rowsOf' | 'today'>;

/** One kind of what can be subscribed to. A further kind is a further module of this shape in sources.ts. */
export interface SourceKind {
  /** What may be reported of it. */
  readonly kinds: readonly AlertKind[];
  /**
   * The objects of its targets where what is reported is not what befell records of lists: such a target is its user's own.
   * Absent for what is tried on the records of any open list.
   */
  readonly of?: ReadonlySet<string>;
  /** What is tried on changes. @throws Unfit with the reason in Chinese */
  readonly trials: (subscribed: Subscribed, catalog: Catalog, asker: Asker) => readonly Trial[];
  /**
   * Name and address of the targets of some subscriptions, by target id; those that are gone are left out. Without `seeing` it is
   * not known which records the account sees: one that only some users see has no name then.
   */
  readonly targets: (
    db: Db,
    object: CatalogObject,
    ids: readonly string[],
    accountId: string,
    seeing?: Seeing,
  ) => Promise<ReadonlyMap<string, Target>>;
  /** Kinds where none are chosen. */
  readonly usual: (object: CatalogObject) => readonly AlertKind[];
}
