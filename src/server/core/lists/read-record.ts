import type { RecordRow } from '#schemas/api/records.ts';

interface Found {
  readonly id: string;
  readonly text: string;
  readonly createdBy: string | null;
  readonly masked: Readonly<Record<string, string>>;
  readonly marks: readonly string[];
  readonly companies?: readonly string[] | undefined;
  readonly parts?: ReadonlyMap<string, boolean> | undefined;
}

/** One record as this person may read it, and who created it. Most are passed on as the text that they came as. */
export class ReadRecord {
  readonly id: string;
  /** The record as JSON text. */
  readonly text: string;
  readonly createdBy: string | null;
  /** Sealed values without their middle, by field, where the scope masks them. */
  readonly masked: Readonly<Record<string, string>>;
  /** Marks of the record that wait: values that are worked out of others may be another in a moment. */
  readonly marks: readonly string[];
  /** Companies that the reader speaks for, where that was asked. */
  readonly companies: readonly string[] | undefined;
  /** Of fields that not every record shows the reader, or not with all of their links: does this record show it whole? */
  readonly parts: ReadonlyMap<string, boolean>;
  #record: RecordRow | undefined;

  constructor({ id, text, createdBy, masked, marks, companies, parts = new Map() }: Found) {
    this.id = id;
    this.text = text;
    this.createdBy = createdBy;
    this.masked = masked;
    this.marks = marks;
    this.companies = companies;
    this.parts = parts;
  }

  get record(): RecordRow {
    this.#record ??= JSON.parse(this.text) as RecordRow;
    return this.#record;
  }
}
