/** Statements kept by name on each connection at most; PostgreSQL holds some 100 kB for one that joins 40 columns. */
const MAX_NAMED = 200;
/** Texts remembered as seen once. A filter that was tried once must not take a name from a busy one. */
const MAX_SEEN = 2000;

/**
 * Names for statements that come again, so that PostgreSQL parses and plans them once for each connection. A name can
 * never be given to another text, because connections remember it; when all are taken the rest runs without.
 */
export class NamedStatements {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** The name of a text from its second use on. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_NAMED) return name;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    const given = `read_${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }
}
