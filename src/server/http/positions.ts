import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWrite, type Route } from '#schemas/api/route.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { later, NEVER_REACHED, type Position, readPosition, writePosition } from '#server/db/replicas/position.ts';
import { readFromReplicas } from '#server/db/replicas/reading.ts';
import type { Replicas } from '#server/db/replicas/replicas.ts';
import type { Vault } from '#server/db/vault.ts';
import { cookieName, cookieOptions } from './https.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where there are no replicas. */
    positions?: Positions;
  }
}

const COOKIE = 'kr_position';
/** What the index of a position is kept apart by. */
const KIND = 'position';
/** By then every replica in use has what was written, as one that lags by more than five seconds is left out. */
const KEPT_SECONDS = 30;

/** What accounts have written through this process a short time ago: two of their answers may come in another order. */
class Recent {
  readonly #clock: () => number;
  #present = new Map<string, Position>();
  #past = new Map<string, Position>();
  #since: number;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#since = clock();
  }

  of(account: string): Position | undefined {
    return this.#present.get(account) ?? this.#past.get(account);
  }

  note(account: string, position: Position): void {
    if (this.#clock() - this.#since > KEPT_SECONDS * 1000) {
      this.#past = this.#present;
      this.#present = new Map();
      this.#since = this.#clock();
    }
    this.#present.set(account, later(this.of(account), position) ?? position);
  }
}

/** A request as far as positions go. */
interface Asked {
  readonly actor: Pick<Actor, 'id' | 'key'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Gives each session the position in the log after what it wrote, so that what it reads from replicas has it: by a cookie,
 * as the next request may reach another process.
 */
class Positions {
  readonly #replicas: Replicas;
  readonly #vault: Pick<Vault, 'index' | 'isIndex'>;
  readonly #recent: Recent;

  constructor(replicas: Replicas, vault: Pick<Vault, 'index' | 'isIndex'>, clock: () => number) {
    this.#replicas = replicas;
    this.#vault = vault;
    this.#recent = new Recent(clock);
  }

  async read<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
    return readFromReplicas(await this.#floorOf(asked), run);
  }

  /** Whether it succeeds or fails, a write may have left something behind. */
  async write<T>({ actor, request, reply }: Asked, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } finally {
      const position = await this.#replicas.position().catch(() => NEVER_REACHED);
      if (actor.id !== null) this.#recent.note(actor.id, position);
      const text = writePosition(position);
      if (!reply.sent && !reply.raw.headersSent)
        void reply.setCookie(cookieName(request, COOKIE), `${text}.${this.#vault.index(text, KIND)}`, {
          ...cookieOptions(request),
          maxAge: KEPT_SECONDS,
        });
    }
  }

  async #floorOf({ actor, request }: Asked): Promise<Position | undefined> {
    // Programs keep no cookie, and follow what others write: they find all that was there when they asked.
    if (actor.key) return this.#replicas.position().catch(() => NEVER_REACHED);
    const recent = actor.id === null ? undefined : this.#recent.of(actor.id);
    return later(recent, this.#brought(request));
  }

  #brought(request: FastifyRequest): Position | undefined {
    const [text = '', mark = ''] = request.cookies[cookieName(request, COOKIE)]?.split('.') ?? [];
    return this.#vault.isIndex(mark, text, KIND) ? readPosition(text) : undefined;
  }
}

/** Lets replicas answer the routes that only read records, where there are any. */
export function followPositions(app: FastifyInstance, { replicas, vault }: Database, clock: () => number): void {
  if (replicas) app.decorate('positions', new Positions(replicas, vault, clock));
}

/** Runs a call where its route may read, and says after a write how far its session has come. */
export async function atPosition<T>(
  route: Pick<Route, 'fromReplica' | 'writes' | 'method'>,
  asked: Asked,
  run: () => Promise<T>,
): Promise<T> {
  const { positions } = asked.request.server;
  if (!positions) return run();
  if (route.fromReplica) return positions.read(asked, run);
  return isWrite(route) ? positions.write(asked, run) : run();
}
