import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What streams cost at least: a bare server of this runtime that answers and keeps the connection. */
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 2000\n\n');
  request.on('close', () => response.end());
});
server.listen(0, '127.0.0.1', () => {
  const report = () => {
    globalThis.gc?.();
    return { port: (server.address() as AddressInfo).port, memory: process.memoryUsage() };
  };
  process.on('message', () => process.send?.(report()));
  process.send?.(report());
});
