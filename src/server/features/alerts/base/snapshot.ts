/** The snapshot of a database, as PostgreSQL writes one: `xmin:xmax:xip,…`. */
export class Snapshot {
  readonly #xmin: bigint;
  readonly #xmax: bigint;
  readonly #open: ReadonlySet<string>;

  constructor(text: string) {
    const [xmin = '0', xmax = '0', open = ''] = text.split(':');
    this.#xmin = BigInt(xmin);
    this.#xmax = BigInt(xmax);
    this.#open = new Set(open.split(','));
  }

  /** Was the transaction committed when the snapshot was taken, or rolled back? */
  isOlder(xid: string): boolean {
    const number = BigInt(xid);
    return number < this.#xmin || (number < this.#xmax && !this.#open.has(xid));
  }
}
