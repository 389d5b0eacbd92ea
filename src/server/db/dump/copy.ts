import type pg from 'pg';

/** What the driver's types leave out of a connection. */
interface CopyWire {
  readonly sendCopyFromChunk: (rows: Buffer) => void;
  readonly endCopyFrom: () => void;
}

/** One COPY statement over a connection; the driver calls these as the answers come. */
class Copy implements pg.Submittable {
  readonly #text: string;
  readonly #given: Buffer | undefined;
  readonly #settle: PromiseWithResolvers<{ bytes: Buffer; rows: number }>;
  readonly #pieces: Buffer[] = [];
  #rows = 0;

  constructor(text: string, given?: Buffer) {
    this.#text = text;
    this.#given = given;
    this.#settle = Promise.withResolvers();
  }

  get done(): Promise<{ bytes: Buffer; rows: number }> {
    return this.#settle.promise;
  }

  /**
   * What goes in is sent along with the statement: the embedded database must have it all in one exchange, and a server
   * that refuses the statement throws it away.
   */
  submit(connection: pg.Connection): void {
    const wire = connection as pg.Connection & CopyWire;
    wire.query(this.#text);
    if (!this.#given) return;
    wire.sendCopyFromChunk(this.#given);
    wire.endCopyFrom();
  }

  handleCopyInResponse(): void {
    // The rows are on their way already.
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver's buffer is used again for what comes next.
    this.#pieces.push(Buffer.from(chunk));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve({ bytes: Buffer.concat(this.#pieces), rows: this.#rows });
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }
}

/** The rows of `copy … to stdout`, in the text format, and how many they are. They are in memory: ask for a slice. */
export async function copyOut(client: pg.ClientBase, statement: string): Promise<{ bytes: Buffer; rows: number }> {
  return client.query(new Copy(statement)).done;
}

/** Gives whole rows in the text format to `copy … from stdin`. @returns how many were stored. */
export async function copyIn(client: pg.ClientBase, statement: string, rows: Buffer): Promise<number> {
  return (await client.query(new Copy(statement, rows)).done).rows;
}
