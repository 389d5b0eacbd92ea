import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { logRequests, loggingOptions } from '#server/http/access-log.ts';
import { healthRoutes } from '#server/http/health.ts';
import { isWritable } from '#server/db/database-facts.ts';
import { openTestDatabase } from '#tests/support/databases/database.ts';

/** A server with the routes of health over a database of which the test decides how it answers. */
function openHealth() {
  const world = {
    now: 0,
    asked: 0,
    answer: async (): Promise<boolean> => true,
    wait: (): Promise<void> => new Promise(() => {}),
  };
  const lines: { msg?: string }[] = [];
  const app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  const health = healthRoutes(app, {
    isWritable: () => {
      world.asked += 1;
      return world.answer();
    },
    clock: () => world.now,
    wait: () => world.wait(),
  });
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  return { world, lines, health, statusOf };
}

describe('/readyz', () => {
  it('is 503 while the database fails, takes no writes or does not answer in time, and 200 again after', async () => {
    const { world, lines, statusOf } = openHealth();
    const faults: Partial<typeof world>[] = [
      { answer: async () => Promise.reject(new Error('connection refused')) },
      { answer: async () => false },
      { answer: () => new Promise(() => {}), wait: async () => undefined },
    ];
    const fine = { answer: world.answer, wait: world.wait };
    for (const fault of faults) {
      Object.assign(world, fault);
      world.now += 1000;
      expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([503, 200]);
      Object.assign(world, fine);
      world.now += 1000;
      expect(await statusOf('/readyz')).toBe(200);
    }
    expect(lines.map(({ msg }) => msg)).toEqual(
      faults.flatMap(() => ['not ready: the database does not take writes', 'ready again']),
    );
  });

  it('asks the database once a second, however often it is asked', async () => {
    const { world, statusOf } = openHealth();
    for (let at = 0; at < 20; at += 1) await statusOf('/readyz');
    expect(world.asked).toBe(1);
    world.now += 1000;
    await statusOf('/readyz');
    expect(world.asked).toBe(2);
  });

  it('is 503 once the process is to end', async () => {
    const { health, statusOf } = openHealth();
    health.drain();
    expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([503, 200]);
  });

  it('finds that the database of the product takes writes', async () => {
    const store = await openTestDatabase();
    expect(await isWritable(store.database)).toBe(true);
    await store.drop();
  });
});

describe('the access log', () => {
  it('has one line for each request: its route, its address without the query, and the id that the proxy gave', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const app = fastify(loggingOptions({ level: 'info', stream }));
    logRequests(app);
    app.get('/records/:id', async () => 'ok');
    const answer = await app.inject({ url: '/records/7?token=secret', headers: { 'x-request-id': 'proxy-0001' } });
    await app.inject({ url: '/records/7', headers: { 'x-request-id': 'a b' } });
    expect(answer.headers['x-request-id']).toBe('proxy-0001');
    expect(lines).toMatchObject([
      { msg: 'request', method: 'GET', route: '/records/:id', url: '/records/7', status: 200, reqId: 'proxy-0001' },
      { msg: 'request', route: '/records/:id', reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret/);
  });
});
