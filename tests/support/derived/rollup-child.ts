// A process that writes what roll-ups are counted from, in every way, until it is killed.
import { randomUUID } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { prng } from '#tests/support/prng.ts';
import { PARENTS, type WriterTask } from './rollup-kills.ts';

/** Rows of one slice of an import. */
const SLICE = 20;
/** Lines of writes at a time. */
const LINES = 3;

const { url, dataDir, seed } = JSON.parse(process.argv[2] ?? '{}') as WriterTask;
const random = prng(seed);
const database = await openDatabase({ url, dataDir, connections: 6 });
const now = () => new Date();
const { writer } = await openServices(database, { objects: [], optionSets: [] }, now);
const context = { actor: '1', roles: ['staff'], origin: 'form', now: now() };

const parent = () => ({ id: String(random.int(1, PARENTS)) });
const someDeal = (at: number) => ({
  title: `deal ${at}`,
  firm: parent(),
  leads: [parent()],
  follows: random.chance(0.5) ? [parent(), parent()] : [],
  round: random.pick(['A', 'B', 'C']),
  on: `20${random.int(10, 26)}-05`,
  open: random.chance(0.5),
  amount: { num: String(random.int(1, 9) * 1000), currency: 'CNY' },
});

/** A deal that is there, with its version. */
async function anyDeal(): Promise<{ id: string; version: number } | undefined> {
  const { rows } = await database.pool.query<{ id: string; version: number }>(
    `select id, version from "Deal" where id >= (select (max(id) * $1::float)::bigint from "Deal") order by id limit 1`,
    [random.next()],
  );
  return rows[0];
}

async function write(at: number): Promise<unknown> {
  const chance = random.next();
  if (chance < 0.4) return writer.create('Deal', randomUUID(), someDeal(at), context);
  if (chance < 0.55) {
    const key = () => `key ${random.int(1, 400)}`;
    const rows = Array.from({ length: SLICE }, () => ({ key: key(), values: someDeal(at) }));
    return writer.writeMany('Deal', 'kills', rows, { ...context, origin: 'import:kills' });
  }
  const deal = await anyDeal();
  if (!deal) return undefined;
  if (chance < 0.65) return writer.remove('Deal', deal.id, context);
  return writer.update('Deal', deal.id, deal.version, someDeal(at), context);
}

/** Another one was quicker with the same record or key, as SQLSTATE says: it is refused, or taken back for a deadlock. */
const isClash = (error: unknown): boolean =>
  error instanceof Failure || ['23505', '40P01'].includes(String((error as { code?: unknown }).code));

let hasBegun = false;
async function line(): Promise<never> {
  for (let at = 0; ; at += 1) {
    await write(at).catch((error: unknown) => {
      if (!isClash(error)) throw error;
    });
    if (!hasBegun) process.stdout.write('writing\n');
    hasBegun = true;
  }
}
await Promise.all(Array.from({ length: LINES }, line));
