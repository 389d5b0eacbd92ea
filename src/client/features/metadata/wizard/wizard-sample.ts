import { compareStructural, makeAutoObservable, reaction } from 'mobx';
import type { ListGroups, ListGroupsQuery } from '#schemas/api/list-groups.ts';
import type { ListQuery, RecordRow } from '#schemas/api/records.ts';
import { groupRecords } from '#schemas/generated/api/list-groups.ts';
import { listRecords } from '#schemas/generated/api/records.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import type { PartWizard } from './part-wizard.ts';
import { membersOf, ownersOf } from './sample-query.ts';

/** Records of the object among which one is chosen, and records of its list that are shown. */
const SHOWN = 5;

/** What the answers of a wizard would show on the pages of real records that have something to show. */
export class WizardSample {
  chosen: string | undefined;
  readonly #wizard: PartWizard;
  readonly #owners: Loadable<readonly RecordRow[], [query: ListQuery]>;
  readonly #rows: Loadable<readonly RecordRow[], [query: ListQuery]>;
  readonly #groups: Loadable<ListGroups, [query: ListGroupsQuery]>;

  constructor(api: Api, wizard: PartWizard) {
    this.#wizard = wizard;
    const list = async (signal: AbortSignal, body: ListQuery) => (await api.call(listRecords, { body, signal })).list;
    this.#owners = new Loadable(list);
    this.#rows = new Loadable(list);
    this.#groups = new Loadable((signal, body) => api.call(groupRecords, { body, signal }));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Reads along with the answers until the returned function is called. */
  follow(): () => void {
    const along = <Query>(query: () => Query | undefined, read: (query: Query) => Promise<void>) =>
      reaction(query, (asked) => asked && void read(asked), { equals: compareStructural, fireImmediately: true });
    const stops = [
      along(() => this.#ownersQuery, this.#owners.load),
      along(() => this.#rowsQuery, this.#rows.load),
      along(() => this.#groupsQuery, this.#groups.load),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Records with something to show; undefined until they have been read. */
  get owners(): readonly RecordRow[] | undefined {
    return this.#owners.isLoading ? undefined : this.#owners.value;
  }

  /** The one whose page is shown. */
  get owner(): RecordRow | undefined {
    return this.owners?.find(({ id }) => id === this.chosen) ?? this.owners?.[0];
  }

  choose(id: string): void {
    this.chosen = id;
  }

  get rows(): readonly RecordRow[] | undefined {
    // A record is not among those that it is related to by way of others.
    return this.#rows.value?.filter(({ id }) => id !== this.owner?.id);
  }

  get groups(): ListGroups | undefined {
    return this.#groups.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#owners.failure ?? (this.#wizard.list === 'charts' ? this.#groups.failure : this.#rows.failure);
  }

  get #ownersQuery(): ListQuery | undefined {
    const { home, source, target } = this.#wizard;
    if (!source || !target) return undefined;
    const { of } = source.link;
    const fields = [home.nameField, ...(of === undefined || of === home.nameField ? [] : [of])];
    return { objectApiName: home.apiName, filter: ownersOf(source), fields, pageSize: SHOWN };
  }

  get #members() {
    const { source, target, linking } = this.#wizard;
    if (!source || !target || !linking || !this.owner) return undefined;
    return { objectApiName: target.apiName, ...membersOf(source, linking, this.owner) };
  }

  get #rowsQuery(): ListQuery | undefined {
    const { list, target, shownColumns, sort } = this.#wizard;
    if (!this.#members || !target || list !== 'related') return undefined;
    const fields = [...new Set([target.nameField, ...shownColumns])];
    return { ...this.#members, fields, pageSize: SHOWN, ...(sort && { sort: [sort] }) };
  }

  get #groupsQuery(): ListGroupsQuery | undefined {
    const { list, group, unit, sum } = this.#wizard;
    if (!this.#members || group === undefined || list !== 'charts') return undefined;
    return { ...this.#members, by: group, ...(unit && { unit }), ...(sum && { sum: sum.apiName }) };
  }
}
