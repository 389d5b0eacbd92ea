import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fold } from '#shared/text/fold.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { type FoundText, MAX_FOUND, type RecordTexts } from './queries.ts';

/** A text, and how many records hold it. */
interface Held extends FoundText {
  records: number;
}

const NONE: ReadonlyMap<string, Held> = new Map();

/** The texts of all records of one object, found whatever the case of their letters and in either kind of characters. */
export class KeptTexts {
  readonly object: CatalogObject;
  readonly fields: readonly FieldDefinition[];
  /** By the folded text, then by field and value. */
  readonly #found = new Map<string, Map<string, Held>>();
  readonly #ofRecord = new Map<string, readonly Held[]>();

  constructor(object: CatalogObject, fields: readonly FieldDefinition[]) {
    this.object = object;
    this.fields = fields;
  }

  /** Takes records as they are now: those of `ids` that are not among them are no longer there. */
  replace(records: readonly RecordTexts[], ids: readonly string[] = []): void {
    for (const id of [...ids, ...records.map((record) => record.id)]) this.#forget(id);
    for (const record of records) this.#add(record);
  }

  /** The parts that are a text in one of some fields. `parts` are folded. */
  find(parts: readonly string[], fields: ReadonlySet<string>): FoundText[] {
    const found: FoundText[] = [];
    for (const part of parts)
      for (const held of (this.#found.get(part) ?? NONE).values()) if (fields.has(held.field)) found.push(held);
    return found.slice(0, MAX_FOUND);
  }

  #forget(id: string): void {
    for (const held of this.#ofRecord.get(id) ?? []) {
      held.records -= 1;
      if (held.records > 0) continue;
      const folded = fold(held.value);
      const same = this.#found.get(folded);
      same?.delete(keyOf(held));
      if (same?.size === 0) this.#found.delete(folded);
    }
    this.#ofRecord.delete(id);
  }

  #add({ id, texts }: RecordTexts): void {
    const all: Held[] = [];
    for (const [at, { apiName: field }] of this.fields.entries()) {
      const text = texts[at];
      const isName = field === this.object.definition.nameField;
      for (const value of new Set(Array.isArray(text) ? text : [text]))
        if (typeof value === 'string') all.push(this.#held({ field, value, id: isName ? id : null }));
    }
    this.#ofRecord.set(id, all);
  }

  #held(text: FoundText): Held {
    const folded = fold(text.value);
    const same = this.#found.get(folded) ?? new Map<string, Held>();
    this.#found.set(folded, same);
    const key = keyOf(text);
    const held = same.get(key) ?? { ...text, records: 0 };
    same.set(key, held);
    held.records += 1;
    return held;
  }
}

const keyOf = ({ field, value, id }: FoundText): string => JSON.stringify([field, value, id]);
