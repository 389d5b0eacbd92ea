import { makeAutoObservable, observable } from 'mobx';
import type { ListGroups } from '#schemas/api/list-groups.ts';
import { groupRecords } from '#schemas/generated/api/list-groups.ts';
import type { ListQuery } from '#schemas/api/records.ts';
import type { ListSummary } from '#schemas/metadata/displays.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** What a list says about all of its records together, for the question that it answers. */
export class ListSummariesStore {
  readonly #api: Api;
  readonly #parts = observable.map<string, Loadable<ListGroups, [ListQuery]>>({}, { deep: false });
  readonly #texts = new Map<string, string>();
  #question = '';
  /** What is on screen, with what it answers. */
  #asked: readonly (readonly [Loadable<ListGroups, [ListQuery]>, ListQuery])[] = [];

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this);
  }

  /** One summary, by its label. */
  of(label: string): Loadable<ListGroups, [ListQuery]> | undefined {
    return this.#parts.get(label);
  }

  /** Works out again what is shown: something has changed. */
  reload(): void {
    for (const [part, query] of this.#asked) void part.refresh(query);
  }

  /** Works out the summaries for a question of a list. The same question again asks nothing. */
  show(summaries: readonly ListSummary[], query: ListQuery): void {
    const question = JSON.stringify([summaries, query.filter, query.keyword]);
    if (question === this.#question) return;
    this.#question = question;
    this.#asked = summaries.map((summary) => [this.#part(summary), query]);
    for (const [part] of this.#asked) void part.load(query);
  }

  #part(summary: ListSummary): Loadable<ListGroups, [ListQuery]> {
    const { label, by, unit, sum } = summary;
    // A layout may have changed what a label means.
    const text = JSON.stringify([by, unit, sum]);
    const known = this.#parts.get(label);
    if (known && this.#texts.get(label) === text) return known;
    this.#texts.set(label, text);
    const part = new Loadable<ListGroups, [ListQuery]>((signal, { objectApiName, filter, keyword }) =>
      this.#api.call(groupRecords, {
        body: {
          objectApiName,
          ...(filter !== undefined && { filter }),
          ...(keyword !== undefined && { keyword }),
          by,
          ...(unit && { unit }),
          ...(sum !== undefined && { sum }),
        },
        signal,
      }),
    );
    this.#parts.set(label, part);
    return part;
  }
}
