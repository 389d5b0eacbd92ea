/** The values of a statement that is being written. The text holds only their places, so equal queries share one text. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The place of a value in the text, cast so that PostgreSQL needs to guess no type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
