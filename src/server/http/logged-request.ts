import type { FastifyRequest } from 'fastify';

/** What a log line says of a request: its address without the query, which may hold what opens a file. */
export const loggedRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url.split('?', 1)[0] ?? '',
  host,
  remoteAddress: ip,
});
