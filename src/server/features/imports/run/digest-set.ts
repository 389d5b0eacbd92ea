import { hash } from 'node:crypto';

const WORDS = 4;
const FIRST_CAPACITY = 1 << 12;

/**
 * The texts seen so far, as 128 bits each: 32 bytes a row instead of the row. Two different texts are taken for the same
 * once in 10²⁴ pairs.
 */
export class DigestSet {
  #capacity = FIRST_CAPACITY;
  #words = new Uint32Array(FIRST_CAPACITY * WORDS);
  #size = 0;

  /** Adds a text; false when it was there already. */
  add(text: string): boolean {
    const bytes = hash('sha256', text, 'buffer');
    // The first word is never 0, which marks a free place.
    const digest = [
      bytes.readUInt32LE(0) || 1,
      bytes.readUInt32LE(4),
      bytes.readUInt32LE(8),
      bytes.readUInt32LE(12),
    ] as const;
    const place = this.#place(digest);
    if (this.#words[place] !== 0) return false;
    this.#words.set(digest, place);
    this.#size += 1;
    if (this.#size * 2 > this.#capacity) this.#grow();
    return true;
  }

  #place(digest: ArrayLike<number>): number {
    const mask = this.#capacity - 1;
    for (let slot = (digest[1] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (this.#words[at] === 0 || [0, 1, 2, 3].every((word) => this.#words[at + word] === digest[word])) return at;
    }
  }

  #grow(): void {
    const old = this.#words;
    this.#capacity *= 2;
    this.#words = new Uint32Array(this.#capacity * WORDS);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] !== 0) {
        const digest = old.subarray(at, at + WORDS);
        this.#words.set(digest, this.#place(digest));
      }
    }
  }
}
