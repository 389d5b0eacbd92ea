import { createHash } from 'node:crypto';

/** Statements kept by name on each connection at most; PostgreSQL holds some 100 kB for one that joins 40 columns. */
const MAX_NAMED = 200;
/** 120 bits: no two texts share them. */
const NAME_LENGTH = 20;
/** Texts remembered as seen once. A filter that was tried once must not take a name from a busy one. */
const MAX_SEEN = 2000;

const nameFor = (text: string): string =>
  `read_${createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH)}`;

/**
 * Names for statements that come again, so that PostgreSQL parses and plans them once for each connection. A name is made
 * of its text: behind a pooler several processes share a connection, which remembers what each name means. When all are
 * taken the rest runs without.
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
    const given = nameFor(text);
    this.#names.set(text, given);
    return given;
  }

  /** Gives a text another name: what connections remember by the old one answers in columns of types that are no more. */
  rename(text: string): void {
    const known = this.#names.get(text);
    if (known !== undefined) this.#names.set(text, nameFor(`${known} ${text}`));
  }
}
