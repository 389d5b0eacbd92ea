import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { platform } from 'node:process';
import type { FastifyInstance } from 'fastify';

/**
 * Node takes one connection from a listening socket in each turn of its loop (libuv 1.52). When all browsers come back after a
 * restart a turn is long, waiting connections fill the queue, and the kernel delays those that find it full for up to a
 * minute. With several sockets on the port a turn takes several, and there are several queues.
 */
const SOCKETS = 16;
/** Connections that wait at each socket at most; the kernel may allow fewer. */
const BACKLOG = 4096;
/** Elsewhere sockets cannot share a port so that connections are spread over them. */
const CAN_SHARE = platform === 'linux';

interface Place {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface ListenSockets {
  readonly port: number;
  /** Accepts no further connection, finishes what is under way and closes the app. */
  readonly close: () => Promise<void>;
}

/** Accepts connections. @throws Error EADDRINUSE where another process has the port. */
export async function openListenSockets(app: FastifyInstance, { host, port: wanted }: Place): Promise<ListenSockets> {
  if (!CAN_SHARE) {
    await app.listen({ host, port: wanted, backlog: BACKLOG });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  }
  const port = await claim({ host, port: wanted });
  const shared = { host, port, backlog: BACKLOG, reusePort: true };
  await app.listen(shared);
  const sockets = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  await Promise.all(sockets.map((socket) => once(socket.listen(shared), 'listening')));
  return {
    port,
    async close() {
      const closed = sockets.map(shut);
      await app.close();
      await Promise.all(closed);
    },
  };
}

/** Makes sure that the port is free: sockets that share one would take half of the connections of another server. */
async function claim({ host, port }: Place): Promise<number> {
  const first = createServer((socket) => socket.destroy());
  await once(first.listen({ host, port, exclusive: true }), 'listening');
  const { port: claimed } = first.address() as AddressInfo;
  await shut(first);
  return claimed;
}

/** Settles when the last connection that came in by it has ended. */
const shut = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
