import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { addToKeptList, createKeptList } from '#schemas/generated/api/kept-lists.ts';
import { readImpact } from '#schemas/generated/api/metadata-impact.ts';
import type { Failing } from '#schemas/api/metadata-impact.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** Records named, and gathered for a list, of one thing that they fail. */
const MOST_NAMES = 5;
const MOST_IDS = 2000;
/** Lists of one name, told apart by numbers. */
const MOST_ATTEMPTS = 20;
/** Characters of the name of a list. */
const LIST_NAME = 60;

/** A list narrowed by a condition, as the address of its object has it. */
const filtered = (route: string, filter: Condition): string =>
  `${route}${encodeListState({ ...DEFAULT_LIST_STATE, filter })}`;

function added(known: Failing | undefined, next: Failing): Failing {
  if (!known) return next;
  const ids = [...known.ids, ...next.ids].slice(0, MOST_IDS);
  const first = [...known.first, ...next.first].slice(0, MOST_NAMES);
  return { ...known, count: known.count + next.count, ids, first };
}

/** Counts the records that a change would refuse, slice by slice, until all have been looked at or the user stops it. */
export class ImpactStore {
  state: 'none' | 'counting' | 'done' | 'stopped' = 'none';
  checked = 0;
  failing: readonly Failing[] = [];
  failure: string | undefined;
  readonly #api: Api;
  /** Counts the questions: what was asked before the last one is not shown. */
  #asked = 0;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { failing: observableRef }, { autoBind: true });
  }

  async count(baseVersion: number, definition: ObjectDefinition): Promise<void> {
    const asked = (this.#asked += 1);
    this.state = 'counting';
    [this.checked, this.failing, this.failure] = [0, [], undefined];
    try {
      for (let after: string | null | undefined; after !== null;) {
        const body: { baseVersion: number; definition: ObjectDefinition; after?: string } = { baseVersion, definition };
        const slice = await this.#api.call(readImpact, { body: { ...body, ...(after && { after }) } });
        if (asked !== this.#asked) return;
        runInAction(() => {
          const known = new Map(this.failing.map((one) => [one.key, one]));
          this.checked += slice.checked;
          this.failing = slice.failing.map((one) => added(known.get(one.key), one));
        });
        ({ after } = slice);
      }
      runInAction(() => (this.state = 'done'));
    } catch (thrown) {
      if (asked !== this.#asked) return;
      runInAction(() => {
        this.failure = asFailure(thrown).message;
        this.state = 'stopped';
      });
    }
  }

  /** Asks no further; what has been counted stays. */
  stop(): void {
    this.#asked += 1;
    if (this.state === 'counting') this.state = 'stopped';
  }

  /** The list with the failing records alone; undefined where its conditions cannot say which they are. */
  address(route: string | undefined, { filter }: Failing): string | undefined {
    return route === undefined || filter === undefined ? undefined : filtered(route, filter as Condition);
  }

  /** A list of a name that no other list of the user has. */
  async #begin(objectApiName: string, words: string, attempt = 1): Promise<{ readonly id: string }> {
    const tail = attempt === 1 ? '' : ` ${attempt}`;
    const name = [...words].slice(0, LIST_NAME - tail.length).join('') + tail;
    try {
      return await this.#api.call(createKeptList, { body: { objectApiName, name } });
    } catch (thrown) {
      if (asFailure(thrown).code !== FAILURES.DUPLICATE.code || attempt === MOST_ATTEMPTS) throw thrown;
      return this.#begin(objectApiName, words, attempt + 1);
    }
  }

  /** Puts the records on a list of the user, and gives the address that shows it; undefined with `failure` where that is refused. */
  async keep(objectApiName: string, route: string, { words, ids }: Failing): Promise<string | undefined> {
    try {
      const { id } = await this.#begin(objectApiName, `保存前检查：${words}`);
      await this.#api.call(addToKeptList, { params: { id }, body: { ids: [...ids] } });
      return filtered(route, { inList: id });
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
      return undefined;
    }
  }
}
