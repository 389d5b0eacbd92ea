import { makeAutoObservable } from 'mobx';
import { readWorkbench } from '#schemas/generated/api/visits.ts';
import type { Workbench } from '#schemas/api/visits.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { hashAddress } from '#client/lib/router.ts';

const VISITED = '/visited';
const DEALS = '/pipeline/deals';
/** States of deals, in their order, and those that have come to their end. */
const STATES = ['watching', 'considering', 'committed', 'invested', 'declined'];
const ENDED = ['invested', 'declined'];
const STATE_WORDS: Readonly<Record<string, string>> = {
  watching: '观察中',
  considering: '考虑投资',
  committed: '已承诺',
  invested: '已投资',
  declined: '不投',
};

/** A number with the list that it counts. */
export interface Tile {
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly href: string;
}

const listHref = (path: string, filter?: Condition): string =>
  hashAddress(path + encodeListState({ ...DEFAULT_LIST_STATE, filter }));

/** What an investor looked at and follows up. */
export class WorkbenchStore {
  readonly workbench: Loadable<Workbench>;

  constructor(api: Api) {
    this.workbench = new Loadable(() => api.call(readWorkbench));
    makeAutoObservable(this, { workbench: false });
  }

  get visits(): readonly Tile[] {
    const { value } = this.workbench;
    if (!value) return [];
    return [
      { label: '我看过的', count: value.visited, note: '企业与融资项目', href: listHref(VISITED) },
      {
        label: '看过后有更新',
        count: value.changed,
        note: '最近浏览之后资料有变化',
        href: listHref(VISITED, { field: 'changed', op: 'eq', value: true }),
      },
      {
        label: '多次浏览、未跟进',
        count: value.unfollowed,
        note: '不止一天看过，还没有加入跟进',
        href: listHref(VISITED, {
          and: [
            { field: 'days', op: 'gte', value: 2 },
            { field: 'followed', op: 'eq', value: false },
          ],
        }),
      },
    ];
  }

  get deals(): readonly Tile[] {
    const { value } = this.workbench;
    if (!value) return [];
    const counts = new Map(value.deals.map(({ state, count }) => [state, count]));
    const states = STATES.filter((state) => counts.has(state)).map((state) => ({
      label: STATE_WORDS[state] ?? state,
      count: counts.get(state) ?? 0,
      note: '项目跟进',
      href: listHref(DEALS, { field: 'state', op: 'in', value: [state] }),
    }));
    const due = {
      label: '14天内的下一步',
      count: value.due,
      note: `${value.until} 及以前，含已过期`,
      href: listHref(DEALS, {
        and: [
          { field: 'nextOn', op: 'between', value: [null, value.until] },
          { field: 'state', op: 'in', value: STATES.filter((state) => !ENDED.includes(state)) },
        ],
      }),
    };
    return [due, ...states];
  }
}
