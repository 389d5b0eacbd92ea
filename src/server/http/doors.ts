import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { platform } from 'node:process';
import type { FastifyInstance } from 'fastify';

/**
 * Node takes one connection from a listening socket in each turn of its loop (libuv 1.52). When everybody comes back after a
 * restart a turn is long, those who wait fill the queue, and whoever finds it full is put off by the kernel for up to a
 * minute. With several sockets on the port a turn takes several, and there are several queues.
 */
const DOORS = 16;
/** Connections that wait at each door at most; the kernel may allow fewer. */
const BACKLOG = 4096;
/** Elsewhere sockets cannot share a port so that connections are spread over them. */
const CAN_SHARE = platform === 'linux';

interface Place {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface Doors {
  readonly port: number;
  /** Lets nobody in any more, finishes what is under way and closes the app. */
  readonly close: () => Promise<void>;
}

/** Lets connections in. @throws Error EADDRINUSE where another process has the port. */
export async function openDoors(app: FastifyInstance, { host, port: wanted }: Place): Promise<Doors> {
  if (!CAN_SHARE) {
    await app.listen({ host, port: wanted, backlog: BACKLOG });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  }
  const port = await claim({ host, port: wanted });
  const shared = { host, port, backlog: BACKLOG, reusePort: true };
  await app.listen(shared);
  const doors = Array.from({ length: DOORS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  await Promise.all(doors.map((door) => once(door.listen(shared), 'listening')));
  return {
    port,
    async close() {
      const closed = doors.map(shut);
      await app.close();
      await Promise.all(closed);
    },
  };
}

/** Makes sure that nobody has the port: sockets that share one would take half of the connections of another server. */
async function claim({ host, port }: Place): Promise<number> {
  const first = createServer((socket) => socket.destroy());
  await once(first.listen({ host, port, exclusive: true }), 'listening');
  const { port: claimed } = first.address() as AddressInfo;
  await shut(first);
  return claimed;
}

/** Settles when the last connection that came in by it has ended. */
const shut = (door: Server): Promise<void> => new Promise((resolve) => door.close(() => resolve()));
