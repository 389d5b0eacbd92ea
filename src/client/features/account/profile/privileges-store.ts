import { makeAutoObservable } from 'mobx';
import type { RecordsRead } from '#schemas/api/api-keys.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { type Actor, isFounder, isInvestor, isOrganisation, isStaff, isSvip } from '#shared/policy/actor.ts';
import { dailyContacts } from '#shared/policy/contacts.ts';
import { decideOn } from '#shared/policy/decide.ts';
import { exportsADay } from '#shared/policy/export-quota.ts';
import { KINDS_OF_PEOPLE, type KindOfPerson, somebodyOf } from '#shared/policy/kinds-of-people.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What one person may: an answer, or how many a day (null: as many as wanted). */
export type Right = boolean | number | null;

/** One thing that may be done, by whom: `mine` for the person at the screen, then each kind of person. */
export interface RightsRow {
  readonly label: string;
  readonly mine: Right;
  readonly kinds: readonly Right[];
}

/** Loads definitions of objects; throws `ApiFailure`. */
export type LoadObject = (apiName: string) => Promise<ObjectDefinition>;

const IS_KIND: Readonly<Record<KindOfPerson['kind'], (actor: Actor) => boolean>> = {
  member: (actor) =>
    !isFounder(actor) && !isInvestor(actor) && !isOrganisation(actor) && !isSvip(actor) && !isStaff(actor),
  founder: isFounder,
  investor: isInvestor,
  organisation: isOrganisation,
  svip: isSvip,
};

const row = (label: string, of: (actor: Actor) => Right, me: Actor): RightsRow => ({
  label,
  mine: of(me),
  kinds: KINDS_OF_PEOPLE.map((kind) => of(somebodyOf(kind))),
});

/** What each kind of person may do, as the policy that the server keeps decides it. */
export class PrivilegesStore {
  readonly rows: Loadable<RecordsRead | null>;
  readonly objects: Loadable<readonly ObjectDefinition[], [apiNames: readonly string[]]>;
  readonly me: Actor;

  constructor(load: LoadObject, readRows: () => Promise<RecordsRead | null>, me: Actor) {
    this.rows = new Loadable(readRows);
    this.objects = new Loadable((_signal, apiNames) => Promise.all(apiNames.map(load)));
    this.me = me;
    makeAutoObservable(this, { me: false, objects: false, rows: false });
  }

  /** The kinds that the person at the screen is. */
  get myKinds(): ReadonlySet<string> {
    return new Set(KINDS_OF_PEOPLE.filter(({ kind }) => IS_KIND[kind](this.me)).map(({ kind }) => kind));
  }

  /** Lists and details of every object that has a list. */
  get reading(): readonly RightsRow[] {
    return (this.objects.value ?? []).flatMap((object) => [
      row(`${object.label}：列表`, (actor) => decideOn(actor, object, 'list') === null, this.me),
      row(`${object.label}：详情`, (actor) => decideOn(actor, object, 'detail') === null, this.me),
    ]);
  }

  /** What is counted by the day. */
  get limits(): readonly RightsRow[] {
    return [
      row('每日免费查看联系方式', (actor) => dailyContacts(actor, false), this.me),
      row('每日导出数据', exportsADay, this.me),
    ];
  }
}
