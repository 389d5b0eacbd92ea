import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#schemas/api/route.ts';
import { VISITOR } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { Sessions } from '#server/features/account/session/sessions.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { malformedBodies } from '#tests/support/rules/malformed-bodies.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

/** More, and others, by `npm run attack`. */
const BODIES = Number(process.env['ATTACK_BODIES'] ?? 100);
const SEED = Number(process.env['ATTACK_SEED'] ?? 7);
const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
/**
 * Where attempts are counted: what is refused is written there, and nowhere else. A wrong redemption code is counted behind
 * the lock on a person's coins, which makes the row that is locked.
 */
const COUNTS_ATTEMPTS = new Set(['attempt', 'redemption_miss', 'coin_account']);
/** The sessions that this test opens are logged where they are of staff. */
const WITHOUT: Readonly<Record<string, string>> = { audit_log: `where action <> 'staff.signedIn'` };
/** What is in an address instead of what belongs there. */
const ODD_PARTS = ['0', '-1', 'x', '99999999999999999999', '%00', '1%27', '..%2F..', '%E4%BD%A0', 'x'.repeat(300)];

let test: TestApp;
let sessions: Sessions;
/** Who calls, and whom staff do something to: a user that no other route needs. */
const uids = new Map<string, string>();
let footprint: string;

beforeAll(async () => {
  test = await openTestApp();
  const { database, changes } = test.services;
  sessions = new Sessions({ db: database.db, now: () => TEST_NOW, changes });
  const victim = {
    username: 'victim',
    name: '旁人',
    phone: '+8619900000099',
    roles: [],
    isSvip: false,
    duties: [],
  };
  await insertAccounts(database, [victim], 'none', TEST_NOW);
  const { rows } = await database.pool.query<{ id: string; username: string }>('select id, username from account');
  for (const { id, username } of rows) uids.set(username, id);
  await test.post('staff', '/api/metadata/data/InsightNews', { clientKey: 'first-record', values: NEWS });
  const tables = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  // How many rows a table has, and the last transaction that wrote one: every insert, update and delete shows.
  const counts = tables.rows
    .filter(({ name }) => !COUNTS_ATTEMPTS.has(name) && name !== 'session')
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as rows, max(xmin::text::bigint) as written from "${name}" ${WITHOUT[name] ?? ''}`,
    );
  // PostgreSQL may count several at once, and then answers in any order.
  footprint = `${counts.join(' union all ')} order by name`;
});
afterAll(() => test.close());

// It is asked after each success: to plan a query over every table takes longer than to count their rows.
const written = async () =>
  (await test.services.database.pool.query({ name: 'written', text: footprint })).rows as unknown;

function address(route: Route, random: Prng): string {
  const isOdd = random.chance(0.1);
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isOdd) return random.pick(ODD_PARTS);
    if (name === 'objectApiName') return 'InsightNews';
    return name === 'uid' ? (uids.get('victim') ?? '') : '1';
  });
}

/** Staff where it must be, and where what staff may send goes deepest; a member everywhere else. */
const caller = ({ action }: Route): string =>
  decide({ ...VISITOR, id: '0' }, action) !== null || /^(record|metadata|view)\./.test(action) ? 'staff' : 'founder';

const WRITES = ROUTES.filter(([, { method }]) => method !== 'GET');

describe(`${BODIES} malformed bodies to every route that takes one`, () => {
  it.each(WRITES)('%s: a clear refusal that writes nothing, or a success', async (name, route) => {
    const random = prng([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, SEED));
    const uid = uids.get(caller(route)) ?? '';
    const faults: unknown[] = [];
    const wordless: unknown[] = [];
    const smuggled: unknown[] = [];
    let before = await written();
    let refusals = 0;
    let token: string | undefined;
    for (const { payload, type } of malformedBodies(route, random, BODIES)) {
      token ??= await sessions.open(uid, { userAgent: 'test', address: '127.0.0.1' });
      const cookie = `kr_plus_id=${token}`;
      const url = address(route, random);
      const reply = await test.app.inject({
        method: route.method,
        url,
        payload,
        headers: { cookie, 'content-type': type },
      });
      const answer = {
        status: reply.statusCode,
        text: reply.payload.slice(0, 300),
        sent: payload.slice(0, 300),
        type,
      };
      if (reply.statusCode >= 500) faults.push(answer);
      const { code, msg } = reply.headers['content-type']?.startsWith('application/json')
        ? reply.json<{ code: number; msg: string }>()
        : { code: 0, msg: '' };
      if (code === 0) {
        // What succeeded may have written, and ended the session: from here on, nothing more.
        const now = await written();
        if (reply.statusCode >= 400) smuggled.push(answer);
        before = now;
        token = undefined;
      } else {
        refusals += 1;
        if (!/\p{Script=Han}/u.test(msg)) wordless.push(answer);
      }
    }
    expect({ faults, wordless, smuggled }).toEqual({ faults: [], wordless: [], smuggled: [] });
    expect(await written()).toEqual(before);
    expect(token === undefined ? uid : (await sessions.find(token))?.actor?.id).toBe(uid);
    expect(refusals > 0 || !route.body).toBe(true);
    // A user who called can still be distinguished from a visitor: no body closed or froze the account of another route's caller.
    const left = await test.services.database.pool.query(
      'select 1 from account where id = $1 and frozen_at is null and closed_at is null',
      [uid],
    );
    expect(left.rowCount).toBe(1);
  });

  it('leave the metadata whole and the tables as it says', async () => {
    const { rows } = await test.services.database.pool.query(
      'select (select count(*) from meta_object m where not exists (select from meta_object_version v where v.api_name = m.api_name and v.version = m.version)) as torn, (select count(*) from "InsightNews" n where not exists (select from record_history h where h.record_id = n.id and h.version = n.version)) as unwritten',
    );
    expect(rows).toEqual([{ torn: '0', unwritten: '0' }]);
    expect(await storageDrift(test.services.database.db)).toEqual([]);
  });
});
