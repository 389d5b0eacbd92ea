import { createApp } from '#server/app.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { SAMPLE_ACCOUNTS } from '#sample/sample-accounts.ts';
import { hashPassword, passwordMatches } from '#server/platform/accounts/password.ts';
import { Artist } from '#server/platform/providers/captcha/picture/artist.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { openTestDatabase } from '#tests/support/databases/database.ts';
import { type Row, table } from './row.ts';

const PASSWORD = 'a-bench-password';
const ROUNDS = 200;
const WARM_UP = 20;
const TARGET_MS = 150;
const CAPTCHA_TARGET_MS = 30;

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const milliseconds = (times: readonly number[]): string =>
  `${at(times, 0.5).toFixed(1)} / ${at(times, 0.95).toFixed(1)} ms`;

/** Processor time of a captcha's pictures in milliseconds, all threads together, the landscapes that it wears out among it. */
async function captchaCpu(): Promise<number> {
  const artist = new Artist();
  for (let warm = 0; warm < WARM_UP; warm += 1) await artist.draw(false);
  const before = process.cpuUsage();
  for (let drawn = 0; drawn < ROUNDS; drawn += 1) await artist.draw(false);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ROUNDS;
}

/**
 * What a sign-in by password costs beside its hash: each one is timed whole, and right after it the hash alone, so that
 * whatever else the machine does falls on both. Half of the sign-ins are refused, which must not be cheaper to answer.
 */
export async function run(): Promise<Row[]> {
  const store = await openTestDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  let time = Date.parse('2026-11-21T04:00:00Z');
  const services = await openServices(store.database, shipped, () => new Date(time));
  const hash = await hashPassword(PASSWORD);
  await insertAccounts(store.database, SAMPLE_ACCOUNTS, hash, new Date(time));
  const app = await createApp(services, { signInLimit: 1_000_000 });

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const signIn = async (password: string, status: number): Promise<void> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/p/passport/sign_in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'founder', password }).toString(),
    });
    if (reply.statusCode !== status) throw new Error(`the sign-in was answered by ${reply.body}`);
  };

  const right: number[] = [];
  const wrong: number[] = [];
  const verify: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // Far enough apart that no try is in the way of the next.
    time += 3_600_000;
    const kinds = [
      [right, PASSWORD, 200],
      [wrong, 'not-the-password', 401],
    ] as const;
    for (const [times, password, status] of kinds) {
      const whole = await timed(() => signIn(password, status));
      const alone = await timed(() => passwordMatches(hash, password));
      if (round < 0) continue;
      times.push(whole - alone);
      verify.push(alone);
    }
  }
  await app.close();
  await store.drop();
  const cpu = await captchaCpu();
  const limit = `${milliseconds(verify)} argon2 verify alone`;
  const row = (name: string, times: readonly number[]): Row => ({
    name,
    ours: milliseconds(times),
    limit,
    ratio: `${(at(times, 0.95) / at(verify, 0.5)).toFixed(2)} ×`,
    target: `p95 ≤ ${TARGET_MS} ms`,
    met: at(times, 0.95) <= TARGET_MS,
  });
  return [
    row('sign-in by password, without its hash, p50 / p95', right),
    row('the same, refused for a wrong password', wrong),
    {
      name: 'processor time of the pictures of a slide captcha',
      ours: `${cpu.toFixed(1)} ms`,
      ratio: '–',
      target: `≤ ${CAPTCHA_TARGET_MS} ms`,
      met: cpu <= CAPTCHA_TARGET_MS,
    },
  ];
}

if (import.meta.main) console.log(table(await run()));
