import type { FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import { failCurrentRequest } from './http/current-request.ts';
import type { ListenSockets } from '#server/http/listen-sockets.ts';

export interface ProcessEndDeps {
  readonly app: FastifyInstance;
  readonly sockets: ListenSockets;
  readonly database: Database;
  /** Says that no more requests should come. */
  readonly drain?: () => void;
  /** How long the process goes on accepting after that, so that a proxy notices, in milliseconds. */
  readonly leaveMs?: number;
  /** Stops what would begin new work of its own. */
  readonly stopTimers?: () => void;
  /** How long requests under way may take to end, in milliseconds; DRAIN_MS when absent. */
  readonly drainMs?: number;
}

const DRAIN_MS = 20_000;
/** How long the rest may take once all connections are broken, in milliseconds. */
const CUT_MS = 5000;
const IDLE_SWEEP_MS = 100;
const EXIT_FAULT = 1;

/**
 * Ends the process in good order: it stops accepting, lets requests under way end, and closes the database. On SIGINT
 * and SIGTERM with code 0, at once when the signal comes again. After a fault that nothing handled with code 1: the state
 * of the process is unknown then, so it must not go on, yet what others asked for may still end.
 */
export class ProcessEnd {
  readonly #deps: ProcessEndDeps;
  #code = 0;
  #isEnding = false;
  #isLeaving = false;

  constructor(deps: ProcessEndDeps) {
    this.#deps = deps;
  }

  /** Begins to listen to signals and faults. */
  watch(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#leave());
    process.on('uncaughtException', (error) => this.fault(error));
    process.on('unhandledRejection', (reason) => this.fault(reason));
  }

  /** Logs a fault that nothing handled, fails its request and ends the process. */
  fault(error: unknown): void {
    this.#code = EXIT_FAULT;
    try {
      const requestId = failCurrentRequest();
      this.#deps.app.log.fatal({ err: error, requestId }, 'a fault that nothing handled ends the process');
    } finally {
      this.#end();
    }
  }

  /** Ends in good order once the proxy has had its time; the second time at once, without an order. */
  #leave(): void {
    if (this.#isLeaving) process.exit(this.#code);
    this.#isLeaving = true;
    const { drain, leaveMs = 0 } = this.#deps;
    drain?.();
    if (leaveMs > 0) setTimeout(() => this.#end(), leaveMs);
    else this.#end();
  }

  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const { app, stopTimers, drainMs = DRAIN_MS } = this.#deps;
    stopTimers?.();
    // A connection whose request ends during the drain would be kept open for the next one for over a minute.
    setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
    setTimeout(() => {
      app.server.closeAllConnections();
      setTimeout(() => process.exit(this.#code), CUT_MS);
    }, drainMs);
    this.#drain().then(
      () => process.exit(this.#code),
      (error: unknown) => {
        app.log.fatal({ err: error }, 'the process could not end in good order');
        process.exit(EXIT_FAULT);
      },
    );
  }

  async #drain(): Promise<void> {
    await this.#deps.sockets.close();
    await this.#deps.database.close();
  }
}
