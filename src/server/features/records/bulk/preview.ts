import type { BulkPreview, BulkTask } from '#schemas/api/bulk.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { parentsOf } from '#server/core/derived/changes.ts';
import type { Judgement } from '#server/core/records/change-many.ts';

/** Records that are shown before and after. */
const SAMPLES = 20;
/** Reasons of refusals that are kept apart; a text that names each record would otherwise be one for each. */
const MOST_REASONS = 50;
const OVERTAKEN = '记录刚刚被他人修改或删除';

type Refusal = BulkPreview['refusals'][number];

/** Adds up what a change would do, slice by slice. */
export class PreviewTally {
  readonly #object: CatalogObject;
  readonly #task: BulkTask;
  readonly #parents = new Set<string>();
  readonly #refusals = new Map<string, Refusal>();
  readonly #samples: BulkPreview['samples'] = [];
  #changing = 0;
  #unchanged = 0;
  #refused = 0;

  constructor(object: CatalogObject, task: BulkTask) {
    this.#object = object;
    this.#task = task;
  }

  get preview(): BulkPreview {
    const [changing, unchanged, refused] = [this.#changing, this.#unchanged, this.#refused];
    return {
      seen: changing + unchanged + refused,
      changing,
      unchanged,
      refused,
      parents: this.#parents.size,
      refusals: [...this.#refusals.values()].toSorted((a, b) => b.records - a.records),
      samples: this.#samples,
    };
  }

  add(judged: readonly Judgement[]): void {
    for (const one of judged) {
      if (one.outcome === 'unchanged') this.#unchanged += 1;
      else if (one.outcome === 'changed') this.#change(one);
      else this.#refuse(one);
    }
  }

  #change({ id, old, values, changes }: Extract<Judgement, { outcome: 'changed' }>): void {
    this.#changing += 1;
    const record = { id, old: old.values, ...(this.#task === 'edit' && { next: values }) };
    for (const parent of parentsOf(this.#object, [record])) this.#parents.add(parent);
    if (this.#samples.length < SAMPLES) this.#samples.push({ id, name: this.#nameOf(old.values), changes });
  }

  #refuse(one: Exclude<Judgement, { outcome: 'changed' | 'unchanged' }>): void {
    this.#refused += 1;
    const [problem] = one.outcome === 'refused' ? one.problems : [];
    const { field = '', message = OVERTAKEN } = problem ?? {};
    const key = `${field} ${message}`;
    const known = this.#refusals.get(key);
    if (known) this.#refusals.set(key, { ...known, records: known.records + 1 });
    else if (this.#refusals.size < MOST_REASONS) {
      const name = one.outcome === 'refused' ? this.#nameOf(one.old.values) : '';
      const label = this.#object.field(field)?.label ?? '';
      this.#refusals.set(key, { field, label, message, records: 1, example: { id: one.id, name } });
    }
  }

  #nameOf(values: Readonly<Record<string, unknown>>): string {
    return String(values[this.#object.definition.nameField] ?? '');
  }
}
