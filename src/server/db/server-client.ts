import pg from 'pg';

/** A server that does not answer for so long cannot be reached, in milliseconds. */
export const CONNECT_MS = 3000;

/** A connection to one server of a cluster. */
export class ServerClient extends pg.Client {
  readonly address: string;
  isStandby = false;

  constructor(config: pg.ClientConfig, address: string) {
    super({ ...config, connectionString: address, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
    this.address = address;
    // PostgreSQL reports it with the connection, and again when a standby takes over.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    this.on('error', () => undefined);
  }

  /** Breaks the connection without a word to the server, which may be one that does not answer. */
  cut(): void {
    this.connection.stream.destroy();
  }
}

/** Connections to a server that can all be broken at once. */
export class ServerPool extends pg.Pool {
  /** What each statement must set for itself, `name=value`, since its connection comes as it is. */
  readonly settings: readonly string[];
  readonly #clients = new Set<ServerClient>();

  /** @param address gives the server to be tried now */
  constructor(config: pg.PoolConfig & { verify?: unknown }, address: () => string, settings: readonly string[] = []) {
    class Client extends ServerClient {
      constructor(given: pg.ClientConfig) {
        super(given, address());
      }
    }
    super({ ...config, Client: Client as never });
    this.settings = settings;
    this.on('error', () => undefined);
    this.on('connect', (client) => this.#clients.add(client as unknown as ServerClient));
    this.on('remove', (client) => this.#clients.delete(client as unknown as ServerClient));
  }

  /** Breaks every connection: the server has stopped to answer. */
  cut(): void {
    for (const client of this.#clients) client.cut();
  }
}
