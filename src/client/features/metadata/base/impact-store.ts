import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { addToKeptList, createKeptList } from '#schemas/generated/api/kept-lists.ts';
import { readImpact } from '#schemas/generated/api/metadata-impact.ts';
import type { Failing } from '#schemas/api/metadata-impact.ts';
import { readOptionSet, saveOptionSet } from '#schemas/generated/api/metadata.ts';
import type { AgreedLoss, FieldLoss } from '#schemas/api/metadata-losses.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { missingOptions } from '#shared/metadata/missing-options.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** Records named, and gathered for a list, of one thing that they fail. */
const MOST_NAMES = 5;
const MOST_IDS = 2000;
/** Lists of one name, told apart by numbers. */
const MOST_ATTEMPTS = 20;
/** Lost values that are gathered, and how many marks of losses there are. */
const MOST_VALUES = 500;
const MARKS = 2 ** 31;
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

/** The losses of two slices of records together. */
function addedLoss(known: FieldLoss | undefined, next: FieldLoss): FieldLoss {
  if (!known) return next;
  const values = new Map(known.values.map((value) => [value.text, value]));
  for (const value of next.values) {
    const before = values.get(value.text);
    values.set(value.text, before ? { ...before, records: before.records + value.records } : value);
  }
  const most = [...values.values()].toSorted((left, right) => right.records - left.records).slice(0, MOST_VALUES);
  return {
    field: known.field,
    records: known.records + next.records,
    mark: (known.mark + next.mark) % MARKS,
    values: most,
    different: Math.max(known.different, next.different, values.size),
  };
}

/** Counts the records that a change would refuse, slice by slice, until all have been looked at or the user stops it. */
export class ImpactStore {
  state: 'none' | 'counting' | 'done' | 'stopped' = 'none';
  checked = 0;
  failing: readonly Failing[] = [];
  losses: readonly FieldLoss[] = [];
  /** The user has read what would be lost and wants it so. */
  isAgreed = false;
  failure: string | undefined;
  readonly #api: Api;
  /** Counts the questions: what was asked before the last one is not shown. */
  #asked = 0;
  #last: readonly [baseVersion: number, definition: ObjectDefinition] | undefined;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { failing: observableRef, losses: observableRef }, { autoBind: true });
  }

  /** May a change of types be saved: is it known what is lost, and is that nothing, or agreed to? */
  get isSettled(): boolean {
    return this.state === 'done' && (this.isAgreed || this.losses.every(({ records }) => records === 0));
  }

  /** What the user agreed to lose. */
  get agreed(): readonly AgreedLoss[] {
    return this.losses.map(({ field, records, mark }) => ({ field, records, mark }));
  }

  agree(isAgreed: boolean): void {
    this.isAgreed = isAgreed;
  }

  /** Counts once more, from the beginning. */
  again(): void {
    if (this.#last) void this.count(...this.#last);
  }

  /** Adds the options that some texts need to an option set, and counts again. */
  async addOptions(name: string, field: FieldDefinition, texts: readonly string[]): Promise<void> {
    try {
      const { version, ...set } = await this.#api.call(readOptionSet, { params: { name } });
      const options = [...set.options, ...missingOptions(field, set.options, texts)];
      await this.#api.call(saveOptionSet, { body: { baseVersion: version, optionSet: { ...set, options } } });
      this.again();
    } catch (thrown) {
      runInAction(() => (this.failure = asFailure(thrown).message));
    }
  }

  async count(baseVersion: number, definition: ObjectDefinition): Promise<void> {
    const asked = (this.#asked += 1);
    this.state = 'counting';
    this.#last = [baseVersion, definition];
    [this.checked, this.failing, this.losses, this.isAgreed, this.failure] = [0, [], [], false, undefined];
    try {
      for (let after: string | null | undefined; after !== null;) {
        const body: { baseVersion: number; definition: ObjectDefinition; after?: string } = { baseVersion, definition };
        const slice = await this.#api.call(readImpact, { body: { ...body, ...(after && { after }) } });
        if (asked !== this.#asked) return;
        runInAction(() => {
          const known = new Map(this.failing.map((one) => [one.key, one]));
          const lost = new Map(this.losses.map((one) => [one.field, one]));
          this.checked += slice.checked;
          this.losses = slice.losses.map((one) => addedLoss(lost.get(one.field), one));
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
