// A process that writes what roll-ups are counted from, in every way that users have, until it is killed.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BulkEdit } from '#schemas/api/bulk.ts';
import type { ImportDetail, ImportJob } from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { FAILURES, Failure } from '#shared/errors.ts';
import { createApp } from '#server/app.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { multipartBody } from '#tests/support/imports/web-imports.ts';
import { prng } from '#tests/support/prng.ts';
import { PARENTS, SOURCE, type WriterTask } from './rollup-kills.ts';

/** Rows of one slice of an import, and of one file. */
const SLICE = 40;
/** Records of one bulk edit. */
const BULK = 100;
/** Lines of writes at a time. */
const LINES = 4;
/** Of so many firms, and of so many funds, none is merged: there are to be some left. */
const LEAST_PARENTS = PARENTS / 2;
const POLL_MS = 20;

const { url, dataDir, importDir, seed } = JSON.parse(process.argv[2] ?? '{}') as WriterTask;
const random = prng(seed);
const database = await openDatabase({ url, dataDir, connections: 8 });
const now = () => new Date();
const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
const { writer } = services;
const app = fromOwnPage(await createApp(services, { signInLimit: 1000, importDir, logger: { level: 'error' } }));
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/p/passport/sign_in',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ username: 'staff', password: TEST_PASSWORD }).toString(),
});
const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
const context = { actor: '1', roles: ['staff'], origin: 'form', now: now() };
/** What is refused because another one was quicker, or writes without a pause. */
const REFUSALS = ['CONFLICT', 'UNKNOWN_RECORD', 'UNAVAILABLE'] as const;
const REASON = { reason: '随机改动' };

/** What a route answers; what it refuses is thrown as the writer throws it. */
async function ask<T>(method: 'GET' | 'POST', path: string, payload: object = {}, headers: object = {}): Promise<T> {
  const sent = method === 'POST' ? { payload } : {};
  const answer = await app.inject({ method, url: path, headers: { cookie, ...headers }, ...sent });
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: T }>();
  if (answer.statusCode === 200) return data;
  const refusal = REFUSALS.find((name) => FAILURES[name].code === code);
  if (!refusal) throw new Error(`${path}: ${answer.body}`);
  throw new Failure(refusal, msg);
}

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

interface Stored {
  readonly id: string;
  readonly version: number;
}

/** Records that are there, with their versions. */
async function some(table: string, count: number): Promise<Stored[]> {
  const { rows } = await database.pool.query<Stored>(
    `select id::text, version from "${table}" order by md5(id || $1::text) limit $2`,
    [random.next(), count],
  );
  return rows;
}

/** A deal that is there, with its version. */
async function anyDeal(): Promise<Stored | undefined> {
  const { rows } = await database.pool.query<Stored>(
    `select id::text, version from "Deal" where id >= (select (max(id) * $1::float)::bigint from "Deal") order by id limit 1`,
    [random.next()],
  );
  return rows[0];
}

async function withDeal(work: (deal: Stored) => Promise<unknown>): Promise<unknown> {
  const deal = await anyDeal();
  return deal && work(deal);
}

const key = () => `key ${random.int(1, 400)}`;

function writeSlice(at: number): Promise<unknown> {
  const rows = Array.from({ length: SLICE }, () => ({ key: key(), values: someDeal(at) }));
  return writer.writeMany('Deal', SOURCE, rows, { ...context, origin: 'import:kills' });
}

const MAPPING: ImportMapping = {
  object: 'Deal',
  source: 'file',
  key: ['key'],
  fields: [
    { field: 'title', column: 'title' },
    { field: 'firm', column: 'firm', reference: { by: 'key', source: SOURCE } },
    { field: 'leads', column: 'leads', split: '|', reference: { by: 'key', source: SOURCE } },
    { field: 'round', column: 'round' },
    { field: 'on', column: 'on' },
    { field: 'amount', column: 'amount', amount: { currency: 'CNY' } },
  ],
};

async function importFile(at: number): Promise<unknown> {
  const parentKey = () => random.int(0, PARENTS - 1);
  const lines = Array.from(
    { length: SLICE },
    () =>
      `${key()},deal ${at},${parentKey()},${parentKey()}|${parentKey()},${random.pick(['A', 'B', 'C'])},20${random.int(10, 26)}-05,${random.int(1, 9)}000`,
  );
  const file = multipartBody('deals.csv', ['key,title,firm,leads,round,on,amount', ...lines].join('\n'));
  const { id } = await ask<ImportJob>('POST', '/api/imports?objectApiName=Deal', file.payload, file.headers);
  await ask('POST', `/api/imports/${id}/mapping`, { mapping: MAPPING });
  return runImport(id, 'run');
}

async function runImport(id: string, task: 'run' | 'undo'): Promise<void> {
  await ask('POST', `/api/imports/${id}/start`, { task });
  for (;;) {
    const { job } = await ask<ImportDetail>('GET', `/api/imports/${id}`);
    if (job.state !== 'queued' && job.state !== 'running') return;
    await wait(POLL_MS);
  }
}

/** Takes an import back, or goes on with one whose process was killed. */
async function goOnWithImport(): Promise<unknown> {
  const { list } = await ask<{ list: ImportJob[] }>('GET', '/api/imports');
  const cut = list.filter(({ state }) => state === 'interrupted');
  const ended = list.filter(({ state, task }) => state === 'finished' && task === 'run');
  const from = cut.length > 0 ? cut : ended;
  if (from.length === 0) return undefined;
  const { id, task } = random.pick(from);
  return runImport(id, task === 'run' && cut.length > 0 && random.chance(0.5) ? 'run' : 'undo');
}

async function settledBulk(id: string): Promise<BulkEdit> {
  for (;;) {
    const bulk = await ask<BulkEdit>('GET', `/api/metadata/bulk/${id}`);
    if (!['previewing', 'running', 'undoing'].includes(bulk.state)) return bulk;
    await wait(POLL_MS);
  }
}

async function bulkEdit(): Promise<unknown> {
  const ids = (await some('Deal', BULK)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const change = random.pick([
    { field: 'firm', how: 'set', value: parent() },
    { field: 'firm', how: 'clear' },
    { field: 'leads', how: 'add', value: [parent()] },
    { field: 'follows', how: 'remove', value: [parent()] },
    { field: 'open', how: 'set', value: random.chance(0.5) },
    { field: 'round', how: 'replace', from: 'A', value: 'B' },
  ]);
  const order = { clientKey: randomUUID(), objectApiName: 'Deal', task: 'edit', ids, changes: [change], ...REASON };
  const { id } = await ask<BulkEdit>('POST', '/api/metadata/bulk', order);
  return runBulk(await settledBulk(id));
}

async function runBulk({ id, preview, state }: BulkEdit): Promise<unknown> {
  if (state !== 'ready' || !preview?.changing) return undefined;
  await ask('POST', `/api/metadata/bulk/${id}/run`, { count: preview.changing });
  return settledBulk(id);
}

/** Takes a bulk edit back, or confirms one whose process was killed before. */
async function goOnWithBulk(): Promise<unknown> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id::text from bulk_edit where state in ('ready', 'finished', 'stopped', 'failed')
    order by state = 'ready' desc, md5(id || $1::text) limit 1`,
    [random.next()],
  );
  if (!rows[0]) return undefined;
  const bulk = await settledBulk(rows[0].id);
  if (bulk.state === 'ready') return runBulk(bulk);
  await ask('POST', `/api/metadata/bulk/${bulk.id}/undo`, REASON);
  return settledBulk(bulk.id);
}

async function merge(): Promise<unknown> {
  const objectApiName = random.pick(['Firm', 'Fund', 'Deal']);
  const [survivor, loser, ...others] = await some(objectApiName, PARENTS);
  if (!survivor || !loser || others.length < LEAST_PARENTS) return undefined;
  return ask('POST', '/api/staff/merge', {
    objectApiName,
    survivorId: survivor.id,
    loserId: loser.id,
    survivorVersion: survivor.version,
    loserVersion: loser.version,
    choices: {},
    clientKey: randomUUID(),
    ...REASON,
  });
}

/** Takes back one of the last merges: those before them may have been built on. */
async function undoMerge(): Promise<unknown> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id::text from (select id from merge where state = 'done' order by id desc limit 10) as last
    order by md5(id || $1::text) limit 1`,
    [random.next()],
  );
  return rows[0] && ask('POST', `/api/staff/merge/${rows[0].id}/undo`, REASON);
}

/** Deals that were deleted here. */
const gone: string[] = [];

const WRITES: readonly (readonly [weight: number, write: (at: number) => Promise<unknown> | undefined])[] = [
  [20, (at) => writer.create('Deal', randomUUID(), someDeal(at), context)],
  [24, (at) => withDeal(({ id, version }) => writer.update('Deal', id, version, someDeal(at), context))],
  [12, () => withDeal(({ id }) => writer.remove('Deal', id, context).then(() => gone.push(id)))],
  [4, () => restoreOne()],
  [12, writeSlice],
  [5, importFile],
  [5, goOnWithImport],
  [5, bulkEdit],
  [4, goOnWithBulk],
  [4, merge],
  [5, undoMerge],
];
const WEIGHT = WRITES.reduce((sum, [weight]) => sum + weight, 0);

function restoreOne(): Promise<unknown> | undefined {
  const id = gone.pop();
  return id === undefined ? undefined : writer.restore('Deal', id, { ...context, now: now() });
}

function write(at: number): Promise<unknown> | undefined {
  let chance = random.int(1, WEIGHT);
  const drawn = WRITES.find(([weight]) => (chance -= weight) <= 0);
  return drawn?.[1](at);
}

/** Another one was quicker with the same record or key, as SQLSTATE says: it is refused, or taken back for a deadlock. */
const isClash = (error: unknown): boolean =>
  error instanceof Failure || ['23505', '40P01'].includes(String((error as { code?: unknown }).code));

let hasBegun = false;
async function line(): Promise<never> {
  for (let at = 0; ; at += 1) {
    try {
      await write(at);
    } catch (error) {
      if (!isClash(error)) throw error;
    }
    if (!hasBegun) process.stdout.write('writing\n');
    hasBegun = true;
  }
}
await app.ready();
await Promise.all(Array.from({ length: LINES }, line));
