import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListenSockets, openListenSockets } from '#server/http/listen-sockets.ts';

const HOST = '127.0.0.1';
const open: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function opened(app: FastifyInstance = fastify(), port = 0): Promise<ListenSockets> {
  const sockets = await openListenSockets(app, { host: HOST, port });
  open.push(sockets);
  return sockets;
}

/** The head and body that a server answers with over a connection of its own. */
async function ask(port: number, path: string): Promise<string> {
  const socket = connect({ host: HOST, port }).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}

describe('a server that many come back to at once', () => {
  it('answers each of them', async () => {
    const app = fastify();
    app.get('/', () => 'here');
    const { port } = await opened(app);
    const answers = await Promise.all(Array.from({ length: 400 }, () => ask(port, '/')));
    expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 200'))).toEqual([]);
    expect(answers.every((answer) => answer.endsWith('here'))).toBe(true);
  });

  it('has its port for itself: another one is refused it, as is one whose port is taken', async () => {
    const { port } = await opened();
    await expect(openListenSockets(fastify(), { host: HOST, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const stranger = createServer();
    await once(stranger.listen(0, HOST), 'listening');
    const address = stranger.address() as { port: number };
    await expect(openListenSockets(fastify(), { host: HOST, port: address.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    stranger.close();
  });

  it('finishes what is under way when it stops, wherever it came in, and lets no user in after that', async () => {
    const app = fastify();
    const begun = Promise.withResolvers<void>();
    const done = Promise.withResolvers<string>();
    let waiting = 0;
    app.get('/', () => {
      waiting += 1;
      if (waiting === 40) begun.resolve();
      return done.promise;
    });
    const sockets = await opened(app);
    const asked = Array.from({ length: 40 }, () => ask(sockets.port, '/'));
    await begun.promise;
    const closed = sockets.close();
    open.pop();
    done.resolve('finished');
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => !answer.endsWith('finished'))).toEqual([]);
    await closed;
    const late = connect({ host: HOST, port: sockets.port });
    const [refused] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).toBe('ECONNREFUSED');
  });
});
