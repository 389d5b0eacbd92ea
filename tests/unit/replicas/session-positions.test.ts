import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { currentReading } from '#server/db/replicas/reading.ts';
import type { Replicas } from '#server/db/replicas/replicas.ts';
import { Vault } from '#server/db/vault.ts';
import { atPosition, followPositions } from '#server/http/positions.ts';

const VAULT = new Vault(Buffer.alloc(32, 1));
const READS = { method: 'GET', fromReplica: true } as const;

/** An app whose writer is at a position, with a route that writes and one that says what a replica must have. */
async function processAt(lsn: bigint | 'away', id: string | null, now: () => number = () => 0) {
  const position = async () => {
    if (lsn === 'away') throw new Error('away');
    return { timeline: 1, lsn };
  };
  const app = fastify();
  await app.register(cookie);
  app.decorateRequest('isHttps', false);
  followPositions(app, { replicas: { position } as unknown as Replicas, vault: VAULT } as never, now);
  const actor = { id };
  app.post('/write', (request, reply) =>
    atPosition({ method: 'POST' }, { actor, request, reply }, async () => ({ written: true })),
  );
  app.get('/read', (request, reply) =>
    atPosition(READS, { actor, request, reply }, async () => ({ floor: String(currentReading()?.floor?.lsn) })),
  );
  const write = async () => (await app.inject({ method: 'POST', url: '/write' })).cookies[0];
  const read = async (value = '') =>
    (await app.inject({ url: '/read', cookies: { kr_position: value } })).json<{ floor: string }>().floor;
  return { write, read };
}

it('a session takes the position of its writes along in a cookie that scripts cannot read and that soon ends', async () => {
  const first = await processAt(500n, '1');
  const given = await first.write();
  expect(given).toMatchObject({ name: 'kr_position', httpOnly: true, maxAge: 30 });
  const second = await processAt(900n, '1');
  expect([await second.read(given?.value), await second.read()]).toEqual(['500', 'undefined']);
});

it('a position that was written by hand is none', async () => {
  const { read } = await processAt(500n, '1');
  expect(await read(`1-ffff.${VAULT.index('1-1', 'position')}`)).toBe('undefined');
});

it('of two answers that come in another order the later position holds on the process that gave both, for a while', async () => {
  let now = 0;
  const { write, read } = await processAt(700n, '1', () => now);
  await write();
  const earlier = (await (await processAt(500n, '2')).write())?.value;
  expect(await read(earlier)).toBe('700');
  for (const turn of [1, 2]) {
    now = turn * 40_000;
    await write();
  }
  expect(await read()).toBe('700');
});

it('after a write whose position cannot be learnt no replica has come far enough', async () => {
  const { write, read } = await processAt('away', null);
  const given = await write();
  expect(BigInt(await read(given?.value))).toBe(2n ** 64n - 1n);
});
