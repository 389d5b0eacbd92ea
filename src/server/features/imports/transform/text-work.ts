import type { ImportMapping, StubField, ValueMap } from '#schemas/metadata/import-mapping.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { LIST_MARK } from '#server/features/imports/reading/raw-row.ts';

/** What became of one text on its way to a value. */
export type Worked =
  | { readonly kind: 'blank' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: FieldValue }
  | { readonly kind: 'fault'; readonly reason: string };

const BLANK: Worked = { kind: 'blank' };
const USUAL_LIST = /[,，、;；|\n]+/u;

/** Trims, replaces, extracts and maps the texts of one field as its mapping says. */
export class TextWork {
  readonly #blank: ReadonlySet<string>;
  readonly #extract: RegExp | undefined;
  readonly #replace: readonly { readonly pattern: RegExp; readonly text: string }[];
  readonly #map: ValueMap | undefined;
  readonly #other: StubField['mapOther'];
  readonly #split: RegExp | string;

  constructor(field: StubField, mapping: ImportMapping) {
    this.#blank = new Set(['', ...(mapping.blank ?? []), ...(field.blank ?? [])]);
    this.#extract = field.extract === undefined ? undefined : new RegExp(field.extract, 'u');
    this.#replace = (field.replace ?? []).map((step) => ({ pattern: new RegExp(step.pattern, 'gu'), text: step.with }));
    this.#map = typeof field.map === 'string' ? mapping.maps?.[field.map] : field.map;
    this.#other = field.mapOther;
    this.#split = typeof field.split === 'object' ? new RegExp(field.split.pattern, 'u') : (field.split ?? USUAL_LIST);
  }

  isBlank(text: string): boolean {
    return this.#blank.has(text.trim());
  }

  /** The entries of a list, without blank ones. */
  parts(text: string): string[] {
    const lists = text.split(LIST_MARK).flatMap((part) => part.split(this.#split));
    return lists.map((part) => part.trim()).filter((part) => !this.#blank.has(part));
  }

  /** One text, or one entry of a list. */
  work(raw: string): Worked {
    let text = raw.trim();
    if (this.#blank.has(text)) return BLANK;
    for (const { pattern, text: replacement } of this.#replace) text = text.replace(pattern, replacement);
    if (this.#extract) {
      const match = this.#extract.exec(text);
      if (!match) return { kind: 'fault', reason: '不符合 extract 的样式' };
      text = match[1] ?? match[0];
    }
    text = text.trim();
    if (text === '') return BLANK;
    return this.#map ? this.#mapped(text, this.#map) : { kind: 'text', text };
  }

  #mapped(text: string, map: ValueMap): Worked {
    if (!Object.hasOwn(map, text)) {
      if (this.#other === 'reject') return { kind: 'fault', reason: `对照表中没有“${text.slice(0, 100)}”` };
      return this.#other === 'blank' ? BLANK : { kind: 'text', text };
    }
    const value = map[text];
    if (value === null || value === undefined || value === '') return BLANK;
    return typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'value', value: value as FieldValue };
  }
}
