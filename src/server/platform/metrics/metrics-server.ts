import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Metrics } from './metrics.ts';

/** Where metrics are read: an address of its own, so that the port of the product never gives them. */
export interface MetricsPlace {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** @throws Error EADDRINUSE where another process has the port */
export async function openMetricsServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  place: MetricsPlace,
): Promise<MetricsServer> {
  const server = fastify({ forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) => {
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).header('cache-control', 'no-store').send(text);
  });
  await server.listen({ ...place });
  return { port: (server.server.address() as AddressInfo).port, close: () => server.close() };
}
