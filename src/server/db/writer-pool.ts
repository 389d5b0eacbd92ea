import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isAway, isSilent, StandbyError } from './away.ts';
import type { Replicas } from './replicas/replicas.ts';
import { CONNECT_MS, type ServerClient, ServerPool } from './server-client.ts';
import type { Writer } from './writer.ts';

/** Pause before the servers are asked again, in milliseconds. */
const AGAIN_MS = 100;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

const NOTHING = (): void => undefined;

/** Connections to whichever server takes writes. While there is none, requests wait a little for the next one. */
export class WriterPool extends ServerPool {
  readonly #writer: Writer;
  /** Servers that may answer reads in the place of the writer. */
  replicas: Replicas | undefined;

  constructor(config: pg.PoolConfig, writer: Writer, settings: readonly string[] = []) {
    super(
      {
        ...config,
        verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
          done((client as unknown as ServerClient).isStandby ? new StandbyError() : undefined),
      },
      () => writer.address,
      settings,
    );
    this.#writer = writer;
    this.on('connect', (connected) => {
      if (!(connected as unknown as ServerClient).isStandby) writer.found();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#connected();
    if (!callback) return connected;
    // What the callback throws is no fault of the connection.
    connected.then(
      (client) => process.nextTick(callback, undefined, client, client.release.bind(client)),
      (error: Error) => process.nextTick(callback, error, undefined, NOTHING),
    );
  }

  async #connected(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const { address } = this.#writer;
      try {
        return await super.connect();
      } catch (error) {
        if (!isAway(error)) throw error;
        this.#writer.refused(address, isSilent(error) ? CONNECT_MS : 0);
        // Each server is asked once, even where nothing is waited for.
        if (tries < this.#writer.count) continue;
        if (!this.#writer.isWorthWaiting || this.ending) throw error;
      }
      await wait(AGAIN_MS);
    }
  }
}
