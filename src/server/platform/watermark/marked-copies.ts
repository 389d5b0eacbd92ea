import type { MarkedReader } from './mark-text.ts';
import type { MarkedCopy, Watermark } from './watermark.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Marked copies as they were made last, so that a file that is read and then saved is marked once. Whether a user may have one
 * is asked before. Those that were not wanted for longest go first.
 */
export class MarkedCopies {
  readonly #watermark: Pick<Watermark, 'mark'>;
  readonly #copies = new Map<string, Promise<MarkedCopy>>();
  readonly #sizes = new Map<string, number>();

  constructor(watermark: Pick<Watermark, 'mark'>) {
    this.#watermark = watermark;
  }

  /** @param read the bytes of the file, which never change under one id. @throws what reading or marking throws. */
  of(fileId: string, reader: MarkedReader, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<MarkedCopy> {
    const key = JSON.stringify([fileId, reader]);
    const copy = this.#copies.get(key) ?? this.#make(key, reader, read);
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  #make(key: string, reader: MarkedReader, read: () => Promise<Uint8Array<ArrayBuffer>>): Promise<MarkedCopy> {
    const copy = read().then((bytes) => this.#watermark.mark(bytes, reader));
    copy.then(
      (made) => this.#keep(key, made),
      () => this.#forget(key),
    );
    return copy;
  }

  #keep(key: string, copy: MarkedCopy): void {
    if (copy.state !== 'open') return this.#forget(key);
    this.#sizes.set(key, copy.bytes.length);
    let kept = [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [old, bytes] of [...this.#copies.keys()].map((each) => [each, this.#sizes.get(each)] as const)) {
      if (kept <= MOST_BYTES) return;
      if (bytes === undefined) continue;
      kept -= bytes;
      this.#forget(old);
    }
  }

  #forget(key: string): void {
    this.#copies.delete(key);
    this.#sizes.delete(key);
  }
}
